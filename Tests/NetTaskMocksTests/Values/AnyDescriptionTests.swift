import NetTaskHTTP
import NetTaskMocks
import Testing

/// Descriptions and values of any form are handled.
@Suite struct AnyDescriptionTests {
    fileprivate static let names = ["id", "", "email", "größe", "a.b[0]", "createdAt", "___", "HTML"]
    fileprivate static let numbers: [JSONValue] =
        [
            0, -1, 1, 3, 0.1, 1e308, -1e308, 9.3e18, -9.3e18, 2.5, 40, 1_000_000, "x", nil,
        ] + [JSONValue.Number(text: "1e-320")].compactMap { $0.map { .number($0) } }
    fileprivate static let patterns: [JSONValue] = [
        "(", "[", "a{2", "(?<name", "(?<n)a>", "\\", "[z-a]", "a{3,1}", "^a{99999999999}$", "((){9999}){9999}",
        "(((){999}){999}){999}",
        "\\u{110000}", "\\ud800", "[]", "[^]", "(?=a)b", "\\1", "(a)\\1", "a**", "x{,3}", "(?i)a", "^(?!)$", "|", "()",
        "[\\d-x]",
    ]

    /// Makes random descriptions and values.
    private struct Source {
        var random: UInt64

        mutating func below(_ count: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33) % count
        }

        mutating func element(_ list: [JSONValue]) -> JSONValue { list[below(list.count)] }

        mutating func type(_ depth: Int = 0) -> JSONValue {
            let kinds = [
                "boolean", "integer", "number", "string", "date", "uuid", "url", "bytes", "file", "enum", "shape", "",
                "array",
                "dictionary", "object", "choice",
            ]
            let kind = kinds[below(depth > 3 ? 12 : kinds.count)]
            var type: [String: JSONValue] = ["type": .string(kind), "nullable": .bool(below(4) == 0)]
            for name in [
                "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
                "minItems",
                "maxItems", "minProperties", "maxProperties",
            ] where below(4) == 0 { type[name] = element(AnyDescriptionTests.numbers) }
            if below(3) == 0 { type["pattern"] = element(AnyDescriptionTests.patterns) }
            type["uniqueItems"] = .bool(below(3) == 0)
            type["isOpen"] = .bool(below(2) == 0)
            type["format"] = element(["string", "unix", "base64url", "sql"])
            type["shape"] = element(["A", "B", "Missing"])
            type["values"] = element([[], ["a", "b"], [1, 2], [nil, true]])
            if below(2) == 0 {
                type["discriminator"] = .string(AnyDescriptionTests.names[below(AnyDescriptionTests.names.count)])
            }
            guard depth < 4 else { return .object(type) }
            type["items"] = self.type(depth + 1)
            type["properties"] = .array((0..<below(4)).map { _ in member(depth) })
            type["alternatives"] = .array(
                (0..<below(4)).map { _ in ["type": self.type(depth + 1), "values": element([[], ["a"], [1]])] }
            )
            if below(3) == 0 { type["additional"] = self.type(depth + 1) }
            return .object(type)
        }

        private mutating func member(_ depth: Int) -> JSONValue {
            [
                "name": .string(AnyDescriptionTests.names[below(AnyDescriptionTests.names.count)]),
                "type": type(depth + 1), "required": .bool(below(2) == 0),
                "inline": .bool(below(4) == 0), "only": element([nil, "request", "response"]), "example": value(2),
            ]
        }

        mutating func value(_ depth: Int = 0) -> JSONValue {
            switch below(depth > 3 ? 4 : 6) {
            case 0: return nil
            case 1: return element(AnyDescriptionTests.numbers)
            case 2: return element(["", "a", "1", "true", "2026-01-01T00:00:00Z", "é\u{301}\u{0}👍"])
            case 3: return .bool(below(2) == 0)
            case 4: return .array((0..<below(4)).map { _ in value(depth + 1) })
            default:
                let members = (0..<below(4)).map { _ in
                    (AnyDescriptionTests.names[below(AnyDescriptionTests.names.count)], value(depth + 1))
                }
                return .object(Dictionary(members) { first, _ in first })
            }
        }
    }

    @Test(arguments: UInt64(1)...40)
    func anyDescriptionIsHandled(seed: UInt64) {
        var source = Source(random: seed)
        for _ in 0..<25 {
            // Given a description and a value that are valid or not.
            let shapes = ["A": MockType(source.type()), "B": MockType(source.type())]
            let type = MockType(source.type())
            let value = source.value()
            var checker = MockChecker(shapes)
            checker.reportsUndescribed = source.below(2) == 0
            // When values are made and checked.
            for varies in [false, true] {
                var maker = MockValueMaker(shapes, seed: seed, varies: varies)
                let made = maker.value(of: type, named: "value", in: .request)
                #expect(checker.problems(in: made, as: type, in: .request).count <= 20)
            }
            let problems = checker.problems(in: value, as: type, in: .response)
            let text = value.stringValue ?? value.description
            let others = checker.problems(inText: text, as: type, at: "p", isSecret: false)
            // Then it ends, with short problems.
            #expect((problems + others).allSatisfy { $0.found.unicodeScalars.count <= 60 }, "\(problems + others)")
        }
    }
}
