import Foundation
import HTTPTypes
import NetTaskBase

/// Answers requests as the API of a description would, without a network: a transport for tests.
///
///     let mock = MockAPI(Shop.mocks)
///     let queue = HTTPNetTaskQueue(transport: mock)
///     mock.on(GetOrder.self) { $0.total = 5 }
///     mock.on(PlaceOrder.self, fails: .status(.conflict), times: 1)
///
/// It checks each request against the description, makes replies that are the same for the same request, and remembers what
/// requests create, change and remove. Endpoints with authentication require credentials. All members may be used from any
/// thread, even while requests are running.
public final class MockAPI: Sendable {
    let description: MockDescription
    let options: MockOptions
    private let router: MockRouter
    private let check: RequestCheck
    let replies: MockReplies
    let resourceTable: MockResources
    private let state = Locked(State())
    /// What a test has set, and the requests that it can read.
    let rules = Locked(MockRules())
    /// The clock of delays.
    let clock: any Clock<Duration>

    struct State {
        var memory = MockMemory()
        var limits = MockLimits()
        var operations = MockOperations()
        /// The answers to requests with an idempotency key, by endpoint and key.
        var repeated: [String: MockAnswer] = [:]
        var repeatedKeys: [String] = []
        /// The number of calls of each endpoint, for rules of faults.
        var calls: [String: Int] = [:]
    }

    /// Makes a mock.
    ///
    /// - Parameter description: the endpoints and shapes of the API.
    package init(
        _ description: MockDescription,
        options: MockOptions,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.description = description
        self.clock = clock
        self.options = options
        router = MockRouter(description)
        let form = TypedForm(shapes: description.shapes)
        check = RequestCheck(description, form)
        replies = MockReplies(description, options, form)
        resourceTable = options.isStateless ? MockResources() : MockResources(description)
    }

    /// The kinds of things that the mock remembers.
    package var resources: [MockResource] { resourceTable.all }

    /// Forgets what requests have changed, and the requests. The rules of ``on(_:times:_:)`` and ``on(_:fails:times:)`` remain.
    public func reset() {
        state.withLock { $0 = State() }
        rules.withLock { $0.requests = [] }
    }

    /// The endpoint that a request is for; `nil` if it matches none.
    package func endpoint(for request: MockRequest) -> MockEndpoint? {
        let target = Target(request.target)
        return match(request, target)?.endpoint
    }

    /// The endpoint for a request: of several with the same path, the first whose params and body the request has.
    private func match(_ request: MockRequest, _ target: Target) -> MockRouter.Match? {
        let matches = router.matches(request.method, target.path, target.query)
        if matches.count < 2 { return matches.first }
        return matches.first { check.check(request, $0, target.query).problems.isEmpty } ?? matches.first
    }

    /// A target without the path of the base URL, and without a slash before it.
    package func relativeTarget(_ target: String) -> String {
        let path = target.prefix { $0 != "?" }
        return String(router.relative(path)) + target.dropFirst(path.count)
    }

    /// The answer to a request.
    package func answer(_ request: MockRequest) -> MockAnswer {
        let target = Target(request.target)
        let (path, query) = (target.path, target.query)
        guard let match = match(request, target) else { return unmatched(request, path) }
        var answer = answer(request, match, String(router.relative(path)), query)
        answer.endpoint = match.endpoint.name
        if request.method == "HEAD" { answer.body = .whole(Data()) }
        return answer
    }

    /// The answer to a request that matches no endpoint.
    private func unmatched(_ request: MockRequest, _ path: Substring) -> MockAnswer {
        let methods = router.methods(at: path)
        guard methods.isEmpty else {
            var answer = MockProblemReply(405, "No endpoint of this path has the method \(request.method).").answer
            answer.headers[.allow] = methods.joined(separator: ", ")
            return answer
        }
        let nearest = router.nearest(request.method, path).map {
            " The nearest is \($0.method) /\($0.path) (\($0.name))."
        }
        return MockProblemReply(404, "No endpoint matches \(request.method) \(path.prefix(200)).\(nearest ?? "")")
            .answer
    }

    private func answer(
        _ request: MockRequest,
        _ match: MockRouter.Match,
        _ path: String,
        _ query: [FormPair]
    ) -> MockAnswer {
        let endpoint = match.endpoint
        let now = options.now()
        let fault: MockFault?
        do throws(MockFault.Problem) {
            fault = try self.fault(for: request, endpoint)
        } catch {
            return MockProblemReply(400, "\(MockFault.header.rawName): \(error.message)").answer
        }
        if let fault, let status = fault.status {
            return fault.applied(to: replies.failure(status, endpoint, detail: "A fault was asked for."))
        }
        let answer = answer(request, match, path, query, now)
        return fault.map { $0.applied(to: answer) } ?? answer
    }

    /// The fault that the request asks for, or that a rule has for it.
    private func fault(for request: MockRequest, _ endpoint: MockEndpoint) throws(MockFault.Problem) -> MockFault? {
        if let text = request.headers[MockFault.header] { return try MockFault(text) }
        let rules = options.faults.filter { $0.applies(to: endpoint.name) }
        if rules.isEmpty { return nil }
        let number = state.withLock { state in
            state.calls[endpoint.name, default: 0] += 1
            return state.calls[endpoint.name] ?? 0
        }
        return rules.first { $0.applies(toCall: number, replies.seed(endpoint.name)) }?.fault
    }

