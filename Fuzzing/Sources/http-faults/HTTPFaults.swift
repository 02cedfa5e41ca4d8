import Foundation
import NetTaskAsyncHTTPClient
import NetTaskRuntime

@testable import NetTaskTesting

/// Runs each fault many times over a transport, and looks at what is left behind.
///
///     http-faults urlsession|asynchttpclient [ROUNDS [FAULT]]
@main
struct HTTPFaults {
    static func main() async throws {
        let arguments = CommandLine.arguments
        let transport: any HTTPTransport
        let allowed: Set<HTTPTransportConformance.Allowance>
        switch arguments.dropFirst().first {
        case "urlsession": (transport, allowed) = (URLSessionTransport(), .urlSession)
        case "asynchttpclient": (transport, allowed) = (AsyncHTTPClientTransport(), [])
        default:
            print("http-faults urlsession|asynchttpclient [ROUNDS [FAULT]]")
            exit(2)
        }
        let rounds = arguments.count > 2 ? Int(arguments[2]) ?? 0 : 1_000
        let only = arguments.count > 3 ? HTTPFault(rawValue: arguments[3]) : nil
        var failures = 0
        for fault in HTTPFault.allCases where only == nil || only == fault {
            if fault.cutsHeaders, allowed.contains(.headersCutOff) {
                print("\(fault): left out, since it would end the process")
                continue
            }
            if fault == .endlessTinyChunks, allowed.contains(.floods) {
                print("\(fault): left out, since nothing else would come through")
                continue
            }
            let run = FaultRun(fault, over: transport, allowing: allowed)
            _ = try await run.run(min(rounds, 100))
            let before = ProcessTraces.now()
            let result = try await run.runInBatches(rounds)
            failures += report(fault, rounds, result, before, .now())
        }
        print(failures == 0 ? "All as it should be" : "\(failures) things are not as they should be")
        exit(failures == 0 ? 0 : 1)
    }

    /// - Returns: how much is not as it should be.
    private static func report(
        _ fault: HTTPFault,
        _ rounds: Int,
        _ result: FaultRun.Result,
        _ before: ProcessTraces,
        _ after: ProcessTraces
    ) -> Int {
        let growth = Double(after.memory - before.memory) / Double(1 << 20)
        print(
            "\(fault): \(rounds) rounds in \(seconds(result.duration)), the slowest \(seconds(result.slowest));",
            "descriptors \(before.descriptors) → \(after.descriptors),",
            "threads \(before.threads) → \(after.threads),",
            String(format: "memory %.1f MB, %+.1f MB", Double(after.memory) / Double(1 << 20), growth)
        )
        for (outcome, count) in result.wrong {
            print("    \(count) times it ended with \(outcome)")
        }
        fflush(nil)
        // One connection for each of the eight may stay open for the next request, and threads come and go in pools.
        let leftBehind = [
            after.descriptors > before.descriptors + 8, after.threads > before.threads + 8,
            growth > 8,
        ]
        return result.wrong.count + leftBehind.count { $0 }
    }

    private static func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        return String(format: "%.2f s", Double(seconds) + Double(attoseconds) * 1e-18)
    }
}
