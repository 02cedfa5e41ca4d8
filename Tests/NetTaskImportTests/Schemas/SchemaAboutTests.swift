import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

@Suite("Descriptions and settings of schemas")
struct SchemaAboutTests {
    @Test("a title precedes the description if they differ")
    func titles() throws {
        let imported = try ImportedSchemas(
            """
            Pet: {title: Pet, description: An animal, properties: {a: {type: string, title: The letter}}}
            Dog: {title: Barking pet, description: An animal, properties: {a: {type: string, title: "A", description: B}}}
            """
        )
        #expect(try imported.shape("Pet").description == "An animal")
        #expect(try imported.shape("Dog").description == "Barking pet\n\nAn animal")
        #expect(try imported.field("a", of: "Pet").description == "The letter")
        #expect(try imported.field("a", of: "Dog").description == "B")
        #expect(imported.omissions["Pet/title"] == "the name or the description already states it")
    }

    @Test(
        "defaults are kept if they fit the type",
        arguments: [
            ("{type: integer, default: 3}", Field.DefaultValue.integer(3)),
            ("{type: integer, format: int32, default: 3000000000}", nil),
            ("{type: integer, default: x}", nil),
            ("{type: number, default: 0.5}", .number("0.5")),
            ("{type: string, default: a}", .string("a")),
            ("{type: string, format: date, default: '2026-11-22'}", .string("2026-11-22")),
            ("{type: boolean, default: true}", .bool(true)),
            ("{type: string, enum: [a, b], default: b}", .enumerationCase("b")),
            ("{type: string, enum: [a, b], default: c}", nil),
            ("{type: array, items: {}, default: []}", .list([])),
            ("{type: array, items: {type: string}, default: [a]}", .list([.string("a")])),
            ("{type: array, items: {type: integer}, default: [a]}", nil),
            ("{type: array, items: {type: string, enum: [a, b]}, default: [b]}", .list([.enumerationCase("b")])),
            (
                "{type: object, additionalProperties: {type: integer}, default: {a: 1}}",
                .members([.init("a", .integer(1))])
            ),
            ("{type: object, properties: {b: {}}, default: {b: [1]}}", .json(.map([.init("b", .list([.integer(1)]))]))),
            ("{type: object, properties: {b: {}}, default: b}", nil),
            ("{oneOf: [{type: string}, {type: boolean}], default: {}}", nil),
            ("{oneOf: [{type: string}, {enum: ['0']}], default: 5d}", .json(.string("5d"))),
            ("{type: object, default: {}}", .members([])),
            ("{type: string, nullable: true, default: null}", nil),
        ] as [(String, Field.DefaultValue?)]
    )
    func defaults(_ schema: String, _ expected: Field.DefaultValue?) throws {
        let imported = try ImportedSchemas("A: {properties: {a: \(schema)}}")
        #expect(try imported.field("a", of: "A").defaultValue == expected)
        #expect((imported.omissions["A/properties/a/default"] == nil) == (expected != nil))
    }

    @Test("read-only and write-only values have `only`")
    func directions() throws {
        let imported = try ImportedSchemas(
            """
            A:
              required: [read]
              properties:
                read: {type: string, readOnly: true}
                written: {type: string, writeOnly: true}
                both: {type: string, readOnly: true, writeOnly: true}
            """
        )
        #expect(try imported.fields("A").map(\.only) == [.response, .request, .response])
        #expect(imported.problems == ["warning: `writeOnly` contradicts `readOnly`"])
    }

    @Test("deprecation is kept for a field or a shape")
    func deprecation() throws {
        let imported = try ImportedSchemas(
            "A: {deprecated: true, properties: {a: {type: string, deprecated: true}}}\nB: {properties: {a: {$ref: '#/components/schemas/A'}}}"
        )
        #expect(try imported.shape("A").deprecation != nil)
        #expect(try imported.field("a", of: "A").deprecation != nil)
    }

    @Test("settings that lists cannot have are listed")
    func items() throws {
        let imported = try ImportedSchemas(
            "A: {properties: {a: {type: array, items: {type: string, nullable: true, description: One, default: x}}}}"
        )
        #expect(try imported.type("a", of: "A") == "[String?]?")
        #expect(imported.omissions["A/properties/a/items/description"] == "only fields support it")
        #expect(imported.omissions["A/properties/a/items/default"] == "only fields support it")
    }
}
