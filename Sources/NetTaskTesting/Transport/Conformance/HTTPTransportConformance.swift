public import NetTaskHTTP

/// The requirements of an `HTTPTransport`, as cases that a test runs.
///
///     @Test(arguments: HTTPTransportConformance.cases)
///     func conforms(to one: HTTPTransportConformance.Case) async throws {
///         try await one.run(over: { MyTransport() }, allowing: [.malformedReplies])
///     }
///
/// Each case sends real requests with an `HTTPNetTaskQueueHandler` and the transport to an ``HTTPLoopbackServer``, and compares
/// the requests and the results with the expected ones. All requests stay on this machine.
public enum HTTPTransportConformance {
    /// All cases. They are independent, and may run in any order and at the same time.
    public static let cases: [Case] =
        requests + bodies + replies + policies + connections + endings + streams + speeds + faults

    /// One requirement of a transport.
    public struct Case: Sendable {
        /// The requirement, as a sentence.
        public let name: String
        /// The limitations with which a transport may fail this case.
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
        ///   - makeTransport: makes a transport for this case only.
        ///   - allowed: the known limitations of the transport. Default: none.
        /// - Throws: ``Failure`` if the transport does not meet the requirement within two minutes, which a busy machine may
        ///   need; `POSIXError` if the server cannot be started.
        public func run(
            over makeTransport: () throws -> any HTTPTransport,
            allowing allowed: Set<Allowance> = []
        ) async throws {
            try await run(on: try ConformanceGround(makeTransport(), allowed))
        }

        /// Runs the case with the mock, which gives the same answers without sockets.
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

    /// A requirement that a transport did not meet.
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

/// Throws if `body` exceeds the limit.
private func within(_ limit: Duration, _ body: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: limit)
            throw HTTPTransportConformance.Failure("it had not ended after \(limit)")
        }
        defer { group.cancelAll() }
        try await group.next()
    }
}
