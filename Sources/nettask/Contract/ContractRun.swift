#if Tools
    import Foundation
    import HTTPTypes
    import NetTaskAsyncHTTPClient
    import NetTaskGenerator
    import NetTaskHTTP
    import NetTaskMocks
    import NetTaskSpec

    /// Sends requests to a server, and compares its replies with the spec.
    struct ContractRun {
        private let spec: Spec
        private let description: MockDescription
        private let baseURL: String
        private let maker: MockRequestMaker
        private let contract: MockContract
        private let isShrinking: Bool
        private let transport = AsyncHTTPClientTransport()

        /// Requests that find a difference are made smaller at most this often.
        private static let maxShrinkCount = 50

        init(_ spec: Spec, _ baseURL: String, seed: UInt64, isShrinking: Bool) throws {
            self.spec = spec
            self.baseURL = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
            description = try MockDescription(json: MockDescriptionText(spec).json)
            maker = MockRequestMaker(description, seed: seed)
            contract = MockContract(description)
            self.isShrinking = isShrinking
        }

        /// - Parameter report: is called with each result, in order.
        func test(only names: [String], all: Bool, _ report: (ContractResult) -> Void) async throws {
            var known = MockKnownThings(description)
            let endpoints = description.endpoints.filter { endpoint in
                (all || ["GET", "HEAD", "OPTIONS"].contains(endpoint.method))
                    && (names.isEmpty || names.contains(endpoint.name))
            }
            for endpoint in known.ordered(endpoints) {
                let credentials: [any HTTPMiddleware]
                do throws(CallArgumentError) {
                    credentials = try self.credentials(for: endpoint)
                } catch {
                    report(result(endpoint, "", nil, .leftOut(error.message)))
                    continue
                }
                if endpoint.path.isEmpty || endpoint.path.contains("://") {
                    report(result(endpoint, "", nil, .leftOut("it has a URL of its own")))
                    continue
                }
                var sent: Set<String> = []
                for values in maker.values(for: endpoint) {
                    let values = known.applied(to: values, of: endpoint)
                    let request = maker.request(values, to: endpoint)
                    // With a known id, several requests can be the same.
                    let key = "\(request.target) \(String(decoding: request.body, as: UTF8.self))"
                    guard sent.insert(key).inserted else { continue }
                    var found = await send(values, to: endpoint, credentials, isMadeUp: known.needsID(endpoint), &known)
                    if isShrinking, found.outcome.isDifference {
                        found = await shrunk(found, values, endpoint, credentials, known)
                    }
                    report(found)
                    if found.outcome.isLeftOut { break }
                }
            }
        }

        private func credentials(for endpoint: MockEndpoint) throws(CallArgumentError) -> [any HTTPMiddleware] {
            guard let own = spec.endpoints.first(where: { $0.qualifiedName == endpoint.name }) else { return [] }
            var placeholders: CallPlaceholders?
            let arguments = try CallArguments([], ProcessInfo.processInfo.environment)
            return try arguments.credentials(for: own, of: spec, baseURL, &placeholders)
        }

        private func send(
            _ values: MockRequestMaker.Values,
            to endpoint: MockEndpoint,
            _ credentials: [any HTTPMiddleware],
            isMadeUp: Bool,
            _ known: inout MockKnownThings
        ) async -> ContractResult {
            let request = maker.request(values, to: endpoint)
            let reply: HTTPReply
            do {
                let queue = HTTPNetTaskQueue(transport: transport) { $0.middleware = credentials }
                reply = try await queue.run(SentMessage(message: try request.message(to: baseURL + request.target)))
            } catch {
                let problem = MockProblem(path: "reply", found: "\(error)", expected: "a reply")
                return result(endpoint, values.kind, nil, .difference(problem), request)
            }
            if (200...299).contains(reply.code) {
                known.record(from: reply.body, of: endpoint)
                known.forget(endpoint)
            }
            // The server does not have a thing whose id was made up.
            if reply.code == 404, isMadeUp {
                return result(
                    endpoint,
                    values.kind,
                    404,
                    .leftOut("no id is known, and the server has no made-up one"),
                    request
                )
            }
            let problems = contract.differences(reply.code, reply.headers, reply.body, from: endpoint)
            return result(endpoint, values.kind, reply.code, problems.first.map { .difference($0) } ?? .same, request)
        }

        private func result(
            _ endpoint: MockEndpoint,
            _ kind: String,
            _ status: Int?,
            _ outcome: ContractResult.Outcome,
            _ request: MockRequest? = nil
        ) -> ContractResult {
            // Secret params can be in the query, so the target is shown without it.
            let hasSecret = endpoint.params.contains(where: \.isSecret)
            let target = request.map { hasSecret ? String($0.target.prefix { $0 != "?" }) : $0.target }
            return ContractResult(
                endpoint: endpoint.name,
                place: endpoint.place,
                kind: kind,
                request: target.map { "\(endpoint.method) \($0)" } ?? "",
                status: status,
                outcome: outcome
            )
        }

        /// The result of the smallest request with the same difference.
        private func shrunk(
            _ result: ContractResult,
            _ values: MockRequestMaker.Values,
            _ endpoint: MockEndpoint,
            _ credentials: [any HTTPMiddleware],
            _ known: MockKnownThings
        ) async -> ContractResult {
            guard case .difference(let problem) = result.outcome else { return result }
            var (best, values, known, count) = (result, values, known, 0)
            var hasShrunk = true
            while hasShrunk {
                hasShrunk = false
                for smaller in maker.smaller(values) where count < Self.maxShrinkCount {
                    count += 1
                    let isMadeUp = known.needsID(endpoint)
                    let found = await send(smaller, to: endpoint, credentials, isMadeUp: isMadeUp, &known)
                    guard case .difference(let other) = found.outcome, other.path == problem.path else { continue }
                    (best, values, hasShrunk) = (found, smaller, true)
                    break
                }
            }
            best.kind += count > 0 ? ", smallest" : ""
            return best
        }
    }
#endif
