import Foundation
import HTTPTypes
import NetTaskRuntime
import PackedTasks

extension Checks {
    /// Names and values that are known to cause faults, in each place.
    mutating func checkHostile() async {
        begin("hostile values")
        await checkValues(Form.self)
        await checkValues(JSON.self)
        await checkValues(Multipart.self)
        begin("hostile names")
        for text in Hostile.texts {
            await checkName(text)
        }
        begin("hostile path variables")
        for text in Hostile.texts {
            await checkVariable(text)
        }
        begin("hostile header values")
        for text in Hostile.texts {
            await checkHeader(text)
        }
    }

    /// All of them at once, in query and body.
    private mutating func checkValues<B: BodyKind>(_ request: B.Type) async {
        let call = Call(POST.self, request, "anything") { packer in
            for (index, text) in Hostile.texts.enumerated() {
                packer.add(escaping: "k\(index)", text, in: .body)
                packer.add(escaping: "k\(index)", text, in: .query)
                if B.request == .multipart {
                    packer.add(
                        escaping: "f\(index)",
                        HTTPFile(data: Data(text.utf8), contentType: "text/plain"),
                        in: .body
                    )
                }
            }
        }
        guard let echo = await echo(of: call) else { return }
        for (index, text) in Hostile.texts.enumerated() {
            let name = "k\(index)"
            expect(echo.args(name), [text], "\(B.self): in the query")
            expect(B.request == .json ? echo.json?[name]?.texts ?? [] : echo.form(name), [text], "in \(B.self)")
            if B.request == .multipart {
                expect(echo.file("f\(index)"), Data(text.utf8), "in a file")
            }
        }
    }

    private mutating func checkName(_ name: String) async {
        for isJSON in [false, true] {
            let fill: @Sendable (inout ParameterPacker) -> Void = { packer in
                packer.add(escaping: name, "v", in: .query)
                packer.add(escaping: name, "w", in: .body)
            }
            let echo =
                isJSON
                ? await echo(of: Call(PUT.self, JSON.self, "anything", fill))
                : await echo(of: Call(PUT.self, Form.self, "anything", fill))
            guard let echo else { continue }
            expect(echo.args(name), ["v"], "the name \(name.debugDescription) in the query")
            let found = isJSON ? echo.json?[name]?.texts ?? [] : echo.form(name)
            expect(found, ["w"], "the name \(name.debugDescription) in \(isJSON ? "JSON" : "a form")")
        }
        await checkPartName(name)
    }

    /// The name of a part cannot contain line breaks. Implementations differ in what a backslash escapes.
    private mutating func checkPartName(_ name: String) async {
        if name.utf8.contains(UInt8(ascii: "\\")) { return }
        let call = Call(PUT.self, Multipart.self, "anything") { packer in
            packer.add(escaping: name, "w", in: .body)
            packer.add("file", HTTPFile(data: Data("x".utf8), name: name, contentType: "text/plain"), in: .body)
        }
        let what = "the name \(name.debugDescription) of a part"
        if name.utf8.contains(where: { [0, 10, 13].contains($0) }) {
            if case .pack? = await error(of: call) { return expect(true, true, what) }
            return fail("\(what) is not refused")
        }
        guard let echo = await echo(of: call) else { return }
        expect(echo.form(name), ["w"], what)
        expect(echo.file("file"), Data("x".utf8), "\(what), a file")
    }

    /// httpbin reports the decoded URL, in which an escaped `%` is ambiguous. Werkzeug's routes accept no
    /// line end, and no two slashes in a row.
    private mutating func checkVariable(_ text: String) async {
        if text.unicodeScalars.contains("%") || text.utf8.contains(UInt8(ascii: "\n")) || text == "/" { return }
        let task = GetVariable(variable: text)
        let what = "the variable \(text.debugDescription)"
        if ["", ".", ".."].contains(text) {
            if case .pack? = await error(of: task) { return expect(true, true, what) }
            return fail("\(what) is not refused")
        }
        guard let echo = await echo(of: task) else { return }
        // By bytes, as a slash and a joiner behind it are one character.
        let bytes = Array((echo.url ?? "").utf8.dropFirst("\(subject.url)/anything/".utf8.count))
        expect(String(decoding: Self.percentDecoded(bytes), as: UTF8.self), text, what)
    }

    /// Foundation's own drops a byte order mark.
    private static func percentDecoded(_ bytes: [UInt8]) -> [UInt8] {
        var decoded: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), let escaped = UInt8(digits, radix: 16) {
                decoded.append(escaped)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return decoded
    }

    /// gunicorn takes bytes for Latin-1.
    private mutating func checkHeader(_ text: String) async {
        let call = Call("headers") { $0.header("X-Hostile", text) }
        let what = "the header \(text.debugDescription)"
        if !HTTPField.isValidValue(text) {
            if case .pack? = await error(of: call) { return expect(true, true, what) }
            return fail("\(what) is not refused")
        }
        guard let echo = await echo(of: call) else { return }
        let bytes = echo.header("X-Hostile")?.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        expect(bytes.map { String(decoding: $0, as: UTF8.self) }, text, what)
    }
}

/// A variable of the path, as generated code writes one.
private struct GetVariable: HTTPNetTask {
    var variable: String

    static var endpoint: HTTPEndpoint { HTTPEndpoint("GetVariable", .get, "anything/{variable}") }
    var uri: String { "anything/\(PathSegment(variable))" }

    func parse(_ reply: HTTPReply) -> HTTPReply { reply }
}