    private func answer(
        _ request: MockRequest,
        _ match: MockRouter.Match,
        _ path: String,
        _ query: [FormPair],
        _ now: Date
    ) -> MockAnswer {
        let endpoint = match.endpoint
        if let refused = unauthorized(request, endpoint, query) { return refused }
        let rate = options.limit ?? endpoint.rate
        let allowance = rate.map { rate in
            state.withLock { $0.limits.take(options.limit == nil ? endpoint.name : "", rate, now) }
        }
        if let allowance, let rate, allowance.isExceeded {
            var answer = replies.failure(
                429,
                endpoint,
                detail: "The rate is \(rate.limit) requests in \(rate.seconds) s."
            )
            allowance.add(to: &answer.headers, rate)
            return answer
        }
        let key = endpoint.idempotencyKey.flatMap { HTTPField.Name($0) }.flatMap { request.headers[$0] }
        let checked = check.check(request, match, query)
        // In one step, so that of two simultaneous requests with one key, only one does the work.
        var answer = state.withLock { state in
            state.once(key.map { "\(endpoint.name) \($0)" }) { state in
                guard checked.problems.isEmpty else { return replies.refusal(checked) }
                var answer = perform(checked, request, path, now, &state)
                if !checked.unknownNames.isEmpty {
                    let names = checked.unknownNames.prefix(5).joined(separator: ", ")
                    answer.note += (answer.note.isEmpty ? "" : "; ") + "not in the spec: \(names)"
                }
                return answer
            }
        }
        if let allowance, let rate { allowance.add(to: &answer.headers, rate) }
        return answer
    }

    private func unauthorized(_ request: MockRequest, _ endpoint: MockEndpoint, _ query: [FormPair]) -> MockAnswer? {
        guard !endpoint.auth.isEmpty else { return nil }
        let cookies = FormPair.cookies(request.headers)
        func has(_ scheme: MockCredential) -> Bool {
            switch scheme.location {
            case .query: return query.contains { $0.name == scheme.name && !$0.value.isEmpty }
            case .cookie: return cookies.contains { $0.name == scheme.name && !$0.value.isEmpty }
            case .header, .path:
                let value = HTTPField.Name(scheme.name).flatMap { request.headers[$0] } ?? ""
                switch scheme.kind {
                case .apiKey: return !value.isEmpty
                case .basic: return value.lowercased().hasPrefix("basic ") && value.count > 6
                case .bearer, .oauth2: return value.lowercased().hasPrefix("bearer ") && value.count > 7
                }
            }
        }
        let isAllowed = endpoint.auth.contains { names in names.allSatisfy { description.auth[$0].map(has) ?? true } }
        if isAllowed { return nil }
        let needed = endpoint.auth.map { $0.joined(separator: " and ") }.joined(separator: ", or ")
        var answer = replies.failure(401, endpoint, detail: "The request lacks credentials. It needs \(needed).")
        let kinds = endpoint.auth.flatMap { $0 }.compactMap { description.auth[$0]?.kind }
        answer.headers[.wwwAuthenticate] = kinds.first == .basic ? "Basic realm=\"mock\"" : "Bearer"
        return answer
    }

    /// Answers a valid request.
    private func perform(
        _ checked: CheckedRequest,
        _ request: MockRequest,
        _ path: String,
        _ now: Date,
        _ state: inout State
    ) -> MockAnswer {
        let endpoint = checked.endpoint
        if endpoint.longRunning != nil {
            return state.operations.start(checked, path, now, self, request)
        }
        if let answer = state.operations.poll(checked, now, self) { return answer }
        if let stream = endpoint.stream, stream.isRequested(by: checked) {
            return replies.streamed(stream, checked)
        }
        if let (index, action) = resourceTable.actions[endpoint.name] {
            let work = MockWork(
                checked: checked,
                request: request,
                path: path,
                resource: resourceTable.all[index],
                action: action,
                replies: replies
            )
            return work.answer(&state.memory)
        }
        return replies.made(checked, path: path)
    }
}

/// The parts of a request's target.
private struct Target {
    var path: Substring
    var query: [FormPair]

    init(_ text: String) {
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = parts.first ?? "/"
        query = parts.count > 1 ? FormPair.pairs(of: String(parts[1])) : []
    }
}

extension MockAPI.State {
    /// At most this many answers are kept for repeated requests.
    private static let maxRepeatedCount = 10_000

    /// The first answer to a key, or the answer of `work`, which is kept if it is a success.
    mutating func once(_ key: String?, _ work: (inout Self) -> MockAnswer) -> MockAnswer {
        guard let key else { return work(&self) }
        if var first = repeated[key] {
            first.note = "repeated: the first reply to this key"
            first.change = nil
            return first
        }
        let answer = work(&self)
        if (200...299).contains(answer.status) {
            repeated[key] = answer
            repeatedKeys.append(key)
        }
        if repeatedKeys.count > Self.maxRepeatedCount { repeated[repeatedKeys.removeFirst()] = nil }
        return answer
    }
}
