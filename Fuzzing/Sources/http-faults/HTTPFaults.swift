import Foundation
import NetTaskAsyncHTTPClient
import NetTaskRuntime

@testable import NetTaskTesting

/// Runs one check many times over a transport, and prints a line of JSON after each batch.
///
///     http-faults urlsession|asynchttpclient CHECK ROUNDS
///     http-faults urlsession|asynchttpclient
///
/// The second form lists the checks, each with the number of rounds that a process runs at once: 1 if a round may end it.
@main
struct HTTPFaults {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let ground: CheckGround
        switch arguments.first {
        case "urlsession": ground = CheckGround(transport: URLSessionTransport(), allowed: .urlSession)
        case "asynchttpclient": ground = CheckGround(transport: AsyncHTTPClientTransport(), allowed: [])
        default:
            print("http-faults urlsession|asynchttpclient [CHECK ROUNDS]")
            exit(2)
        }
        let checks: [any Check] = HTTPFault.allCases.map(FaultCheck.init) + SpeedCheck.allCases
        guard arguments.count == 3, let rounds = Int(arguments.last!) else {
            for check in checks { print(check.name, check.batchSize(on: ground)) }
            return
        }
        guard let check = checks.first(where: { $0.name == arguments.dropFirst().first }) else {
            print("there is no such check")
            exit(2)
        }
        let size = check.batchSize(on: ground)
        for start in stride(from: 0, to: rounds, by: size) {
            let count = min(size, rounds - start)
            let result = try await check.run(count, on: ground)
            let traces = ProcessTraces.now()
            let line = BatchResult(
                rounds: count,
                wrong: result.wrong,
                slowest: result.slowest / .seconds(1),
                descriptors: traces.descriptors,
                threads: traces.threads,
                memory: traces.memory,
                peak: traces.peak
            )
            print(String(decoding: try JSONEncoder().encode(line), as: UTF8.self))
            fflush(nil)
        }
    }
}

/// The output after a batch.
private struct BatchResult: Codable {
    var rounds: Int
    /// The number of occurrences of each fault.
    var wrong: [String: Int]
    /// The slowest round, in seconds.
    var slowest: Double
    var descriptors: Int
    var threads: Int
    /// The resident memory after the batch, in bytes.
    var memory: Int
    /// The largest resident memory since the process began.
    var peak: Int
}

/// The transport under test.
struct CheckGround: Sendable {
    let transport: any HTTPTransport
    let allowed: Set<HTTPTransportConformance.Allowance>

    func handler(_ baseURL: String, _ configuration: HTTPConfiguration = HTTPConfiguration()) -> HTTPNetTaskQueueHandler
    {
        HTTPNetTaskQueueHandler(transport: transport, baseURL: baseURL) {
            $0 = configuration
        }
    }
}

/// A check that is run many times.
protocol Check: Sendable {
    var name: String { get }

    /// The number of rounds in a batch; 1 if a round may end the process.
    func batchSize(on ground: CheckGround) -> Int
    func run(_ rounds: Int, on ground: CheckGround) async throws -> CheckResult
}

struct CheckResult: Sendable {
    var slowest = Duration.zero
    private(set) var wrong: [String: Int] = [:]

    mutating func record(_ wrong: String) {
        self.wrong[wrong, default: 0] += 1
    }
}
