import Foundation
import HTTPTypes
import NetTaskRuntime

@testable import NetTaskTesting

/// One fault over one transport.
struct FaultRun {
    struct Result {
        var duration: Duration
        var slowest: Duration
        /// How often it ended how, as far as it should not have.
        var wrong: [ConformanceOutcome: Int]
    }

    let fault: HTTPFault
    private let transport: any HTTPTransport
    private let expected: Set<ConformanceOutcome>

    init(
        _ fault: HTTPFault,
        over transport: any HTTPTransport,
        allowing allowed: Set<HTTPTransportConformance.Allowance>
    ) {
        self.fault = fault
        self.transport = transport
        var expected = fault.outcomes(allowing: allowed)
        if fault == .lengthTooShort {
            // The bytes too many may come once the connection is another request's, which has not been sent then.
            expected.insert(.transport(.cannotConnect))
        }
        self.expected = expected
    }

    /// Runs it that often, against a new server after each 100, since a server keeps what it has seen.
    func runInBatches(_ rounds: Int) async throws -> Result {
        var all = Result(duration: .zero, slowest: .zero, wrong: [:])
        for start in stride(from: 0, to: rounds, by: 100) {
            let batch = try await run(min(100, rounds - start))
            all.duration += batch.duration
            all.slowest = max(all.slowest, batch.slowest)
            all.wrong.merge(batch.wrong) { $0 + $1 }
        }
        return all
    }

    /// Runs it that often, 8 at once, against a server of its own.
    func run(_ rounds: Int) async throws -> Result {
        let fault = fault
        let server = try HTTPLoopbackServer { _ in .fault(fault) }
        if fault == .refused {
            await server.refuse()
        }
        let handler = HTTPNetTaskQueueHandler(baseURL: server.baseURL) {
            $0 = fault.configuration
            $0.transport = transport
        }
        let clock = ContinuousClock()
        let start = clock.now
        var wrong: [ConformanceOutcome: Int] = [:]
        var slowest = Duration.zero
        try await withThrowingTaskGroup(of: (ConformanceOutcome, Duration).self) { group in
            for round in 0..<rounds {
                if round >= 8, let (outcome, duration) = try await group.next() {
                    note(outcome, duration)
                }
                group.addTask {
                    let start = clock.now
                    let outcome = await Self.outcome(handler)
                    return (outcome, clock.now - start)
                }
            }
            for try await (outcome, duration) in group {
                note(outcome, duration)
            }
        }
        func note(_ outcome: ConformanceOutcome, _ duration: Duration) {
            slowest = max(slowest, duration)
            if !expected.contains(outcome) { wrong[outcome, default: 0] += 1 }
        }
        // Those that last are closed by the client, which is part of what is to be seen.
        if fault.lasts {
            try await server.waitForConnections(atMost: 0)
        }
        let duration = clock.now - start
        await server.stop()
        return Result(duration: duration, slowest: slowest, wrong: wrong)
    }

    private static func outcome(_ handler: HTTPNetTaskQueueHandler) async -> ConformanceOutcome {
        do {
            let reply = try await handler.send(HTTPMessage(uri: "fault"), context: NetTaskContext(name: "Fault"))
            return .reply(reply.status.code)
        } catch {
            return ConformanceOutcome(error)
        }
    }
}
