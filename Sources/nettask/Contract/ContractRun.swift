#if Tools
    import Foundation
    import HTTPTypes
    import NetTaskAsyncHTTPClient
    import NetTaskAuthoring
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
                let queue = HTTPNetTaskQueue(transport: AsyncHTTPClientTransport()) { $0.middleware = credentials }
                reply = try await queue.run(SentRequest(message: try message(request)))
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

        private func message(_ request: MockRequest) throws -> HTTPMessage {
            guard let method = HTTPRequest.Method(rawValue: request.method) else {
                throw PackError(task: "", parameter: "", reason: "\(request.method) is not a method")
            }
            return HTTPMessage(
                method: method,
                uri: baseURL + request.target,
                headers: request.headers,
                body: request.body.isEmpty ? nil : .data(request.body)
            )
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

    /// A request whose response is the reply, with any status.
    private struct SentRequest: NetTask {
        let message: HTTPMessage

        func pack() -> HTTPMessage { message }
        func parse(_ reply: HTTPReply) -> HTTPReply { reply }
    }

    /// Results in the format of JUnit, which build servers read.
    struct JUnitReport {
        private let results: [ContractResult]

        init(_ results: [ContractResult]) {
            self.results = results
        }

        var text: String {
            let failures = results.count { $0.outcome.isDifference }
            let skipped = results.count { $0.outcome.isLeftOut }
            var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
            let counts = "tests=\"\(results.count)\" failures=\"\(failures)\" skipped=\"\(skipped)\""
            lines.append("<testsuite name=\"nettask test\" \(counts)>")
            for result in results {
                let name = [result.kind, result.request].filter { !$0.isEmpty }.joined(separator: ": ")
                let head = "  <testcase classname=\"\(Self.escaped(result.endpoint))\" name=\"\(Self.escaped(name))\""
                switch result.outcome {
                case .same: lines.append(head + "/>")
                case .leftOut(let reason):
                    lines.append("\(head)><skipped message=\"\(Self.escaped(reason))\"/></testcase>")
                case .difference(let problem):
                    let message = "\(problem.path): \(problem.found), but the spec says \(problem.expected)"
                    lines.append(
                        "\(head)><failure message=\"\(Self.escaped(message))\">\(Self.escaped(result.place))</failure></testcase>"
                    )
                }
            }
            return lines.joined(separator: "\n") + "\n</testsuite>\n"
        }

        /// The text with the escapes of XML, without characters that XML 1.0 does not allow (section 2.2).
        private static func escaped(_ text: String) -> String {
            var result = ""
            for scalar in text.unicodeScalars {
                switch scalar {
                case "&": result += "&amp;"
                case "<": result += "&lt;"
                case ">": result += "&gt;"
                case "\"": result += "&quot;"
                case "\t", "\n", "\r": result += "&#\(scalar.value);"
                case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: result += "�"
                default: result.unicodeScalars.append(scalar)
                }
            }
            return result
        }
    }
#endif
