#if Observability
    import Foundation
    import HTTPTypes
    import InMemoryTracing
    import NetTaskObservability
    import NetTaskRuntime
    import Testing

    private let secret = "p@ss/w \"ö+%&=1"
    private let escaped = "p%40ss%2Fw%20%22%C3%B6%2B%25%26%3D1"
    private let user = "ann"

    /// What the secret may look like somewhere.
    private let spellings = [
        secret, escaped, escaped.lowercased(), escaped.replacingOccurrences(of: "%20", with: "+"),
        "p@ss/w \\\"ö+%&=1", "p@ss\\/w \\\"ö+%&=1",
        Data(secret.utf8).base64EncodedString(), Data("\(user):\(secret)".utf8).base64EncodedString(),
    ]

    /// Has the secret in its path, its query, a header and its body.
    private struct Login: HTTPNetTask {
        typealias Response = String
        static var endpoint: HTTPEndpoint {
            HTTPEndpoint(
                "Login",
                .put,
                "login/{token}",
                settings: NetTaskSettings(retry: RetryPolicy(maxRetryCount: 1, interval: .zero))
            )
        }
        var uri: String { "login/\(escaped)" }

        func pack() -> HTTPMessage {
            var message = HTTPMessage(
                method: Self.endpoint.method,
                uri: uri,
                query: "password=\(escaped)",
                headers: [.cookie: "session=\(escaped)"],
                body: .data(Data(secret.utf8))
            )
            message.secrets = [secret]
            return message
        }
    }

    /// Written by hand: has no template, and credentials in its URL.
    private struct Anywhere: HTTPNetTask {
        typealias Response = String
        static var endpoint: HTTPEndpoint {
            HTTPEndpoint(settings: NetTaskSettings(retry: RetryPolicy(maxRetryCount: 1, interval: .zero)))
        }
        var uri: String { "https://\(user):\(escaped)@a.example/x?key=\(escaped)" }

        func pack() -> HTTPMessage {
            var message = HTTPMessage(uri: uri)
            message.secrets = [secret]
            return message
        }
    }

    /// An error of somebody else's, with all in it.
    private struct TellingError: Error, CustomStringConvertible {
        var description: String { spellings.joined(separator: " ") }
    }

    /// What servers and networks may do.
    private enum Course: CaseIterable {
        case success, echo, echoInBadReply, transportError, otherError, retry, redirect, badRedirect, middlewareError

        func answer(_ request: HTTPRequest, _ number: Int) throws -> (HTTPResponse, String) {
            let all = spellings.joined(separator: " ")
            let headers: HTTPFields = [.setCookie: "session=\(escaped)", .server: escaped]
            switch self {
            case .success: return (HTTPResponse(status: .ok, headerFields: headers), all)
            case .echo: return (HTTPResponse(status: .internalServerError, headerFields: headers), all)
            case .echoInBadReply: return (HTTPResponse(status: .ok), all + "\u{FFFD}")
            case .transportError: throw TransportError(.connectionLost, reason: all, underlying: TellingError())
            case .otherError: throw TellingError()
            case .retry: return (HTTPResponse(status: number == 1 ? .badGateway : .ok), all)
            case .redirect where number == 1:
                let location = "https://\(user):\(escaped)@b.example/there/\(escaped)?token=\(escaped)"
                return (HTTPResponse(status: .temporaryRedirect, headerFields: [.location: location]), all)
            case .badRedirect:
                return (HTTPResponse(status: .temporaryRedirect, headerFields: [.location: "gopher:\(escaped)"]), all)
            case .redirect, .middlewareError: return (HTTPResponse(status: .ok), all)
            }
        }
    }

    @Suite("Secrets", .timeLimit(.minutes(5)))
    struct SecretTests {
        private let emitted = Emitted()

        private func makeQueue(_ course: Course, _ transport: AnsweringTransport) -> HTTPNetTaskQueue {
            let inner = ClosureMiddleware { _ in
                if course == .middlewareError { throw TellingError() }
            }
            return HTTPNetTaskQueue(
                transport: transport,
                baseURL: "https://\(user):\(escaped)@a.example",
                observers: emitted.observers
            ) {
                $0.middleware = emitted.middleware + [BasicCredentials(user: user, password: secret), inner]
            }
        }

        private func expectNoSecret(sourceLocation: SourceLocation = #_sourceLocation) {
            let texts = emitted.texts
            #expect(texts.count >= 8, sourceLocation: sourceLocation)
            for text in texts {
                for spelling in spellings where text.contains(spelling) {
                    Issue.record("\(spelling) in \(text)", sourceLocation: sourceLocation)
                }
            }
        }

        @Test("No log, metric or span contains secrets of the spec or credentials", arguments: Course.allCases)
        fileprivate func login(course: Course) async throws {
            // given
            let transport = AnsweringTransport(course.answer)
            // when
            _ = await makeQueue(course, transport).add(Login()).result
            // then
            expectNoSecret()
            if let request = transport.requests.first {
                // It was there to be found.
                #expect(request.path == "/login/\(escaped)?password=\(escaped)")
                #expect(
                    request.headerFields[.authorization].map { spellings.contains(String($0.dropFirst(6))) } == true
                )
            } else {
                #expect(course == .middlewareError)
            }
        }

        @Test("This includes tasks without a template, with credentials in the URL", arguments: Course.allCases)
        fileprivate func anywhere(course: Course) async throws {
            // given
            let transport = AnsweringTransport(course.answer)
            // when
            _ = await makeQueue(course, transport).add(Anywhere()).result
            // then
            expectNoSecret()
            #expect(emitted.tracer.finishedSpans.first?.operationName == "GET https://a.example/x")
            #expect(emitted.tracer.finishedSpans.first?.texts["url.full"] == "https://a.example/x?key=<secret>")
        }

        @Test("This includes tasks that are not sent because their URL is invalid")
        func unusable() async {
            // given
            let queue = makeQueue(.success, AnsweringTransport(200))
            // when
            _ = await queue.add(Login(), .baseURL("ftp://\(user):\(escaped)@a.example")).result
            // then
            for text in emitted.texts {
                #expect(!spellings.contains { text.contains($0) }, "\(text)")
            }
            #expect(emitted.texts.contains { $0.contains("invalidRequest") })
        }
    }
#endif
