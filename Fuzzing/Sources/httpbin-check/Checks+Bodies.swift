import Foundation
import HTTPTypes
import JSONForms
import NetTaskRuntime

extension Checks {
    /// Bodies of every kind with each method that has one.
    mutating func checkBodies() async {
        await checkBodies(POST.self)
        await checkBodies(PUT.self)
        await checkBodies(PATCH.self)
        await checkBodies(DELETE.self)
        await checkBodyOfGet()
    }

    private mutating func checkBodies<M: MethodKind>(_ method: M.Type) async {
        begin("bodies of \(M.self)")
        await checkForm(method)
        await checkJSON(method)
        await checkMultipart(method)
        let text = "line\r\nünï 😀\u{0}\t\"\\"
        await checkWhole(method, Data(text.utf8), "text/plain; charset=utf-8", "text") { $0.body(text) }
        let bytes = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
        await checkWhole(method, bytes, "application/octet-stream", "bytes") { $0.body(bytes) }
        await checkWhole(method, Data(), "application/octet-stream", "no bytes") { $0.body(Data()) }
        await checkWhole(method, bytes, "image/png", "a file in memory") {
            $0.body(HTTPFile(data: bytes, contentType: "image/png"))
        }
        await withFiles { checks, file, empty in
            // Longer than one read.
            let whole = (try? file.data()) ?? Data()
            await checks.checkWhole(method, whole, "image/gif", "a file on disk") { $0.body(file) }
            await checks.checkWhole(method, Data(), "application/octet-stream", "an empty file") { $0.body(empty) }
        }
        for length in [Int64(bytes.count), nil] {
            let stream = FileStream(Self.pieces(of: bytes), length: length)
            let what = length == nil ? "a stream" : "a stream of known length"
            let isChunked = length == nil && subject.sendsChunks
            await checkWhole(method, bytes, "application/octet-stream", what, isChunked: isChunked) {
                $0.body(HTTPFile(stream: stream))
            }
        }
        let stream = FileStream(Self.pieces(of: Data()))
        await checkWhole(method, Data(), "video/mp4", "an empty stream", isChunked: subject.sendsChunks) {
            $0.body(HTTPFile(stream: stream, contentType: "video/mp4"))
        }
    }

    private mutating func checkForm<M: MethodKind>(_ method: M.Type) async {
        let call = Call(method, Form.self, "anything") { packer in
            packer.add("text", "x y&z=ü+%", in: .body)
            packer.add("repeated", ["a", ""], in: .body)
            packer.add("brackets", [1, 2], style: .brackets, in: .body)
            packer.add("a b", escaped: 0.5)
            packer.add("page", 2, in: .query)
        }
        guard let echo = await echo(of: call) else { return }
        expect(echo.method, M.method.rawValue, "the method of a form")
        expect(echo.header("Content-Type"), "application/x-www-form-urlencoded", "\(M.self) form")
        expect(echo.form("text"), ["x y&z=ü+%"], "\(M.self) form, text")
        expect(echo.form("repeated"), ["a", ""], "\(M.self) form, repeated")
        expect(echo.form("brackets[]"), ["1", "2"], "\(M.self) form, brackets")
        expect(echo.form("a b"), ["0.5"], "\(M.self) form, a name with a space")
        expect(echo.formCount, 4, "\(M.self) form")
        expect(echo.args("page"), ["2"], "\(M.self) form, query")
    }

    private mutating func checkJSON<M: MethodKind>(_ method: M.Type) async {
        let call = Call(method, JSON.self, "anything") { packer in
            packer.add("text", "\"\\/\u{8}\u{0}ü😀\u{2028}", in: .body)
            packer.add("numbers", [0, -1, Int.max, Int.min], in: .body)
            packer.add("big", UInt64.max, in: .body)
            packer.add("doubles", [0.1, 1e300, -2.5e-7], in: .body)
            packer.add("nested", ["a": [["b"]], "c": []], in: .body)
            packer.add("flags", [true, false], in: .body)
            packer.addNull("nothing", in: .body)
            packer.add("page", 2, in: .query)
        }
        guard let echo = await echo(of: call) else { return }
        expect(echo.method, M.method.rawValue, "the method of JSON")
        expect(echo.header("Content-Type"), "application/json; charset=utf-8", "\(M.self) JSON")
        expect(echo.json?["text"]?.texts.first, "\"\\/\u{8}\u{0}ü😀\u{2028}", "\(M.self) JSON, text")
        let kinds = ["numbers", "big", "doubles", "nested", "flags", "nothing"]
        let found = kinds.map { name in echo.json?[name].map { "\($0)" } ?? "not there" }
        let text = #"{"numbers": [0, -1, 9223372036854775807, -9223372036854775808], "big": 18446744073709551615, "#
        let rest =
            #""doubles": [0.1, 1e300, -2.5e-7], "nested": {"a": [["b"]], "c": []}, "flags": [true, false], "nothing": null}"#
        let meant = Self.json(text + rest)
        expect(found, kinds.map { name in meant?[name].map { "\($0)" } ?? "" }, "\(M.self) JSON")
        expect(echo.json?.count, 7, "\(M.self) JSON")
        expect(echo.args("page"), ["2"], "\(M.self) JSON, query")
    }

