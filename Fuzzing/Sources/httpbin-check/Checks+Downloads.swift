import Foundation
import HTTPTypes
import NetTaskRuntime

extension Checks {
    /// Replies that are saved in temporary files or at given paths.
    mutating func checkDownloads() async {
        begin("downloads")
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("image.png")
        if let file = await response(of: GetFile("image/png"), [.download(to: url)]) {
            let data = try? Data(contentsOf: url)
            expect(file.contents, .url(url), "where a download is")
            expect(data.map { $0.prefix(8) }, Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), "a PNG")
            expect(file.contentType, "image/png", "the type of a download")
            let inMemory = await response(of: Call("image/png"))?.body
            expect(data, inMemory, "a download and the same in memory")
        }
        for place in ["image/jpeg", "image/webp", "image/svg"] {
            let file = await response(of: GetFile(place))
            let inMemory = await response(of: Call(place))?.body
            expect(file.flatMap { try? $0.data() }, inMemory, "a download of \(place)")
        }
        // An error does not change the existing file, and has the reply's body.
        let before = try? Data(contentsOf: url)
        if case .status(let error, _)? = await error(of: GetFile("status/418"), [.download(to: url)]) {
            expect(String(decoding: error.body, as: UTF8.self).contains("teapot"), true, "the body of an error")
        } else {
            fail("a download that is answered with 418: no such error")
        }
        expect(try? Data(contentsOf: url), before, "what a download would have replaced")
        if let file = await response(of: GetFile("gzip"), [.download(to: url)]) {
            expect(
                (try? file.data()).map { String(decoding: $0, as: UTF8.self).contains("\"gzipped\": true") },
                true,
                "a download that was packed"
            )
        }
        await checkNames()
        let small = subject.queue(HTTPConfiguration { $0.maxFileSize = 1_000 })
        let error = await error(of: GetFile("stream-bytes/1001"), [.download(to: url)], over: small)
        expect((error?.underlying as? TransportError)?.kind, .replyTooLarge, "a download beyond the limit")
        // The transport has the last reference to the file.
        var left: [String] = []
        for _ in 0..<60 where left.count != 1 {
            left = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            try? await Task.sleep(for: .milliseconds(50))
        }
        expect(left, ["image.png"], "what is in the folder of the downloads")
    }

    private mutating func checkNames() async {
        for (header, name) in [
            ("attachment; filename=\"a b.txt\"", "a b.txt"), ("attachment; filename=plain.txt", "plain.txt"),
            ("inline; filename=\"x.txt\"; filename*=UTF-8''%C3%BC.txt", "ü.txt"),
            ("attachment; filename=\"../../etc/passwd\"", "passwd"), ("attachment", nil),
        ] as [(String, String?)] {
            let task = GetFile("response-headers") { $0.add("Content-Disposition", header) }
            expect(await response(of: task)?.name, name, header)
        }
    }

    /// Parts of a file, and what has not changed.
    mutating func checkConditions() async {
        begin("ranges and conditions")
        for (range, code, body) in [
            ("bytes=10-19", 206, "klmnopqrst"), ("bytes=-3", 206, nil), ("bytes=0-99", 200, nil),
            ("bytes=200-", 416, ""),
        ] as [(String, Int, String?)] {
            let call = Call("range/100") { $0.header("Range", range) }
            guard let reply = await response(of: call) else { continue }
            expect(reply.status.code, code, range)
            if let body { expect(String(decoding: reply.body, as: UTF8.self), body, range) }
            expect("\(reply.body.count)", reply.headers[.contentLength], "\(range), its length")
        }
        let part = GetFile("range/100") { $0.header("Range", "bytes=0-25") }
        expect(
            (await response(of: part)).flatMap { try? $0.data() },
            Data("abcdefghijklmnopqrstuvwxyz".utf8),
            "a part as a file"
        )
        for (uri, name, value, code) in [
            ("etag/x", "If-None-Match", "x", 304), ("etag/x", "If-None-Match", "y", 200),
            ("etag/x", "If-Match", "y", 412),
            ("cache", "If-None-Match", "x", 304), ("cache", "If-Modified-Since", "Tue, 14 Nov 2023 22:13:20 GMT", 304),
            ("cache", "X-None", "x", 200), ("cache/60", "X-None", "x", 200),
        ] {
            let reply = await response(of: Call(uri) { $0.header(name, value) })
            expect(reply?.status.code, code, "\(uri) with \(name)")
            if code == 304 { expect(reply?.body, Data(), "the body of 304") }
        }
        // Nothing is cached, so the reply is requested again.
        let first = await response(of: Call("cache"))?.headers[.eTag]
        let second = await response(of: Call("cache"))?.headers[.eTag]
        expect(first != nil && first != second, true, "nothing comes from a cache")
        let error = await error(of: GetFile("etag/x") { $0.header("If-None-Match", "x") })
        expect((error?.underlying as? StatusError)?.code, 304, "304 in place of a file")
    }
}

/// Downloads.
private struct GetFile: HTTPNetTask {
    typealias Response = HTTPFile

    var uri: String
    var fill: @Sendable (inout ParameterPacker) -> Void

    init(_ uri: String, _ fill: @escaping @Sendable (inout ParameterPacker) -> Void = { _ in }) {
        self.uri = uri
        self.fill = fill
    }

    func pack(into packer: inout ParameterPacker) {
        fill(&packer)
    }
}
