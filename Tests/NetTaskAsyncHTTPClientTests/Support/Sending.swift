#if AsyncHTTPClient
    import AsyncHTTPClient
    import Foundation
    import HTTPTypes
    import NIOConcurrencyHelpers
    import NetTaskAsyncHTTPClient
    import NetTaskRuntime

    /// Gets a text.
    struct GetText: HTTPNetTask {
        typealias Response = String
        var uri = "x"
    }

    /// Gets a file.
    struct GetFile: HTTPNetTask {
        typealias Response = HTTPFile
        var uri: String { "x" }
    }

    /// Posts a body as it is.
    struct Post: HTTPNetTask {
        typealias Response = String
        var body: HTTPFile

        static var endpoint: HTTPEndpoint { HTTPEndpoint(nil, .post) }
        var uri: String { "x" }
        func pack() throws -> HTTPMessage {
            HTTPMessage(method: .post, uri: uri, body: .file(body))
        }
    }

    /// A queue over a transport of its own.
    func makeQueue(
        _ url: String,
        configuration: HTTPConfiguration = HTTPConfiguration(),
        transport: AsyncHTTPClientTransport = AsyncHTTPClientTransport()
    ) -> HTTPNetTaskQueue {
        HTTPNetTaskQueue(transport: transport, baseURL: url) {
            $0 = configuration
        }
    }

    /// Sends a message as it is, past any task.
    func send(
        _ message: HTTPMessage,
        to url: String,
        transport: AsyncHTTPClientTransport = AsyncHTTPClientTransport()
    ) async throws -> HTTPReply {
        try await HTTPNetTaskQueueHandler(transport: transport, baseURL: url) {
            $0.userAgent = nil
        }
        .send(message, context: NetTaskContext(name: "Test"))
    }

    /// Makes a client of the caller's own, and shuts it down afterwards.
    func withClient(
        _ configuration: HTTPClient.Configuration = HTTPClient.Configuration(),
        _ body: (HTTPClient) async throws -> Void
    ) async throws {
        let client = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
        do {
            try await body(client)
        } catch {
            try await client.shutdown()
            throw error
        }
        try await client.shutdown()
    }

    /// The error that a request to a server ends with.
    func transportError(_ send: () async throws -> Void) async throws -> TransportError? {
        do {
            try await send()
            return nil
        } catch let error as TransportError {
            return error
        } catch NetTaskError<Never>.transport(let error) {
            return error
        }
    }

    /// Something that one side of a test waits for, and the other reports.
    struct Signal: Sendable {
        private let stream: AsyncStream<Void>
        private let continuation: AsyncStream<Void>.Continuation

        init() {
            (stream, continuation) = AsyncStream.makeStream()
        }

        func report() {
            continuation.finish()
        }

        func wait() async {
            for await _ in stream {}
        }
    }

    /// A file in the folder for temporary ones, that is removed once nobody holds this.
    final class ScratchFile: Sendable {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

        init(_ data: Data? = nil) throws {
            try data?.write(to: url)
        }

        deinit {
            try? FileManager.default.removeItem(at: url)
        }
    }
#endif
