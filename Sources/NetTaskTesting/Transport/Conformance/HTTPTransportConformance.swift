public import NetTaskHTTP

/// What an `HTTPTransport` has to do, as cases that a test runs over it.
///
///     @Test(arguments: HTTPTransportConformance.cases)
///     func conforms(to one: HTTPTransportConformance.Case) async throws {
///         try await one.run(over: { MyTransport() }, allowing: [.malformedReplies])
///     }
///
/// Each case sends real requests through an `HTTPNetTaskQueueHandler` over the transport to an ``HTTPLoopbackServer``,
/// and compares what the server has seen and what came of it with what should be. Nothing leaves the machine.
public enum HTTPTransportConformance {
    /// All cases. Each stands for itself; they may run in any order, and at the same time.
    public static let cases: [Case] =
        requests + bodies + replies + policies + connections + endings + streams + speeds + faults

    /// One thing that a transport has to do.
    public struct Case: Sendable {
        /// What it has to do, as a sentence.
        public let name: String
        /// What a transport may be allowed that fails in this.
        public let allowances: Set<Allowance>
        private let body: @Sendable (ConformanceGround) async throws -> Void

        init(
            _ name: String,
            allowances: Set<Allowance> = [],
            _ body: @escaping @Sendable (ConformanceGround) async throws -> Void
        ) {
            self.name = name
            self.allowances = allowances
            self.body = body
        }

        /// Runs the case.
        ///
        /// - Parameters:
        ///   - makeTransport: makes a transport for this case alone.
        ///   - allowed: what the transport is known not to do. Defaults to nothing.
        /// - Throws: ``Failure`` if the transport does something else, or has not done it after two minutes, which a busy
        ///   machine may need; `POSIXError` if there can be no server.
        public func run(
            over makeTransport: () throws -> any HTTPTransport,
            allowing allowed: Set<Allowance> = []
        ) async throws {
            try await run(on: try ConformanceGround(makeTransport(), allowed))
        }

        /// Runs the case over the mock: the same answers, and no socket.
        func runOverMock() async throws {
            try await run(on: ConformanceGround())
        }

        private func run(on ground: ConformanceGround) async throws {
            let result: Result<Void, any Error>
            do {
                result = .success(try await within(.seconds(120)) { try await body(ground) })
            } catch {
                result = .failure(error is Failure ? error : Failure("\(error)"))
            }
            await ground.leave()
            do {
                try result.get()
            } catch let failure as Failure {
                throw Failure("\(name): \(failure.text)")
            }
        }
    }

    /// What a transport did that it should not have done.
    public struct Failure: Error, Sendable, CustomStringConvertible {
        let text: String

        init(_ text: String) {
            self.text = text
        }

        public var description: String { text }
    }
}

extension HTTPTransportConformance.Case: CustomStringConvertible {
    public var description: String { name }
}

/// Ends what takes too long.
private func within(_ limit: Duration, _ body: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: limit)
            throw HTTPTransportConformance.Failure("it was not over after \(limit)")
        }
        defer { group.cancelAll() }
        try await group.next()
    }
}
