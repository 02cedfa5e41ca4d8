import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

@Suite("Schemas with allOf")
struct AllOfSchemaTests {
    @Test("around one reference are that type, with what stands beside it")
    func wrapper() throws {
        let imported = try ImportedSchemas(
            """
            Color: {type: string, enum: [red, blue]}
            A:
              properties:
                color: {allOf: [{$ref: '#/components/schemas/Color'}], description: Of it, default: red, nullable: true}
                later: {allOf: [{$ref: '#/components/schemas/Color'}, {nullable: true, description: Then}]}
            """
        )
        #expect(try imported.type("color", of: "A") == "Color?!")
        #expect(try imported.field("color", of: "A").description == "Of it")
        #expect(try imported.field("color", of: "A").defaultValue == .enumerationCase("red"))
        #expect(try imported.type("later", of: "A") == "Color?!")
        #expect(try imported.field("later", of: "A").description == "Then")
        #expect(imported.spec.shapes.map(\.name.written) == ["Color", "A"])
    }

    @Test("of several objects are one shape with all fields, and all that is required")
    func merged() throws {
        let imported = try ImportedSchemas(
            """
            Base: {type: object, required: [id], properties: {id: {type: integer}, note: {type: string}}}
            Derived:
              description: Of several
              allOf:
                - {$ref: '#/components/schemas/Base'}
                - {type: object, properties: {extra: {type: string}}}
                - {required: [note, extra]}
              properties: {own: {type: boolean}}
            """
        )
        let fields = try imported.fields("Derived")
        #expect(fields.map(\.wireName) == ["id", "note", "extra", "own"])
        #expect(fields.map(\.isRequired) == [true, true, true, false])
        #expect(try imported.shape("Derived").description == "Of several")
        #expect(try imported.type("note", of: "Base") == "String?")
    }

    @Test("take the later of two properties of one name, and list the other")
    func conflict() throws {
        let imported = try ImportedSchemas(
            """
            A:
              allOf:
                - {type: object, properties: {a: {type: string}, b: {type: string}}}
                - {type: object, properties: {a: {type: integer}, b: {description: Better}}}
            """
        )
        #expect(try imported.type("a", of: "A") == "Int?")
        #expect(try imported.type("b", of: "A") == "String?")
        #expect(try imported.field("b", of: "A").description == "Better")
        #expect(imported.omissions["A/allOf/0/properties/a"] == "a later part of `allOf` has a property of that name")
    }

    @Test("list what is no object among objects")
    func others() throws {
        let imported = try ImportedSchemas(
            """
            A:
              allOf:
                - {type: object, properties: {a: {type: string}}}
                - {oneOf: [{type: string}, {type: integer}]}
            """
        )
        #expect(try imported.fields("A").map(\.wireName) == ["a"])
        #expect(imported.omissions["A/allOf/1"] == "it is no object, which the other parts of `allOf` are")
    }

    @Test("of themselves add nothing")
    func circle() throws {
        let imported = try ImportedSchemas(
            """
            A: {allOf: [{$ref: '#/components/schemas/B'}, {type: object, properties: {a: {type: string}}}]}
            B: {allOf: [{$ref: '#/components/schemas/A'}, {type: object, properties: {b: {type: string}}}]}
            C: {allOf: [{$ref: '#/components/schemas/C'}]}
            """
        )
        #expect(try Set(imported.fields("A").map(\.wireName)) == ["a", "b"])
    }
}
