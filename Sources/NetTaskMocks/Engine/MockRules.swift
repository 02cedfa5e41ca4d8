import HTTPTypes
import NetTaskBase

/// What a test has set for endpoints, and the requests so far.
struct MockRules: Sendable {
    struct Failure: Sendable {
        let failure: MockFailure
        /// The number of times that are left; `nil` for any number.
        var left: Int?
    }

    struct Change: Sendable {
        let apply: @Sendable (inout MockedReply) -> Void
        var left: Int?
    }

    var requests: [MockedRequest] = []
    private var failures: [String: [Failure]] = [:]
    private var changes: [String: [Change]] = [:]

    mutating func add(_ failure: Failure, to endpoint: String) { failures[endpoint, default: []].append(failure) }

    mutating func add(_ change: Change, to endpoint: String) { changes[endpoint, default: []].append(change) }

    /// The failure of the next request: that of the last rule that still applies.
    mutating func takeFailure(of endpoint: String) -> MockFailure? {
        guard var rules = failures[endpoint], let index = rules.lastIndex(where: { $0.left != 0 }) else { return nil }
        rules[index].left = rules[index].left.map { $0 - 1 }
        failures[endpoint] = rules
        return rules[index].failure
    }

    /// The changes of the next reply, in order.
    mutating func takeChanges(of endpoint: String) -> [Change] {
        let rules = (changes[endpoint] ?? []).filter { $0.left != 0 }
        changes[endpoint] = rules.map { Change(apply: $0.apply, left: $0.left.map { $0 - 1 }) }
        return rules
    }
}

extension MockAPI {
    /// Makes a mock for tests. It accepts any rate, its long-running operations end immediately, and its streams arrive without
    /// pauses.
    ///
    /// - Parameters:
    ///   - description: the description in generated code, such as `Shop.mocks`.
    ///   - seed: another seed makes other values. Default: 0.
    ///   - isStateless: whether it forgets what requests change. Default: `false`.
    ///   - clock: the clock of delays. Default: the continuous clock.
    public convenience init(
        _ description: MockDescription,
        seed: Int = 0,
        isStateless: Bool = false,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        var description = description
        for index in description.endpoints.indices { description.endpoints[index].rate = nil }
        let options = MockOptions(
            seed: UInt64(bitPattern: Int64(seed)),
            isStateless: isStateless,
            operationTime: .zero,
            pace: .zero
        )
        self.init(description, options: options, clock: clock)
    }

    // MARK: What a test sets

    /// Changes the response of a task.
    ///
    ///     mock.on(GetOrder.self) { $0.total = 5 }
    ///
    /// The changes of several calls apply one after the other. The mock does not remember them: they change replies only.
    ///
    /// - Parameters:
    ///   - task: the task. It must be of the client that the mock has the description of.
    ///   - times: the number of successful replies to change. Default: `nil`, all.
    ///   - change: changes the response. Called for each successful reply, on the concurrency pool.
    public func on<T: MockableTask>(
        _ task: T.Type,
        times: Int? = nil,
        _ change: @escaping @Sendable (inout T.Response) -> Void
    ) {
        let apply: @Sendable (inout MockedReply) -> Void = { mocked in
            guard var response = try? T.mockResponse(in: mocked.reply) else { return }
            change(&response)
            T.writeMock(response, into: &mocked)
        }
        let name = description.endpoint(of: task).name
        rules.withLock { $0.add(MockRules.Change(apply: apply, left: times.map { max($0, 0) }), to: name) }
    }

    /// Lets a task fail.
    ///
    ///     mock.on(PlaceOrder.self, fails: .connectionLost, times: 2)
    ///
    /// Of several rules, the last one applies that has times left.
    ///
    /// - Parameters:
    ///   - task: the task. It must be of the client that the mock has the description of.
    ///   - failure: how it fails.
    ///   - times: the number of requests that fail. Default: `nil`, all.
    public func on<T: HTTPNetTask>(_ task: T.Type, fails failure: MockFailure, times: Int? = nil) {
        let name = description.endpoint(of: task).name
        rules.withLock { $0.add(MockRules.Failure(failure: failure, left: times.map { max($0, 0) }), to: name) }
    }

    // MARK: What a test reads

    /// All requests so far, in order, including those that matched no endpoint.
    public var requests: [MockedRequest] { rules.withLock(\.requests) }

    /// The requests of a task so far, in order, including those that failed. Each attempt is a request.
    ///
    /// Of endpoints with the same method and path, a request belongs to the first whose params it has.
    public func requests<T: HTTPNetTask>(of task: T.Type) -> [MockedRequest] {
        let name = description.endpoint(of: task).name
        return requests.filter { $0.endpoint == name }
    }
}
