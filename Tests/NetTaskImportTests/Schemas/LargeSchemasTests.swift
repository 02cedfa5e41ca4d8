import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

@Suite("Schemas with many branches and references")
struct LargeSchemasTests {
    @Test("use no memory for repeated parts of allOf", .timeLimit(.minutes(5)))
    func repeatedParts() throws {
        let levels = (0..<8).map { level in
            let references = Array(repeating: "{$ref: '#/components/schemas/S\(level + 1)'}", count: 10)
            return "S\(level): {allOf: [\(references.joined(separator: ", "))]}\n"
        }
        let imported = try ImportedSchemas(
            levels.joined() + "S8: {type: object, required: [a], properties: {a: {type: string}}}\n"
        )
        #expect(try imported.type("a", of: "S0") == "String")
    }

    @Test("are searched once if a part is left out", .timeLimit(.minutes(5)))
    func repeatedLeavingOut() throws {
        let levels = (0..<12).map { level in
            let references = Array(repeating: "{$ref: '#/components/schemas/S\(level + 1)'}", count: 12)
            return "S\(level): {allOf: [\(references.joined(separator: ", "))]}\n"
        }
        let imported = try ImportedSchemas(
            levels.joined() + """
                S12: {type: string, description: d}
                A: {properties: {a: {allOf: [{$ref: '#/components/schemas/S0'}], description: own}}}
                """
        )
        #expect(try imported.field("a", of: "A").description == "own")
    }

    @Test("are compared within one limit for all alternatives of a document", .timeLimit(.minutes(5)))
    func manyAlternatives() throws {
        let fields = { (type: (Int) -> String) in (0..<20).map { "f\($0): \(type($0))" }.joined(separator: ", ") }
        let objects = (0..<40).map { number in
            """
            A\(number): {properties: {\(fields { _ in "{$ref: '#/components/schemas/B\(number)'}" })}}
            B\(number): {properties: {\(fields { _ in "{$ref: '#/components/schemas/C\(number)'}" })}}
            C\(number): {properties: {\(fields { _ in "{type: integer}" })}}

            """
        }
        let references = (0..<40).map { "{$ref: '#/components/schemas/A\($0)'}" }.joined(separator: ", ")
        let choices = (0..<24).map { "U\($0): {oneOf: [\(references)]}\n" }
        _ = try ImportedSchemas(objects.joined() + choices.joined())
    }

    @Test("are searched once if alternatives have the same alternatives", .timeLimit(.minutes(1)))
    func sharedAlternatives() throws {
        let levels = (0..<30).map { level in
            let next =
                "{oneOf: [{$ref: '#/components/schemas/S\(level + 1)'}, {$ref: '#/components/schemas/T\(level + 1)'}]}"
            return "S\(level): \(next)\nT\(level): \(next)\n"
        }
        let imported = try ImportedSchemas(
            levels.joined() + """
                S30: {type: object, required: [s], properties: {s: {type: string}}}
                T30: {type: object, required: [t], properties: {t: {type: string}}}
                """
        )
        #expect(try imported.alternatives("S0").cases.map(\.type.description) == ["S30", "T30"])
    }

    @Test("are alternatives of one list if they are nested deeply", .timeLimit(.minutes(1)))
    func nestedAlternatives() throws {
        let types = ["string", "integer", "boolean"]
        let nested = (0..<30).reduce("{type: array, items: {type: string}}") { inner, level in
            "{oneOf: [{type: object, required: [f\(level)], properties: {f\(level): {type: \(types[level % 3])}}}, \(inner)]}"
        }
        let imported = try ImportedSchemas("A: \(nested)")
        #expect(try imported.alternatives("A").cases.count == 31)
    }

    @Test("are cut after more than a thousand references in a row")
    func longChain() throws {
        let references = (0..<1_500).map { "R\($0): {$ref: '#/components/schemas/R\($0 + 1)'}\n" }
        let imported = try ImportedSchemas(references.joined() + "R1500: {type: string}")
        let root = try #require(imported.run.files.document("api.yaml", imported.run))
        let schemas = try #require(root["components"]?["schemas"])
        #expect(schemas["R500"]?.resolved()?["type"]?.plainText == "string")
        #expect(imported.problems.filter { $0.contains("references follow one another") } == [])
        #expect(schemas["R499"]?.resolved() == nil)
        #expect(
            imported.problems.filter { $0.contains("references follow one another") }
                == ["warning: more than 1000 references follow one another from here; refer to the last one directly"]
        )
    }

    @Test("end at a limit if each contains another beside its fields")
    func singleAlternatives() throws {
        let schemas = (0..<2_000).map { number in
            "S\(number): {properties: {p\(number): {type: string}}, oneOf: [{$ref: '#/components/schemas/S\(number + 1)'}]}\n"
        }
        let imported = try ImportedSchemas(schemas.joined() + "S2000: {properties: {last: {type: string}}}")
        let count = try imported.fields("S0").count
        #expect((2...SchemaImporter.depthLimit).contains(count))
    }

    @Test("are searched once for the names of values that they narrow")
    func narrowedValues() throws {
        let schemas = (0..<40).map { number in
            let next = "{$ref: '#/components/schemas/S\(number + 1)'}"
            return "S\(number): {enum: [1], allOf: [{allOf: [\(next)]}, {allOf: [\(next)]}, {allOf: [\(next)]}]}\n"
        }
        let last = "S40: {type: integer, oneOf: [{title: ONE, const: 1}, {title: TWO, const: 2}]}"
        let imported = try ImportedSchemas(schemas.joined() + last)
        #expect(try imported.cases("S0").map(\.name.swift) == ["one"])
    }
}
