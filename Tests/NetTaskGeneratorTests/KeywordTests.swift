import Foundation
import Testing

@testable import NetTaskGenerator
@testable import NetTaskSpec

/// What can be called by a word of the user's.
private enum Role: String, CaseIterable {
    case client, shape, enumeration, union, field, replyField, replyHeader, param, pathParam, durableParam
    case urlParam, streamParam, pageParam, longRunningParam
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
        case .urlParam: endpoint = "A: {params: {\(name): {type: URL, in: url}}}"
        case .streamParam:
            endpoint = "A: {uri: a, method: POST, params: {\(name): Int, other: String?}, response: {events: Plain}}"
        case .pageParam:
            spec += "  Page: {fields: {data: [Plain], next: String?}}\n"
            endpoint =
                "A: {uri: a, params: {\(name): Int, after: String?}, response: Page,"
                + " pages: {cursor: after, next: next, items: data}}\n"
                + "  B: {uri: a, params: {\(name): Int?}, response: [Plain], pages: {page: \(name)}}"
        case .longRunningParam:
            spec += "  Job: {fields: {id: Int, done: Bool}}\n"
            endpoint =
                "A: {uri: a, method: POST, params: {\(name): Int}, response: Job, longRunning: {poll: B, done: {done: true}}}\n"
                + "  B: {uri: \"b/{id}\", params: {id: Int}, response: Job}"
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
        case .field, .replyField, .replyHeader: ["init", "self"]
        case .param, .pathParam, .durableParam, .urlParam, .streamParam, .pageParam, .longRunningParam:
            ["Self", "init", "self"]
        case .enumerationCase, .environment: ["Protocol", "Type", "init", "self"]
        case .unionCase: ["Self", "init", "self"]
        case .scheme: ["init", "none", "self"]
        }
    }
}

@Suite("Names that Swift or generated code uses")
struct KeywordTests {
    /// Names that do not compile, or mean something else, in the code of other generators.
    private static let otherGenerators =
        """
        Actor Any Array Bundle Calendar Character Client CodingKeys Configuration Data Date Decoder Element Encoder
        Environment Error ErrorResponse Field Formatter Hasher Host ID Index Input JSON JSONValue Key Locale
        MainActor Measurement Never NSObject Notification Operation Optional Output Process Range Result Scanner
        Sequence Server Set Stream Substring Tag Task Thread TimeZone Timer Type Unit ValidationError Value Void
        actor allCases allocator async container copy debugDescription description encode encoder errorDescription
        fatalError hash hashValue hasher headers id isa localizedDescription max method min none print query
        rawValue some superclass url utf8 values version zone
        """.split(whereSeparator: \.isWhitespace).map(String.init)

    @Test(
        "compile as names of all kinds of declarations, or are rejected",
        .tags(.compiles),
        arguments: Role.allCases
    )
    fileprivate func names(_ role: Role) throws {
        // given: Swift's words, the language's own types, the members that generated types inherit, and other names
        let own = TypeReference.ownNames
        let inherited = try RuntimeProtocols.all.get().members(inheritedFrom: RuntimeProtocols.ofGeneratedTypes)
        let names = own.union(SwiftKeywords.all).union(Self.otherGenerators).union(inherited.map(\.name))

        // when: all in one build
        let refused = try Self.refused(names.sorted(), as: role)

        // then
        #expect(refused.intersection(SwiftKeywords.all) == role.refused)
        let refusedOwn: Set<String> =
            switch role {
            case .client, .shape, .enumeration, .union, .endpoint: own
            case .field, .replyField, .replyHeader, .param, .pathParam, .durableParam, .urlParam, .streamParam,
                .pageParam, .longRunningParam:
                ["Decimal"]
            case .scheme: [TypeReference.noneWord]
            case .enumerationCase, .unionCase, .environment: []
            }
        #expect(refused.intersection(own) == refusedOwn)
        #expect(refused.isDisjoint(with: ["Locale", "ValidationError", "Result", "Task"]))
        #expect(refused.contains("Error") == [.client, .shape, .enumeration, .union, .endpoint].contains(role))
    }

    @Test("clients and params cannot have the names that tasks inherit")
    func reservedNames() throws {
        // given
        let protocols = try RuntimeProtocols.all.get()

        // when
        let inherited = protocols.members(inheritedFrom: RuntimeProtocols.ofTasks)
        let names = Set(inherited.map(\.name))

        // then
        #expect(names.subtracting(ReservedNames.clients) == [])
        #expect(ReservedNames.taskMembers.subtracting(names) == [])
        let properties = Set(inherited.filter(\.isInstanceProperty).map(\.name))
        #expect(properties == ["streamed", "uri"])
        #expect(properties.subtracting(ReservedNames.paramMembers) == [])
    }

    /// Those of the words that a spec refuses as the name of such a thing. The others have to compile.
    private static func refused(_ words: [String], as role: Role) throws -> Set<String> {
        // given
        var sources: [SpecReader.Source] = []
        var refused: Set<String> = []
        for (number, word) in words.enumerated() {
            let source = SpecReader.Source(path: "\(number).nettask.yaml", text: role.spec(word, number: number))
            if SpecReader.read(sources: [source]).diagnostics.isEmpty {
                sources.append(source)
            } else {
                refused.insert(word)
            }
        }

        // when
        let result = SpecReader.read(sources: sources)

        // then
        try #require(result.diagnostics.map(\.description) == [])
        try withTemporaryFolder { folder in
            let files = try Generator().files(for: result.specs) { SpecFileName(path: $0, mark: $0) }
            for file in files {
                try Data(file.text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(file.name)"))
            }
            // Where all words are refused, there is nothing to compile.
            let compiled = files.isEmpty ? nil : try Toolchain.typecheck(files.map { "\(folder)/\($0.name)" })
            #expect(compiled?.status ?? 0 == 0, "\(compiled?.output ?? "")")
        }
        return refused
    }
}
