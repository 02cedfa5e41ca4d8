import NetTaskSpec
import Testing

@testable import NetTaskGenerator

@Suite("Shapes: YAML, and the Swift that it becomes")
struct ShapeSnippetTests {
    @Test("a closed enumeration")
    func enumeration() throws {
        let swift = try swift(
            for: """
                shapes:
                  Reaction: {enum: {thumbsUp: "+1", asc: asc, class: "\\"\\\\(x)"}, closed: true}
                  Level: {enum: {low: 1, high: 1000000}, closed: true}
                endpoints:
                  Get: {uri: x, params: {r: Reaction?}, response: Level}
                """
        )
        #expect(
            swift.hasPrefix(
                #"""
                extension API {
                    enum Reaction: String, ParameterValue, Sendable {
                        case thumbsUp = "+1"
                        case asc
                        case `class` = "\"\\(x)"
                    }
                }

                extension API {
                    enum Level: Int, JSONReadable, Sendable {
                        case low = 1
                        case high = 1_000_000
                    }
                }

                """#
            )
        )
    }

    @Test(
        "the access is that of the spec, unless the caller overrides it",
        arguments: ["public", "package", "internal"]
    )
    func access(level: String) throws {
        // given
        let yaml = spec("access: \(level)\nshapes: {A: {fields: {id: UUID}}}\nendpoints: {G: {uri: x, response: A}}")
        let keyword = level == "internal" ? "" : level + " "

        // when
        let text = try generate(yaml)[0].text

        // then
        #expect(text.contains("\(keyword)import Foundation\n"))
        #expect(text.contains("\n\(keyword)enum API {\n"))
        #expect(text.contains("\n    \(keyword)struct A: JSONReadable, Sendable {\n        \(keyword)var id: UUID\n"))
        let other = try generate(yaml, options: Generator.Options(access: .public))[0].text
        #expect(other.contains("\npublic enum API {\n"))
    }

    @Test(
        "only the part of Foundation with the language's types is imported, and the whole for names of the app",
        arguments: [
            ("A: {fields: {id: UUID}}", false),
            ("A: {fields: {id: UUID, m: M}}, M: {swiftType: Money, import: MoneyKit}", false),
            ("A: {fields: {id: UUID, m: M}}, M: {swiftType: Money}", true),
            ("A: {fields: {id: UUID, m: M}}, M: {swiftType: Foundation.Locale, import: Foundation}", true),
            ("A: {fields: {id: UUID, s: {type: Int, transform: {read: lround}}}}", true),
            ("A: {fields: {id: UUID}, conformances: [Kit.Model]}", true),
            ("A: {fields: {id: UUID}, conformances: [Hashable]}", false),
            ("A: {fields: {id: UUID}, attributes: [\"@Model\"]}", true),
        ]
    )
    func foundation(shapes: String, isWhole: Bool) throws {
        // when
        let text = try generate(spec("shapes: {\(shapes)}\nendpoints: {G: {uri: x, response: A}}"))[0].text

        // then
        #expect(text.contains("\nimport Foundation\n") == isWhole)
        #expect(
            text.contains(
                """

                #if canImport(FoundationEssentials)
                    import FoundationEssentials
                #else
                    import Foundation
                #endif

                """
            ) != isWhole
        )
    }

    @Test("properties are `let` with `mutable: false`, and `var` if a box needs it")
    func immutable() throws {
        let swift = try swift(
            for: """
                defaults: {mutable: false}
                shapes:
                  Tree: {fields: {name: String, parent: Tree?}}
                  Draft: {mutable: true, fields: {text: String}}
                endpoints:
                  Get: {uri: "a/{id}", params: {id: Int}, response: {fields: {tree: Tree}}}
                  Put: {uri: a, method: PUT, body: Draft, mutable: true}
                """
        )
        #expect(swift.contains("        let name: String\n        @IndirectValue var parent: Tree?\n"))
        #expect(swift.contains("        var text: String\n"))
        #expect(swift.contains("            let tree: Tree\n"))
        #expect(swift.contains("        let id: Int\n"))
        #expect(swift.contains("        var body: Draft\n"))
    }
}
