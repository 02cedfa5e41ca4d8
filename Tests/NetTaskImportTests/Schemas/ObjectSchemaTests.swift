import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

@Suite("Schemas of objects")
struct ObjectSchemaTests {
    @Test("become shapes, whose fields have the document's names on the wire and Swift's in Swift")
    func fields() throws {
        let imported = try ImportedSchemas(
            """
            blog-post:
              type: object
              required: [user-id]
              properties:
                user-id: {type: integer}
                self: {type: string, description: Where it is}
            """
        )
        let fields = try imported.fields("BlogPost")
        #expect(fields.map(\.name.written) == ["userId", "selfValue"])
        #expect(fields.map(\.wireName) == ["user-id", "self"])
        #expect(fields.map(\.isRequired) == [true, false])
        #expect(fields.map(\.description) == [nil, "Where it is"])
    }

    @Test("without a name are named by their place, and follow the shape that contains them")
    func inPlace() throws {
        let imported = try ImportedSchemas(
            """
            Pet:
              properties:
                owner: {properties: {addresses: {type: array, items: {properties: {street: {type: string}}}}}}
            Shop: {properties: {owner: {$ref: '#/components/schemas/Pet'}}}
            """
        )
        #expect(imported.spec.shapes.map(\.name.written) == ["Pet", "PetOwner", "PetOwnerAddress", "Shop"])
        #expect(try imported.type("owner", of: "Pet") == "PetOwner?")
        #expect(try imported.type("addresses", of: "PetOwner") == "[PetOwnerAddress]?")
    }

    @Test("without properties are dictionaries")
    func dictionaries() throws {
        let imported = try ImportedSchemas(
            """
            A:
              properties:
                any: {type: object}
                open: {type: object, additionalProperties: true}
                closed: {type: object, additionalProperties: false}
                days: {type: object, additionalProperties: {type: string, format: date}}
                maybe: {additionalProperties: {type: integer, nullable: true}}
            """
        )
        #expect(try imported.type("any", of: "A") == "[String: JSONValue]?")
        #expect(try imported.type("open", of: "A") == "[String: JSONValue]?")
        #expect(try imported.type("closed", of: "A") == "[String: JSONValue]?")
        #expect(try imported.type("days", of: "A") == "[String: Date]?")
        #expect(try imported.field("days", of: "A").format == .date)
        #expect(try imported.type("maybe", of: "A") == "[String: Int?]?")
        #expect(imported.omissions["A/properties/closed/additionalProperties"] == OmissionReason.notValidated.text)
    }

    @Test("list unnamed members, and names without a property")
    func listed() throws {
        let imported = try ImportedSchemas(
            """
            A:
              properties: {a: {type: string, minLength: 3, example: abc}, b: false}
              required: [c]
              additionalProperties: {type: integer}
            """
        )
        #expect(
            imported.omissions == [
                "A/properties/a/example": OmissionReason.example.text,
                "A/properties/b": "the schema does not list values",
                "A/required/0": "no property has this name",
            ]
        )
    }

    @Test(
        "keep members without a property",
        arguments: [
            ("additionalProperties: true", "JSONValue"),
            ("additionalProperties: {}", "JSONValue"),
            ("additionalProperties: {type: integer}", "Int"),
            ("additionalProperties: {type: string, nullable: true}", "String?"),
            ("additionalProperties: {$ref: '#/components/schemas/A'}", "A"),
            ("unevaluatedProperties: {type: string}", "String"),
            ("patternProperties: {'^x-': {type: integer}, '^y-': {type: integer}}", "Int"),
            ("patternProperties: {'^x-': {type: integer}, '^y-': {type: string}}", "JSONValue"),
            ("patternProperties: {'^x-': {type: integer}, '^y-': {type: string}, '^z-': {type: integer}}", "JSONValue"),
            ("patternProperties: {'^x-': {type: integer}}, additionalProperties: true", "JSONValue"),
            ("allOf: [{type: object, properties: {b: {type: string}}, additionalProperties: {type: boolean}}]", "Bool"),
            ("additionalProperties: false", nil),
            ("additionalProperties: false, unevaluatedProperties: false", nil),
        ]
    )
    func additional(keys: String, type: String?) throws {
        // given
        let imported = try ImportedSchemas("A: {type: object, properties: {a: {type: string}}, \(keys)}")

        // then
        let field = try imported.fields("A").first(where: \.isAdditional)
        #expect(field?.additionalType.map { "\($0)" } == type)
        #expect(field.map { $0.name.swift == "additional" } != false)
    }

    @Test("that have a property `additional` keep the other members by another name")
    func additionalName() throws {
        let imported = try ImportedSchemas(
            "A: {properties: {additional: {type: string}}, additionalProperties: {type: string, format: date}}"
        )
        let field = try #require(try imported.fields("A").first(where: \.isAdditional))
        #expect(field.name.swift == "additionalMembers")
        #expect(field.format == .date)
    }

    @Test("that contain themselves are shapes like others, as long as a value of them can exist")
    func recursion() throws {
        let imported = try ImportedSchemas(
            """
            Tree:
              required: [left, all]
              properties: {left: {$ref: '#/components/schemas/Tree'}, all: {type: array, items: {$ref: '#/components/schemas/Tree'}}}
            """
        )
        #expect(try imported.type("left", of: "Tree") == "Tree?")
        #expect(try imported.type("all", of: "Tree") == "[Tree]")
        #expect(
            imported.problems == ["warning: `Tree` would contain itself endlessly; this field is imported as optional"]
        )
        #expect(imported.omissions["Tree/required/0"] == "no value could exist")
    }
}
