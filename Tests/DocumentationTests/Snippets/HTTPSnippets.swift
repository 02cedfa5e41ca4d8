import Foundation
import HTTPTypes
import NetTaskObservability
import NetTaskRuntime
import NetTaskTesting
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Snippets: HTTP", .timeLimit(.minutes(5)))
struct HTTPSnippets {
    private let queue = makeAnsweredQueue()
    private let show = Shown()
    private let password = "p"
    private let transport = HTTPMockTransport { _ in .status(200, #"{"id":1,"title":"t"}"#) }

    @Test("set-up")
    func setUp() {
        // snippet: set-up
        // The settings for all requests of a queue.
        let queue = HTTPNetTaskQueue(baseURL: "https://api.example.com/v1") {
            $0.headers = [.acceptLanguage: "en"]
            $0.userAgent = "Reader/2.1"
            $0.timeouts = HTTPTimeouts(connect: .seconds(5), firstByte: .seconds(20))
            $0.maxReplySize = 8 << 20
            $0.cookies = HTTPCookieJar()
            $0.middleware = [
                BasicCredentials(user: "me", password: password, hosts: ["api.example.com"])
            ]
        }
        // end
        #expect(queue.count == 0)
    }

    @Test("per-call")
    func perCall() async throws {
        // snippet: per-call
        let post = queue.add(
            JSONPlaceholder.GetPost(id: 1),
            .headers(["X-Request-Id": "7"]),
            .baseURL("https://staging.example.com"),
            .timeout(.seconds(10)),  // each attempt
            .deadline(.seconds(60)),  // all of them
            .timeouts(HTTPTimeouts(firstByte: .seconds(3))),
            .retry(RetryPolicy(maxRetryCount: 4, backoff: .exponential)),
            .retryIf { error in (error as? StatusError)?.code != 503 }
        )
        // end
        #expect(try await post.value.id == 1)
    }

    @Test("middleware")
    func middleware() async throws {
        // snippet: middleware
        struct Signature: HTTPMiddleware {
            func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply {
                var call = call
                call.request.headerFields[.init("X-Operation")!] = call.operation.uriTemplate  // posts/{id}
                return try await next(call)
            }
        }
        // end
        let configuration = HTTPConfiguration { $0.middleware = [Signature()] }
        _ = try await HTTPNetTaskQueue(transport: transport) {
            $0 = configuration
        }
        .run(JSONPlaceholder.GetPost(id: 1))
        #expect(transport.requests[0].head.headerFields[.init("X-Operation")!] == "posts/{id}")
    }

    @Test("bearer")
    func bearer() async throws {
        let transport = transport
        // snippet: bearer
        // Another queue, which needs no token.
        let login = HTTPNetTaskQueue(transport: transport)
        let credentials = BearerCredentials(hosts: ["api.example.com"]) { _ in
            let post = try await login.run(JSONPlaceholder.GetPost(id: 1))
            return .init(post.title, expires: Date(timeIntervalSinceNow: 3_600))
        }
        // end
        let configuration = HTTPConfiguration { $0.middleware = [credentials] }
        let queue = HTTPNetTaskQueue(transport: transport, baseURL: "https://api.example.com") {
            $0 = configuration
        }
        _ = try await queue.run(JSONPlaceholder.GetPost(id: 1))
        #expect(transport.requests.last?.head.headerFields[.authorization] == "Bearer t")
    }

    @Test("logger")
    func logger() async throws {
        let show = show
        // snippet: logger
        let logger = RequestLogger(showsCurl: true) { line in show(line) }
        // end
        let configuration = HTTPConfiguration { $0.middleware = [logger] }
        _ = try await HTTPNetTaskQueue(transport: transport) {
            $0 = configuration
        }
        .run(JSONPlaceholder.GetPost(id: 1))
        #expect(show.texts.count == 2)
    }

    @Test("files")
    func files() async throws {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("NetTask-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: place) }
        let queue = HTTPNetTaskQueue(transport: transport)
        // snippet: files
        // A task whose response is an `HTTPFile`: to a temporary file, or to the file that you name.
        let temporary = try await queue.run(Photos.Download(id: 1))
        let kept = try await queue.run(Photos.Download(id: 2), .download(to: place))
        let text = try temporary.withURL { url in try String(contentsOf: url, encoding: .utf8) }

        // A param that is an `HTTPFile`: from memory, from disk, or from a stream.
        let photo = HTTPFile(at: place, contentType: "image/jpeg")
        let upload = queue.add(Photos.Upload(photo: photo))
        for await progress in upload.progress {
            show(progress.direction, progress.completed, "of", progress.total ?? 0)
        }
        // end
        _ = try await upload.value
        #expect(try temporary.data() == kept.data())
        #expect(try text.map { Data($0.utf8) } == kept.data())
    }

    @Test("session")
    func session() {
        // snippet: session
        let configuration = URLSessionConfiguration.default
        configuration.httpMaximumConnectionsPerHost = 16
        let queue = HTTPNetTaskQueue(transport: URLSessionTransport(configuration: configuration))
        // end
        #expect(queue.count == 0)
    }

    @Test("transport")
    func ownTransport() async throws {
        // snippet: transport
        struct Offline: HTTPTransport {
            func send(_ request: HTTPRequest, body: HTTPRequestBody?, exchange: HTTPExchange) async throws {
                guard request.path == "/posts/1" else {
                    throw TransportError(.cannotConnect, reason: "there is no network")
                }
                try exchange.receive(HTTPResponse(status: .ok))
                try exchange.receive(Data(#"{"id": 1, "title": "from disk"}"#.utf8))
            }
        }
        // end
        let post = try await HTTPNetTaskQueue(transport: Offline()).run(JSONPlaceholder.GetPost(id: 1))
        #expect(post.title == "from disk")
    }
}

private enum Photos {
    struct Download: HTTPNetTask {
        typealias Response = HTTPFile
        var id: Int
        var uri: String { "https://photos.test/\(id)" }
    }

    struct Upload: HTTPNetTask {
        typealias Response = Void
        static var endpoint: HTTPEndpoint { HTTPEndpoint(nil, .post, encoding: .multipart) }
        var photo: HTTPFile
        var uri: String { "https://photos.test/" }

        func pack(into packer: inout ParameterPacker) {
            packer.add("photo", photo)
        }
    }
}