    private mutating func checkMultipart<M: MethodKind>(_ method: M.Type) async {
        await withFiles { checks, file, empty in
            let bytes = Data(0...255)
            let known = FileStream(Self.pieces(of: bytes), length: 256)
            let unknown = FileStream(Self.pieces(of: bytes + bytes))
            for (what, streams) in [
                ("in memory", []), ("on disk", [file]), ("a stream", [HTTPFile(stream: known)]),
                ("a stream of unknown length", [HTTPFile(stream: unknown, name: "s")]),
            ] {
                let call = Call(method, Multipart.self, "anything") { packer in
                    packer.add("caption", "ü \"quoted\"\r\n--x", in: .body)
                    packer.add("tags", ["a", "b"], in: .body)
                    packer.add("photo", HTTPFile(data: bytes, name: "p \"1\".png", contentType: "image/png"), in: .body)
                    packer.add("empty", HTTPFile(data: Data()), in: .body)
                    packer.add("nothing", empty, in: .body)
                    packer.add("more", streams, in: .body)
                    packer.add("page", 2, in: .query)
                }
                guard let echo = await checks.echo(of: call) else { continue }
                let what = "\(M.self) multipart \(what)"
                let contentType = echo.header("Content-Type") ?? ""
                checks.expect(contentType.hasPrefix("multipart/form-data; boundary="), true, what)
                checks.expect(echo.method, M.method.rawValue, what)
                checks.expect(echo.form("caption"), ["ü \"quoted\"\r\n--x"], "\(what), caption")
                checks.expect(echo.form("tags"), ["a", "b"], "\(what), tags")
                checks.expect(echo.formCount, 2, "\(what), fields")
                checks.expect(echo.file("photo"), bytes, "\(what), photo")
                checks.expect(echo.file("empty"), Data(), "\(what), empty")
                checks.expect(echo.file("nothing"), Data(), "\(what), empty on disk")
                switch streams.first?.contents {
                case nil: checks.expect(echo.fileCount, 3, "\(what), files")
                case .url(let url)?: checks.expect(echo.file("more"), try? Data(contentsOf: url), what)
                default: checks.expect(echo.file("more"), streams[0].name == "s" ? bytes + bytes : bytes, what)
                }
                let isChunked = streams.first?.name == "s" && checks.subject.sendsChunks
                checks.expect(echo.header("Transfer-Encoding"), isChunked ? "chunked" : nil, "\(what), its encoding")
            }
        }
    }

    /// A body that is one value.
    private mutating func checkWhole<M: MethodKind>(
        _ method: M.Type,
        _ bytes: Data,
        _ contentType: String,
        _ what: String,
        isChunked: Bool = false,
        _ fill: @escaping @Sendable (inout ParameterPacker) -> Void
    ) async {
        let call = Call(method, Form.self, "anything") { packer in
            packer.add("q", 1, in: .query)
            fill(&packer)
        }
        guard let echo = await echo(of: call) else { return }
        let what = "\(M.self) \(what)"
        expect(echo.method, M.method.rawValue, what)
        expect(echo.body, bytes, what)
        expect(echo.args("q"), ["1"], what)
        expect(echo.header("Content-Type"), contentType, "\(what), its type")
        expect(echo.header("Transfer-Encoding"), isChunked ? "chunked" : nil, "\(what), its encoding")
        // With DELETE, async-http-client treats an empty body as a missing one (RFC 9110, section 8.6).
        if M.method == .delete, bytes.isEmpty, echo.header("Content-Length") == nil { return }
        expect(echo.header("Content-Length"), isChunked ? nil : "\(bytes.count)", "\(what), its length")
    }

    /// Foundation on Linux cannot send one, and reports this before anything is sent.
    private mutating func checkBodyOfGet() async {
        begin("a body of GET")
        let call = Call(GET.self, Form.self, "anything") { $0.body("x") }
        if subject.sendsBodyWithGet {
            expect(await echo(of: call)?.body, Data("x".utf8), "a body of GET")
        } else if case .transport(let error)? = await error(of: call) {
            expect(error.kind, .invalidRequest, "a body of GET")
        } else {
            fail("a body of GET: no error of the transport")
        }
    }

    // MARK: Making bodies

    private static func json(_ text: String) -> JSONTree? {
        Data(text.utf8).withUnsafeBytes { try? readJSON($0) }
    }

    /// In pieces of several lengths, also empty ones.
    private static func pieces(of data: Data) -> AsyncStream<Data> {
        AsyncStream { continuation in
            var rest = data
            for length in [1, 0, 1_000, 70_000] {
                continuation.yield(rest.prefix(length))
                rest = rest.dropFirst(length)
            }
            continuation.yield(rest)
            continuation.finish()
        }
    }

    /// With a file of some size and an empty one, while `body` runs.
    private mutating func withFiles(_ body: (inout Checks, HTTPFile, HTTPFile) async -> Void) async {
        let folder = FileManager.default.temporaryDirectory
        let url = folder.appendingPathComponent("\(UUID().uuidString).bin")
        let emptyURL = folder.appendingPathComponent("\(UUID().uuidString).bin")
        defer {
            try? FileManager.default.removeItem(at: url)
            try? FileManager.default.removeItem(at: emptyURL)
        }
        do {
            try Data((0..<600_000).map { UInt8(truncatingIfNeeded: $0 / 3) }).write(to: url)
            try Data().write(to: emptyURL)
        } catch {
            return fail("\(error)")
        }
        await body(&self, HTTPFile(at: url, contentType: "image/gif"), HTTPFile(at: emptyURL))
    }
}

extension ParameterPacker {
    fileprivate mutating func add(_ name: String, escaped value: Double) {
        add(escaping: name, value, in: .body)
    }
}
