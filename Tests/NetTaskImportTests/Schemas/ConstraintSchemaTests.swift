import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

@Suite("Schemas with constraints")
struct ConstraintSchemaTests {
    /// The constraints of a field, as a spec writes them.
    private func constraints(_ field: String, _ imported: ImportedSchemas) throws -> [String] {
        try imported.field(field, of: "A").constraints.entries.map { "\($0.kind.rawValue): \($0.value.text)" }
    }

    @Test("give them to the field, also through references and from the elements of a list")
    func places() throws {
        let imported = try ImportedSchemas(
            """
            Slug: {type: string, pattern: '^[a-z]+$', maxLength: 9}
            A:
              properties:
                count: {type: integer, minimum: 1, maximum: 9.5, multipleOf: 2}
                slug: {$ref: '#/components/schemas/Slug'}
                slugs: {type: array, minItems: 1, uniqueItems: true, items: {$ref: '#/components/schemas/Slug'}}
                lists: {type: array, items: {type: array, maxItems: 2, items: {type: number, minimum: 0}}}
                map: {type: object, maxProperties: 3, additionalProperties: {type: string, minLength: 1}}
            """
        )
        #expect(try constraints("count", imported) == ["minimum: 1", "maximum: 9.5", "multipleOf: 2"])
        #expect(try constraints("slug", imported) == ["maxLength: 9", "pattern: ^[a-z]+$"])
        let ofList = ["maxLength: 9", "pattern: ^[a-z]+$", "minItems: 1", "uniqueItems: true"]
        #expect(try constraints("slugs", imported) == ofList)
        #expect(try constraints("lists", imported) == ["minimum: 0"])
        #expect(try constraints("map", imported) == ["minLength: 1", "maxProperties: 3"])
    }

    @Test("that are not fields are listed as not validated")
    func noFields() throws {
        // given
        let imported = try ImportedSchemas(
            """
            Choice: {oneOf: [{type: string, minLength: 3}, {$ref: '#/components/schemas/Count'}, {type: array, items: {type: integer}, maxItems: 4}]}
            Count: {type: number, maximum: 5}
            Open: {properties: {a: {type: string}}, additionalProperties: {type: string, pattern: '^a'}}
            A: {properties: {a: {$ref: '#/components/schemas/Choice'}}}
            """
        )

        // then
        for place in [
            "Choice/oneOf/0/minLength", "Count/maximum", "Choice/oneOf/2/maxItems", "Open/additionalProperties/pattern",
        ] {
            #expect(imported.omissions[place] == "values are not validated", "\(place)")
        }
    }

    @Test("have exclusive bounds as flags in OpenAPI 3.0 and as numbers since 3.1")
    func exclusive() throws {
        let imported = try ImportedSchemas(
            """
            A:
              properties:
                old: {type: integer, exclusiveMinimum: true, minimum: 1, maximum: 9, exclusiveMaximum: false}
                new: {type: number, exclusiveMinimum: 0, exclusiveMaximum: 1.5}
            """
        )
        #expect(try constraints("old", imported) == ["maximum: 9", "exclusiveMinimum: 1"])
        #expect(try constraints("new", imported) == ["exclusiveMinimum: 0", "exclusiveMaximum: 1.5"])
    }

    @Test("lose those of another type, without effect, that contradict others, or that Swift does not have")
    func lost() throws {
        let imported = try ImportedSchemas(
            """
            A:
              properties:
                text: {type: string, minimum: 1, minLength: 0, pattern: '(?<=a)b'}
                date: {type: string, format: date-time, maxLength: 20}
                color: {type: string, enum: [red], maxLength: 3}
                none: {type: integer, minimum: 9, maximum: 1}
            """
        )
        for field in ["text", "date", "color"] { #expect(try constraints(field, imported) == []) }
        var contradictory = try imported.field("none", of: "A").constraints
        contradictory.removeInvalid(for: .scalar(.int)) { _ in false }
        #expect(contradictory.entries.map(\.kind) == [.maximum])
    }

    @Test("lose those that the default violates, where a spec has the default")
    func violated() throws {
        // given a shape that is not sent, whose spec is read without errors
        let imported = try ImportedSchemas(
            """
            A:
              properties:
                count: {type: integer, minimum: 5, maximum: 9, multipleOf: 2, default: 0}
                names: {type: array, items: {type: string, maxLength: 1}, minItems: 1, uniqueItems: true, default: []}
            """
        )

        // when
        var ofCount = try imported.field("count", of: "A").constraints
        ofCount.removeViolated(by: .integer(0))
        var ofNames = try imported.field("names", of: "A").constraints
        ofNames.removeViolated(by: .list([]))

        // then
        #expect(ofCount.entries.map(\.kind) == [.maximum, .multipleOf])
        #expect(ofNames.entries.map(\.kind) == [.maxLength, .uniqueItems])
    }
}
