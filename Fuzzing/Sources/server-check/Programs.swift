import Foundation
import HTTPTypes
import NetTaskRuntime
import PackedTasks
import NetTaskTesting

/// Generates programs that a server can check.
struct Programs {
    private var random: SeededRandom

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    /// A program for tasks of this kind. Most can be sent. The others must be rejected.
    mutating func next<Kind: RequestKind>(for kind: Kind.Type) -> Program {
        var program: Program
        repeat {
            program = bytes().withUnsafeBufferPointer { bytes in
                var choices = Choices(bytes)
                return Program(from: &choices)
            }
            prepare(&program, for: kind)
        } while !Self.fits(program, kind)
        return program
    }

    /// Random characters, and common ones.
    private mutating func bytes() -> [UInt8] {
        let count = Int.random(in: 1...2_000, using: &random)
        var bytes: [UInt8] = []
        while bytes.count < count {
            if chance(of: 2) {
                bytes.append(UInt8.random(in: 0...255, using: &random))
            } else {
                bytes += text().utf8
            }
        }
        return bytes
    }

    private mutating func prepare<Kind: RequestKind>(_ program: inout Program, for kind: Kind.Type) {
        // URLSession on Linux sends no body with GET.
        if Kind.method == .get { program.body = nil }
        if chance(of: 4) { program.variable = text() }
        if isLeftOut(Program(variable: program.variable), kind) { program.variable = "1" }
        if isLeftOut(Program(variable: "1", body: program.body), kind) { program.body = nil }
        var params: [Program.Param] = []
        var names: Set<String> = []
        for var param in program.params {
            vary(&param, for: kind)
            if isLeftOut(Program(variable: "1", params: [param]), kind) { continue }
            if Kind.request == .multipart, Self.isAmbiguous(param) { continue }
            if names.insert(param.name.text).inserted { params.append(param) }
        }
        program.params = params
    }

    private mutating func vary<Kind: RequestKind>(_ param: inout Program.Param, for kind: Kind.Type) {
        if chance(of: 3) { param.name = .escaped(text()) }
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: param.value = value()
        case 2: param.value = .array((0..<Int.random(in: 0...4, using: &random)).map { _ in value() })
        case 3 where Kind.request == .multipart: param.value = .file(file())
        default: break
        }
        if Kind.method == .get, param.location == .body { param.location = nil }
        if param.location == .cookie { param.location = .query }  // which the server does not report
        if param.location == .header {
            // The one that the server reports, with one value.
            param.name = .literal("X-Trace")
            if ![.comma, .space, .pipe].contains(param.style) { param.style = .comma }
        }
    }

    private mutating func file() -> HTTPFile {
        let data = chance(of: 2) ? Data(bytes()) : Data(text().utf8)
        return HTTPFile(
            data: data,
            name: chance(of: 4) ? nil : text(),
            contentType: chance(of: 4) ? text() : "image/png"
        )
    }

    private mutating func value() -> Value { Hostile.values.randomElement(using: &random) ?? .bool(true) }

    private mutating func text() -> String {
        let text = Hostile.texts.randomElement(using: &random) ?? ""
        return chance(of: 3) ? text + self.text() : text
    }

    private mutating func chance(of count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    /// Whether a program that cannot be sent is left out, as most of them are, because they would hide the others.
    private mutating func isLeftOut<Kind: RequestKind>(_ program: Program, _ kind: Kind.Type) -> Bool {
        ProgramTask<Kind>(program: program).expectation.isRefused && !chance(of: 32)
    }

    /// Whether parsers may read another value in the header of a part.
    ///
    /// A backslash is sent unchanged, as by browsers. Before the last quote, servers take it for an escape of the quote.
    /// Werkzeug from 3.1.9 takes it for an escape of any character. Spaces at the ends of a content type are not part of
    /// it; for Werkzeug this includes spaces outside of ASCII.
    private static func isAmbiguous(_ param: Program.Param) -> Bool {
        let files = files(in: param.value)
        let names = [param.name.text] + files.compactMap(\.name)
        if names.contains(where: { $0.utf8.contains(UInt8(ascii: "\\")) }) { return true }
        return files.contains { file in
            let scalars = file.contentType.unicodeScalars
            return [scalars.first, scalars.last].contains { $0.map(isSpace) ?? false }
        }
    }

    private static func files(in value: Value) -> [HTTPFile] {
        switch value {
        case .file(let file): [file]
        case .array(let values): values.flatMap(files)
        default: []
        }
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || ("\u{1C}"..."\u{1F}").contains(scalar)
    }

    /// Servers limit the lines of a request, this one to 64 KB.
    private static func fits<Kind: RequestKind>(_ program: Program, _ kind: Kind.Type) -> Bool {
        let expectation = ProgramTask<Kind>(program: program).expectation
        let texts = expectation.query.flatMap { [$0.name] + $0.values } + expectation.headers.map(\.value)
        return texts.reduce(program.variable.utf8.count) { $0 + $1.utf8.count } < 20_000
    }
}
