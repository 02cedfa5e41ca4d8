import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskHTTP

@Suite("Files and limits", .timeLimit(.minutes(5)))
struct FileTransferTests {
    private struct Download: HTTPNetTask {
        typealias Response = HTTPFile
        var uri: String { "http://a.test/f" }
    }

    private struct DownloadAnywhere: HTTPNetTask {
        typealias Response = HTTPFile
        var uri: String { "f" }
    }

    private struct DownloadIfAny: HTTPNetTask {
        typealias Response = HTTPFile?
        var uri: String { "http://a.test/f" }
    }

    /// A folder that is removed after the test.
    private func withFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("NetTaskTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }

    private func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    // MARK: Uploads

    @Test("A pipe fails its upload at once, and does not block a thread that other tasks need")
    func pipe() async throws {
        try await withFolder { folder in
            // given
            let pipe = folder.appendingPathComponent("pipe")
            #expect(mkfifo(pipe.path, 0o600) == 0)
            let transport = HTTPMockTransport { _ in .status(200) }
            let queue = HTTPNetTaskQueue(transport: transport)
            let count = ProcessInfo.processInfo.activeProcessorCount + 1
            // when
            let uploads = (0..<count).map { _ in queue.add(Upload(file: HTTPFile(at: pipe))) }
            // then
            for upload in uploads {
                guard case .failure(.transport(let error)) = await upload.result else {
                    Issue.record("a pipe has no length")
                    continue
                }
                #expect(error.kind == .invalidRequest)
                #expect(error.reason == "\"pipe\" in the body cannot be read: it is not a regular file")
            }
            #expect(transport.requests.isEmpty)
        }
    }

    @Test("A file that becomes a pipe before it is sent fails its upload, too")
    func becomesPipe() async throws {
        try await withFolder { folder in
            // given
            let place = folder.appendingPathComponent("f")
            try Data("bytes".utf8).write(to: place)
            let replacing = Replacing(place)
            let queue = HTTPNetTaskQueue(transport: BodyTransport()) {
                $0.middleware = [replacing]
            }
            // when
            let result = await queue.add(Upload(file: HTTPFile(at: place))).result
            // then
            guard case .failure(.transport(let error)) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(error.reason.contains("it is not a regular file"))
        }
    }

    @Test("A task that waits for an unresponsive disk ends when it is cancelled, such as by a timeout")
    func silentDisk() async throws {
        // given
        let arrived = Signal()
        let answer = DispatchSemaphore(value: 0)
        let reading = Task {
            try await onDisk {
                arrived.report()
                answer.wait()
            }
        }
        await arrived.wait()
        // when
        reading.cancel()
        // then
        await #expect(throws: CancellationError.self) { try await reading.value }
        answer.signal()
    }

    private struct Upload: HTTPNetTask {
        typealias Response = Data
        static var method: HTTPRequest.Method { .put }
        let file: HTTPFile
        var uri: String { "http://a.test/f" }
        func pack(into packer: inout ParameterPacker) {
            packer.body(file)
        }
    }

    // MARK: Downloads

    @Test("A download is in a temporary file with the server's name, which is removed with its last reference")
    func temporary() async throws {
        // given
        let headers: HTTPFields = [.contentDisposition: #"attachment; filename="a b.txt""#, .contentType: "text/plain"]
        let queue = HTTPNetTaskQueue(transport: HTTPMockTransport { _ in .status(200, "hello", headers: headers) })
        var place = URL(fileURLWithPath: "/")
        do {
            // when
            let file = try await queue.run(Download())
            // then
            place = try #require(file.withURL { $0 })
            #expect(try file.data() == Data("hello".utf8))
            #expect(file.name == "a b.txt")
            #expect(file.contentType == "text/plain")
            #expect(FileManager.default.fileExists(atPath: place.path))
        }
        // The queue releases its own copy soon after it has returned one.
        while FileManager.default.fileExists(atPath: place.path) {
            await Task.yield()
        }
    }

    @Test("A download can have a path, and replaces an existing file")
    func destination() async throws {
        try await withFolder { folder in
            // given
            let place = folder.appendingPathComponent("f.bin")
            try Data("old".utf8).write(to: place)
            let queue = HTTPNetTaskQueue(transport: HTTPMockTransport { _ in .status(200, "new") })
            // when
            let file = try await queue.run(Download(), .download(to: place))
            // then
            #expect(file.contents == .url(place))
            #expect(try Data(contentsOf: place) == Data("new".utf8))
            #expect(try names(in: folder) == ["f.bin"])
        }
    }

    @Test("An incomplete download keeps the existing file, and leaves no other")
    func broken() async throws {
        try await withFolder { folder in
            // given
            let place = folder.appendingPathComponent("f.bin")
            try Data("old".utf8).write(to: place)
            let transport = PartsTransport(["new", "er"], length: 10)
            // when
            let result = await HTTPNetTaskQueue(transport: transport).add(Download(), .download(to: place)).result
            // then
            guard case .failure(.transport(let error)) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(error.kind == .connectionLost)
            #expect(try Data(contentsOf: place) == Data("old".utf8))
            #expect(try names(in: folder) == ["f.bin"])
        }
    }

    @Test("The file of a cancelled download is removed when its attempt has stopped")
    func cancelled() async throws {
        try await withFolder { folder in
            // given
            let gate = Signal()
            let transport = PartsTransport(["new", "er"], length: 10, gate: gate)
            let queue = HTTPNetTaskQueue(transport: transport)
            let handle = queue.add(Download(), .download(to: folder.appendingPathComponent("f.bin")))
            for await progress in handle.progress where progress.completed == 3 { break }
            // when
            handle.cancel()
            _ = await handle.result
            // then
            while try !names(in: folder).isEmpty {
                await Task.yield()
            }
            gate.report()
        }
    }

    @Test("A temporary file exists while its URL is used, over any transport")
    func place() async throws {
        // given
        let server = try HTTPLoopbackServer { _ in .status(200, "hello") }
        // when
        let file = try await HTTPNetTaskQueue(baseURL: server.baseURL).run(DownloadAnywhere())
        let text = try file.withURL { try String(contentsOf: $0, encoding: .utf8) }
        let later = try await HTTPNetTaskQueue(baseURL: server.baseURL).run(DownloadAnywhere()).withURL { url in
            await Task.yield()
            return try String(contentsOf: url, encoding: .utf8)
        }
        await server.stop()
        // then
        #expect(text == "hello")
        #expect(later == "hello")
        #expect(HTTPFile(data: Data()).withURL { $0 } == nil)
    }

    @Test("A path that cannot be written is an error with the reason")
    func nowhere() async {
        // given
        let place = URL(fileURLWithPath: "/nonexistent/f.bin")
        let transport = HTTPMockTransport { _ in .status(200, "new") }
        // when
        let result = await HTTPNetTaskQueue(transport: transport).add(Download(), .download(to: place)).result
        // then
        guard case .failure(.transport(let error)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.kind == .invalidRequest)
        #expect(
            error.reason
                == "\"f.bin\" cannot be written to: the folder /nonexistent does not exist; create it before the download"
        )
        #expect(transport.requests.isEmpty)
    }

    @Test("Only a regular file is replaced; otherwise nothing is sent")
    func notReplaced() async throws {
        try await withFolder { folder in
            // given
            func place(_ name: String) -> URL { folder.appendingPathComponent(name) }
            try Data("old".utf8).write(to: place("file"))
            try FileManager.default.createDirectory(at: place("folder"), withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(at: place("link"), withDestinationURL: place("file"))
            try FileManager.default.createSymbolicLink(at: place("dangling"), withDestinationURL: place("nothing"))
            #expect(mkfifo(place("pipe").path, 0o600) == 0)
            // Only root may make a device: this is the null device.
            let isDevice = mknod(place("device").path, S_IFCHR | 0o600, 0x103) == 0
            let transport = HTTPMockTransport { _ in .status(200, "new") }
            let queue = HTTPNetTaskQueue(transport: transport)
            let names = ["folder", "link", "dangling", "pipe"] + (isDevice ? ["device"] : [])
            for name in names + ["file/f"] {
                // when
                let result = await queue.add(Download(), .download(to: place(name))).result
                // then
                guard case .failure(.transport(let error)) = result else {
                    Issue.record("\(name): \(result)")
                    continue
                }
                #expect(error.kind == .invalidRequest, "\(name)")
            }
            #expect(transport.requests.isEmpty)
            #expect(try self.names(in: folder) == (names + ["file"]).sorted())
            #expect(try Data(contentsOf: place("file")) == Data("old".utf8))
        }
    }

    @Test("A non-regular file that appears meanwhile is not replaced either")
    func takenMeanwhile() async throws {
        try await withFolder { folder in
            // given
            let place = folder.appendingPathComponent("f.bin")
            let gate = Signal()
            let transport = PartsTransport(["new", "er"], length: 5, gate: gate)
            let handle = HTTPNetTaskQueue(transport: transport).add(Download(), .download(to: place))
            for await progress in handle.progress where progress.completed == 3 { break }
            // when
            #expect(mkfifo(place.path, 0o600) == 0)
            gate.report()
            // then
            guard case .failure(.transport(let error)) = await handle.result else {
                Issue.record("a pipe was replaced")
                return
            }
            #expect(error.reason.contains("it is not a regular file"))
            #expect((try? names(in: folder)) == ["f.bin"])
        }
    }

    @Test("A reply that is not accepted is kept in memory, and does not change the file")
    func refused() async throws {
        try await withFolder { folder in
            // given
            let place = folder.appendingPathComponent("f.bin")
            let queue = HTTPNetTaskQueue(transport: HTTPMockTransport { _ in .status(404, "no such file") })
            // when
            let result = await queue.add(Download(), .download(to: place)).result
            // then
            guard case .failure(.status(let error, _)) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(error.body == Data("no such file".utf8))
            let left = try names(in: folder)
            #expect(left.isEmpty)
        }
    }

    @Test("An empty download is an empty file, or nil for an optional response")
    func empty() async throws {
        let queue = HTTPNetTaskQueue(transport: HTTPMockTransport { _ in .status(204) })
        #expect(try await queue.run(Download()).data().isEmpty)
        #expect(try await queue.run(DownloadIfAny()) == nil)
    }

    @Test(
        "The server's name for a file cannot name another folder",
        arguments: [
            (#"attachment; filename="../../etc/passwd""#, "passwd"), (#"attachment; filename=a.txt"#, "a.txt"),
            (#"attachment; filename="a\"b;c.txt"; size=3"#, #"a"b;c.txt"#), (#"attachment; filename="..""#, nil),
            (#"attachment; filename="C:\\dir\\f.txt""#, "f.txt"), ("inline", nil), (#"attachment; filename="""#, nil),
            ("attachment; filename=a.txt; filename*=UTF-8''%e2%82%ac%20.txt", "€ .txt"),
            ("attachment; filename*=latin1'en'x; filename=b", "b"), (#"attachment; FileName="a.txt""#, "a.txt"),
            ("attachment; filename*=UTF-8''a%2Fb", "b"), ("filename=x", nil), (#"x; filename="unclosed"#, "unclosed"),
            ("attachment; filename=a.txt; filename=b.txt", "a.txt"), ("attachment; filename*=UTF-8''a%0Ab", "b"),
        ]
    )
    func fileNames(header: String, expected: String?) async throws {
        let queue = HTTPNetTaskQueue(
            transport: HTTPMockTransport { _ in .status(200, "x", headers: [.contentDisposition: header]) }
        )
        #expect(try await queue.run(Download()).name == expected)
    }

    @Test("Progress has the received and the total bytes")
    func progress() async throws {
        // given
        let gate = Signal()
        let transport = PartsTransport(["123", "4567"], length: 7, gate: gate)
        let handle = HTTPNetTaskQueue(transport: transport).add(Download())
        // when
        var iterator = handle.progress.makeAsyncIterator()
        let first = await iterator.next()
        gate.report()
        // then
        #expect(first == NetTaskProgress(.receiving, completed: 3, total: 7))
        _ = try await handle.value
        var last = first
        while let next = await iterator.next() { last = next }
        #expect(last == NetTaskProgress(.receiving, completed: 7, total: 7))
    }

    // MARK: Uploads

    @Test("A missing file is an error with the reason, and is not retried")
    func missing() async throws {
        // given
        let transport = HTTPMockTransport { _ in .status(200) }
        let queue = HTTPNetTaskQueue(transport: transport)
        let task = Blog.UploadPhoto(
            albumId: 1,
            caption: "c",
            photo: HTTPFile(at: URL(fileURLWithPath: "/nonexistent/p.png")),
            thumbnail: nil
        )
        // when
        let all = RetryPolicy(maxRetryCount: 3, interval: .zero, when: .all)
        let result = await queue.add(task, .retry(all)).result
        // then
        guard case .failure(.transport(let error)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.kind == .invalidRequest)
        #expect(error.reason.contains("p.png"))
        #expect(transport.requests.isEmpty)
    }

    @Test("A folder or a device is an error, as a whole body and in a form", arguments: ["/", "/dev/zero"])
    func noRegularFile(path: String) async throws {
        // given
        let transport = HTTPMockTransport { _ in .status(200) }
        let queue = HTTPNetTaskQueue(transport: transport)
        let file = HTTPFile(at: URL(fileURLWithPath: path))
        // when
        let whole = await queue.add(Upload(file: file)).result
        let form = await queue.add(Blog.UploadPhoto(albumId: 1, caption: "c", photo: file, thumbnail: file)).result
        // then
        guard case .failure(.transport(let error)) = whole, case .failure(.transport(let formError)) = form else {
            Issue.record("\(whole), \(form)")
            return
        }
        for error in [error, formError] {
            #expect(error.kind == .invalidRequest)
            #expect(error.reason.contains("in the body cannot be read"), "\(error.reason)")
        }
        #expect(transport.requests.isEmpty)
    }

    @Test("A sum of lengths that overflows is unknown")
    func endlessLength() async throws {
        // given
        let transport = BodyTransport()
        let queue = HTTPNetTaskQueue(transport: transport)
        let stream = FileStream(length: .max, next: Self.pieces(["ab"]))
        let task = Blog.UploadPhoto(albumId: 1, caption: "c", photo: HTTPFile(stream: stream), thumbnail: nil)
        // when
        _ = await queue.add(task).result
        // then
        #expect(transport.bodies.value.map(\.length) == [nil])
    }

    @Test("B23: a form with files on disk and in streams is the same, byte for byte, as one in memory")
    func multipart() async throws {
        try await withFolder { folder in
            // given
            let bytes = Data((0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            let place = folder.appendingPathComponent("p.png")
            try bytes.write(to: place)
            let stream = FileStream(
                AsyncStream { continuation in
                    continuation.yield(bytes.prefix(10))
                    continuation.yield(Data())
                    continuation.yield(bytes.dropFirst(10))
                    continuation.finish()
                }
            )
            let transport = BodyTransport()
            let queue = HTTPNetTaskQueue(transport: transport) {
                $0.random = SeededRandom(seed: 3)
            }
            // when
            for photo in [
                HTTPFile(data: bytes, name: "p.png", contentType: "image/png"),
                HTTPFile(at: place, contentType: "image/png"),
                HTTPFile(stream: stream, name: "p.png", contentType: "image/png"),
            ] {
                _ = await queue.add(Blog.UploadPhoto(albumId: 1, caption: "c", photo: photo, thumbnail: nil)).result
            }
            // then
            let bodies = transport.bodies.value
            #expect(bodies.count == 3)
            #expect(bodies.allSatisfy { $0.data.count > 700_000 && $0.data.split == bodies[0].data.split })
            #expect(bodies.map { $0.length == nil } == [false, false, true])
            #expect(bodies[1].length == Int64(bodies[1].data.count))
        }
    }

    @Test("A stream is sent once; another attempt fails with the reason")
    func streamTwice() async throws {
        // given
        let transport = BodyTransport(status: .serviceUnavailable)
        let queue = HTTPNetTaskQueue(transport: transport)
        let stream = FileStream(length: 2, next: Self.pieces(["ab"]))
        let task = Blog.UploadPhoto(albumId: 1, caption: "c", photo: HTTPFile(stream: stream), thumbnail: nil)
        // when
        let all = RetryPolicy(maxRetryCount: 3, interval: .zero, when: .all)
        let result = await queue.add(task, .retry(all)).result
        // then
        guard case .failure(.transport(let error)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.kind == .invalidRequest)
        #expect(error.reason.contains("sent before"))
    }

    @Test("A stream whose length differs from the stated one is an error", arguments: [1, 3])
    func streamLength(length: Int64) async throws {
        // given
        let queue = HTTPNetTaskQueue(transport: BodyTransport())
        let stream = FileStream(length: length, next: Self.pieces(["ab"]))
        let task = Blog.UploadPhoto(albumId: 1, caption: "c", photo: HTTPFile(stream: stream), thumbnail: nil)
        // when
        let result = await queue.add(task).result
        // then
        guard case .failure(.transport(let error)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.kind == .invalidRequest)
    }

    private static func pieces(_ texts: [String]) -> @Sendable () async throws -> Data? {
        let left = Box(texts[...])
        return { left.update { $0.popFirst() }.map { Data($0.utf8) } }
    }

    // MARK: Limits

    @Test("A reply beyond the limit is stopped when its stated length or its bytes exceed it")
    func tooLarge() async throws {
        for (transport, received) in [
            (PartsTransport(["12345", "6"], length: nil), 2), (PartsTransport(["12"], length: 6), 0),
        ] {
            // given
            let configuration = HTTPConfiguration { $0.maxReplySize = 5 }
            let queue = HTTPNetTaskQueue(transport: transport) {
                $0 = configuration
            }
            // when
            let result = await queue.add(GetAnywhere(uri: "http://a.test/")).result
            // then
            guard case .failure(.transport(let error)) = result else {
                Issue.record("\(result)")
                return
            }
            #expect(error.kind == .replyTooLarge)
            #expect(transport.given.value == received)
        }
    }

    @Test("A reply of exactly the limit is accepted; files have a limit of their own")
    func justEnough() async throws {
        // given
        let configuration = HTTPConfiguration {
            $0.maxReplySize = 5
            $0.maxFileSize = 6
        }
        let queue = HTTPNetTaskQueue(transport: PartsTransport(["123", "45"], length: 5)) {
            $0 = configuration
        }
        let larger = HTTPNetTaskQueue(transport: PartsTransport(["123", "456"], length: 6)) {
            $0 = configuration
        }
        let tooLarge = HTTPNetTaskQueue(transport: PartsTransport(["1234567"], length: nil)) {
            $0 = configuration
        }
        // then
        try await queue.run(GetAnywhere(uri: "http://a.test/"))
        #expect(try await larger.run(Download()).data().count == 6)
        guard case .failure(.transport(let error)) = await tooLarge.add(Download()).result else {
            Issue.record("no error")
            return
        }
        #expect(error.kind == .replyTooLarge)
    }

    @Test("A head beyond 256 KB is an error")
    func largeHead() async {
        // given
        let headers = HTTPFields(
            (0..<3_000).map { HTTPField(name: .eTag, value: "\($0)" + String(repeating: "x", count: 90)) }
        )
        let transport = HTTPMockTransport { _ in .status(200, headers: headers) }
        // when
        let result = await HTTPNetTaskQueue(transport: transport).add(GetAnywhere(uri: "http://a.test/")).result
        // then
        guard case .failure(.transport(let error)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.kind == .replyTooLarge)
    }
}

/// Sends these pieces of a body and its length, and then ends the reply, complete or not.
private struct PartsTransport: HTTPTransport {
    let parts: [String]
    let length: Int?
    var gate: Signal?
    /// The number of pieces that were returned.
    let given = Box(0)

    init(_ parts: [String], length: Int?, gate: Signal? = nil) {
        self.parts = parts
        self.length = length
        self.gate = gate
    }

    func send(_ request: HTTPRequest, body: HTTPRequestBody?, exchange: HTTPExchange) async throws {
        var response = HTTPResponse(status: .ok)
        response.headerFields[.contentLength] = length.map(String.init)
        try exchange.receive(response)
        for (number, part) in parts.enumerated() {
            if number == 1 { await gate?.wait() }
            given.update { $0 += 1 }
            try exchange.receive(Data(part.utf8))
        }
    }
}

/// Replaces a file with a pipe after the request is made.
private struct Replacing: HTTPMiddleware {
    let place: URL

    init(_ place: URL) {
        self.place = place
    }

    func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply {
        try FileManager.default.removeItem(at: place)
        #expect(mkfifo(place.path, 0o600) == 0)
        return try await next(call)
    }
}

/// Reads the bodies of requests like a real transport.
private struct BodyTransport: HTTPTransport {
    struct Body {
        var data: Data
        var length: Int64?
    }

    var status = HTTPResponse.Status.ok
    let bodies = Box<[Body]>([])

    func send(_ request: HTTPRequest, body: HTTPRequestBody?, exchange: HTTPExchange) async throws {
        var data = Data()
        if let reader = body?.makeReader() {
            while let piece = try await reader.next() {
                data += piece
            }
        }
        bodies.value.append(Body(data: data, length: body?.length))
        try exchange.receive(HTTPResponse(status: status))
    }
}

extension Data {
    /// Without the boundary, which differs.
    fileprivate var split: Data {
        let end = firstRange(of: Data("\r\n".utf8))?.lowerBound ?? startIndex
        let boundary = self[startIndex..<end]
        var rest = self
        while let range = rest.range(of: boundary) { rest.removeSubrange(range) }
        return rest
    }
}
