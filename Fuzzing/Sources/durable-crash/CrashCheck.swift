import DurableCheck
import Foundation
import NetTaskTesting

@testable import NetTaskDurable

/// Kills processes with durable tasks, at each fault point and at random moments, and checks the store.
///
///     durable-crash [KILLS [SEED]]
@main
struct CrashCheck {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst().map { UInt64($0) ?? 0 }
        let kills = Int(arguments.first ?? 1000)
        let seed = arguments.dropFirst().first ?? 1
        let server = try RecordingServer()
        do {
            try await atFaultPoints(server)
            try await atRandom(kills, seed, server, planted: nil)
            for fault in PlantedFault.allCases {
                try await find(fault, seed, server)
            }
        } catch {
            print("FAILED: \(error)")
            exit(1)
        }
        await server.stop()
    }

    private static func atFaultPoints(_ server: RecordingServer) async throws {
        for point in FaultPoint.allCases {
            var count = 0
            for passes in 0..<5 {
                try await round(server, seed: UInt64(passes), planted: nil) { round in
                    // Tasks can be recovered only after a process has ended before its run.
                    if point == .recoverBeforeCommit || point == .recoverAfterCommit {
                        _ = try round.kill(at: FaultPoint.runAfterReply.rawValue, passes: 0)
                    }
                    if try round.kill(at: point.rawValue, passes: passes) { count += 1 }
                }
            }
            guard count > 0 else { throw CrashRound.Fault(description: "no process came to \(point)") }
            print("\(point): \(count) kills")
        }
    }

    private static func atRandom(
        _ kills: Int,
        _ seed: UInt64,
        _ server: RecordingServer,
        planted: PlantedFault?
    ) async throws {
        var (done, poisoned, rounds) = (0, 0, UInt64(0))
        while done < kills {
            let ended = try await round(server, seed: seed &* 1_000_003 &+ rounds, planted: planted) { round in
                for _ in 0..<Int.random(in: 1...6, using: &round.random) {
                    try round.killAtRandom()
                }
            }
            done += ended.killCount
            poisoned += ended.poisonCount
            rounds += 1
        }
        print("\(done) kills at random in \(rounds) stores, seed \(seed); \(poisoned) tasks that ended their processes")
    }

    /// Tests that a store that breaks a promise is detected.
    private static func find(_ fault: PlantedFault, _ seed: UInt64, _ server: RecordingServer) async throws {
        do {
            try await atRandom(200, seed, server, planted: fault)
        } catch let found as CrashRound.Fault {
            return print("planted \(fault): found, \(found)")
        }
        throw CrashRound.Fault(description: "the planted fault \(fault) was not found")
    }

    @discardableResult
    private static func round(
        _ server: RecordingServer,
        seed: UInt64,
        planted: PlantedFault?,
        _ kill: (inout CrashRound) throws -> Void
    ) async throws -> CrashRound {
        let folder = FileManager.default.temporaryDirectory.appending(path: "durable-crash-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        server.forget()
        var round = CrashRound(server: server, folder: folder, seed: seed, planted: planted)
        do {
            try kill(&round)
            try await round.finish()
        } catch let fault as CrashRound.Fault {
            throw CrashRound.Fault(description: "with seed \(seed), after \(round.killCount) kills: \(fault)")
        }
        return round
    }
}
