#if Tools
    import Foundation
    import HTTPTypes
    import NetTaskAsyncHTTPClient
    import NetTaskBase
    import NetTaskGenerator
    import NetTaskHTTP
    import NetTaskMocks
    import NetTaskTerminal

    /// Passes requests to a server, and compares the server's replies with the spec.
    final class ContractProxy: Sendable {
        private let mock: MockAPI
        private let contract: MockContract
        private let queue: HTTPNetTaskQueue
        private let baseURL: String
        private let found: Locked<(findings: MockFindings, overlay: ContractOverlay?)>

        /// The fields of one connection (RFC 9110, section 7.6.1), and those that the transport writes itself.
        private static let ownFields: Set<String> = [
            "connection", "content-length", "expect", "host", "keep-alive", "proxy-connection", "te", "trailer",
            "transfer-encoding", "upgrade",
        ]

        /// - Parameter baseURL: replaces the base URL of the spec.
        init(_ description: MockDescription, _ mock: MockAPI, to baseURL: String, _ overlay: ContractOverlay?) {
            found = Locked((MockFindings(), overlay))
            self.mock = mock
            contract = MockContract(description)
            self.baseURL = baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL
            // The client decides what follows from a redirection.
            queue = HTTPNetTaskQueue(transport: AsyncHTTPClientTransport()) { $0.maxRedirects = 0 }
        }

        /// The differences so far.
        var findings: [MockFindings.Finding] { found.withLock { $0.findings.all } }

        /// The reply of the server; 502 if there is none.
        func answer(_ request: MockRequest) async -> MockAnswer {
            let endpoint = mock.endpoint(for: request)
            let reply: HTTPReply
            do {
                let uri = "\(baseURL)/\(mock.relativeTarget(request.target))"
                var passing = request
                passing.headers = passed(request.headers)
                reply = try await queue.run(SentMessage(message: try passing.message(to: uri)))
            } catch {
                var answer = MockAnswer(502, headers: [.contentType: "text/plain"], body: Data("\(error)\n".utf8))
                answer.endpoint = endpoint?.name
                answer.note = "the server does not answer"
                return answer
            }
            var answer = MockAnswer(reply.code, headers: passed(reply.headers), body: reply.body)
            answer.headers[.contentEncoding] = nil  // the transport has decoded the body
            answer.endpoint = endpoint?.name
            guard let endpoint else {
                answer.note = "not in the spec"
                return answer
            }
            let problems = contract.differences(reply.code, reply.headers, reply.body, from: endpoint)
            found.withLock {
                $0.findings.add(problems, of: endpoint)
                if problems.isEmpty { return }
                $0.overlay?.add(problems, reply.code, of: endpoint.name)
                do { try $0.overlay?.write() } catch { printError("error: the overlay: \(error.localizedDescription)") }
            }
            answer.note = problems.first.map { "\($0.path): \($0.found), but the spec says \($0.expected)" } ?? ""
            return answer
        }

        private func passed(_ headers: HTTPFields) -> HTTPFields {
            var result = HTTPFields()
            for field in headers where !Self.ownFields.contains(field.name.canonicalName) { result.append(field) }
            return result
        }
    }

    extension MockRequest {
        /// The message that sends the request to a URL.
        func message(to uri: String) throws -> HTTPMessage {
            guard let method = HTTPRequest.Method(rawValue: method) else {
                throw PackError(task: "", parameter: "", reason: "\(method) is not a method")
            }
            return HTTPMessage(method: method, uri: uri, headers: headers, body: body.isEmpty ? nil : .data(body))
        }
    }

    extension [MockFindings.Finding] {
        /// The differences as lines for people.
        var table: String {
            if isEmpty { return "No reply differs from the spec." }
            let lines = map { finding in
                let count = finding.count > 1 ? "  \(finding.count) times" : ""
                let name = terminal.styled(finding.endpoint.escapedForTerminal, .bold)
                let text = "\(finding.path): \(finding.found), but the spec says \(finding.expected)"
                return "\(name)\(count)\n    \(text.escapedForTerminal)\n    \(finding.place)"
            }
            return (["\(count) kinds of differences:"] + lines).joined(separator: "\n")
        }
    }
#endif
