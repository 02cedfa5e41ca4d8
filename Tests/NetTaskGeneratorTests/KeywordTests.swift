import Foundation
import Testing

@testable import NetTaskGenerator
@testable import NetTaskSpec

/// What can be called by a word of the user's.
private enum Role: String, CaseIterable {
    case client, shape, enumeration, union, field, replyField, replyHeader, param, pathParam, durableParam
    case enumerationCase, unionCase, endpoint, scheme, environment

    /// A spec in which the word is the name of that.
    func spec(_ word: String, number: Int) -> String {
        let name = "\"\(word)\""
        let optional = "\"\(word)?\""
        let client = self == .client ? name : "\(rawValue.prefix(1).uppercased())\(rawValue.dropFirst())\(number)"
        var spec = "nettask: 1\nclient: \(client)\ndefaults: {separator: keep}\n"
        spec +=
            "baseURL: \(self == .environment ? "{\(name): 'https://a.example', b: 'https://b.example'}" : "https://a.example")\n"
        if self == .scheme { spec += "auth: {\(name): {type: bearer}}\n" }
        spec += "shapes:\n  Plain: {fields: {kind: String}}\n"
        let endpoint: String
        switch self {
        case .client: endpoint = "A: {uri: a, params: {a: Int}, response: Plain}"
        case .shape:
            spec += "  \(name): {fields: {a: Int}}\n  Next: {fields: {next: \(optional)}}\n"
            endpoint =
                "A: {uri: a, method: POST, body: \(name), response: [\(name)], errors: {404: \(name)}}\n"
                + "  B: {uri: a, method: POST, requestObject: \(name), response: \(name)}"
        case .enumeration:
            spec += "  \(name): {enum: [a, b]}\n"
            endpoint = "A: {uri: a, params: {a: \(name), b: {type: \(optional), default: a}}, response: \(name)}"
        case .union:
            spec += "  \(name): {oneOf: {a: Plain, b: Int}}\n"
            endpoint = "A: {uri: a, response: {200: \(name), 201: Plain}}"
        case .field:
            spec += "  S: {fields: {\(name): String?}}\n  T: {fields: {\(name): Int}}\n"
            endpoint = "A: {uri: a, method: POST, body: S, response: T}\n  B: {uri: a, method: POST, requestObject: S}"
        case .replyField: endpoint = "A: {uri: a, response: {fields: {\(name): Int, other: String?}}}"
        case .replyHeader: endpoint = "A: {uri: a, response: {type: Plain, headers: {\(name): Int, other: String?}}}"
        case .param:
            endpoint = ["form", "json", "multipart"].enumerated().map { number, encoding in
                "A\(number): {uri: a, method: POST, encoding: \(encoding), params: {\(name): Int, other: String?}}"
            }.joined(separator: "\n  ")
        case .pathParam: endpoint = "A: {uri: \"a/{\(word)}\", params: {\(name): Int}}"
        case .durableParam: endpoint = "A: {uri: a, durable: true, params: {\(name): Int}}"
        case .enumerationCase:
            spec += "  S: {enum: [\(name), other_one]}\n"
            endpoint = "A: {uri: a, params: {a: S}, response: S}"
        case .unionCase:
            spec +=
                "  S: {discriminator: kind, oneOf: {\(name): Plain, other_one: Other}}\n  Other: {fields: {kind: String}}\n"
            endpoint = "A: {uri: a, response: S}"
        case .endpoint: endpoint = "\(name): {uri: a, params: {a: Int}, response: Plain}"
        case .scheme: endpoint = "A: {uri: a, auth: \(name)}"
        case .environment: endpoint = "A: {uri: a}"
        }
        return spec + "endpoints:\n  \(endpoint)\n"
    }

    /// The words that are refused, with a diagnostic that says what to do.
    var refused: Set<String> {
        switch self {
        case .client:
            [
                "Any", "Protocol", "Self", "Sendable", "Type", "_modify", "_read", "didSet", "get", "init", "mutate",
                "none", "self", "set", "unsafeAddress", "unsafeMutableAddress", "willSet",
            ]
        case .shape, .enumeration, .union, .endpoint:
            ["Any", "Protocol", "Self", "Sendable", "Type", "init", "none", "self"]
        case .field, .replyField, .replyHeader, .param, .pathParam, .durableParam: ["init", "self"]
        case .enumerationCase, .environment: ["Protocol", "Type", "init", "self"]
        case .unionCase: ["Self", "init", "self"]
        case .scheme: ["init", "none", "self"]
        }
    }
}

@Suite("Swift's keywords")
struct KeywordTests {
    @Test("are names of all that has names, and compile, or are refused", arguments: Role.allCases)
    fileprivate func compile(_ role: Role) throws {
        try compile(SwiftKeywords.all.sorted(), as: role, refused: role.refused)
    }

    @Test("and so are the names of the language's own types", arguments: Role.allCases)
    fileprivate func compileOwnNames(_ role: Role) throws {
        let names = TypeReference.ownNames
        let refused: Set<String> =
            switch role {
            case .client, .shape, .enumeration, .union, .endpoint: names
            case .field, .replyField, .replyHeader, .param, .pathParam, .durableParam: ["Decimal"]
            case .scheme: [TypeReference.noneWord]
            case .enumerationCase, .unionCase, .environment: []
            }
        try compile(names.sorted(), as: role, refused: refused)
    }

    private func compile(_ words: [String], as role: Role, refused expected: Set<String>) throws {
        // given
        var sources: [SpecReader.Source] = []
        var refused: Set<String> = []
        for (number, word) in words.enumerated() {
            let source = SpecReader.Source(path: "\(number).nettask.yaml", text: role.spec(word, number: number))
            let diagnostics = SpecReader.read(sources: [source]).diagnostics
            if diagnostics.isEmpty {
                sources.append(source)
            } else {
                refused.insert(word)
            }
        }

        // then
        #expect(refused == expected)
        let result = SpecReader.read(sources: sources)
        try #require(result.diagnostics.map(\.description) == [])
        try withTemporaryFolder { folder in
            let files = try Generator().files(for: result.specs) { SpecFileName(path: $0, mark: $0) }
            for file in files {
                try Data(file.text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(file.name)"))
            }
            // Where all words are refused, there is nothing to compile.
            let compiled = files.isEmpty ? nil : try Toolchain.compile(files.map { "\(folder)/\($0.name)" })
            #expect(compiled?.status ?? 0 == 0, "\(compiled?.output ?? "")")
        }
    }
}
