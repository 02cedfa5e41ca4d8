import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

@Suite("Schemas with allOf")
struct AllOfSchemaTests {
    @Test("around one reference become that type, with the keys beside it")
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

    @Test("of several objects become one shape with all fields and all requirements")
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

    @Test(
        "narrow a property by a later part",
        arguments: [
            ("{type: string}", "{type: string, format: uuid}", "UUID?"),
            ("{type: string, format: date-time}", "{type: string, description: Later}", "Date?"),
            ("{type: number}", "{type: integer}", "Int?"),
            ("{type: integer}", "{type: integer, format: int32}", "Int32?"),
            ("{type: string}", "{type: string, enum: [x, y]}", "AA?"),
            ("{type: string, enum: [x, y, z]}", "{type: string, enum: [x]}", "AA?"),
            ("{description: Any}", "{type: boolean}", "Bool?"),
            ("{type: array, items: {}}", "{type: array, items: {type: string}}", "[String]?"),
            ("{type: object}", "{type: object, properties: {b: {type: string}}}", "AA?"),
            ("{$ref: '#/components/schemas/Base'}", "{$ref: '#/components/schemas/Derived'}", "Derived?"),
            ("{$ref: '#/components/schemas/OneOf'}", "{$ref: '#/components/schemas/Other'}", "Other?"),
            ("{$ref: '#/components/schemas/Base'}", "{$ref: '#/components/schemas/Base'}", "Base?"),
        ]
    )
    func narrowing(earlier: String, later: String, type: String) throws {
        let imported = try ImportedSchemas(
            """
            Base: {type: object, properties: {b: {type: string}}}
            Derived: {allOf: [{$ref: '#/components/schemas/Base'}, {properties: {d: {type: string}}}]}
            Other: {type: object, properties: {o: {type: string}}}
            OneOf: {oneOf: [{$ref: '#/components/schemas/Base'}, {$ref: '#/components/schemas/Other'}]}
            A:
              allOf:
                - {type: object, properties: {a: \(earlier)}}
                - {type: object, properties: {a: \(later)}}
            """
        )
        #expect(try imported.type("a", of: "A") == type)
        #expect(imported.omissions["A/allOf/0/properties/a"] == nil)
    }

    @Test("keep combinations of the same property apart")
    func combinations() throws {
        // given
        func object(_ name: String) -> String {
            "{properties: {a: {type: object, properties: {\(name): {type: string}}}}}"
        }

        // when
        let imported = try ImportedSchemas(
            """
            Nar: {properties: {a: {properties: {l: {type: string}}}}}
            Aaa: {allOf: [\(object("x1")), {$ref: '#/components/schemas/Nar'}]}
            Bbb: {allOf: [\(object("y")), {$ref: '#/components/schemas/Aaa'}]}
            Ccc: {allOf: [\(object("x2")), {$ref: '#/components/schemas/Nar'}]}
            """
        )

        // then
        let names = try ["Aaa", "Bbb", "Ccc"].map { owner in
            try imported.fields(owner + "A").map(\.name.written).sorted()
        }
        #expect(names == [["l", "x1"], ["l", "x1", "y"], ["l", "x2"]])
    }

    @Test("combine the fields of a property that is an object in several parts")
    func nested() throws {
        let imported = try ImportedSchemas(
            """
            Base: {type: object, properties: {links: {type: object, properties: {own: {type: string}}}}}
            A:
              allOf:
                - {$ref: '#/components/schemas/Base'}
                - properties:
                    links:
                      description: Where to go
                      properties: {own: {type: string, format: uuid}, next: {type: string}}
            List:
              allOf:
                - {properties: {data: {type: array, description: All, items: {properties: {id: {type: string}}}}}}
                - {properties: {data: {type: array, items: {properties: {name: {type: string}}}}}}
            """
        )
        #expect(try imported.type("links", of: "A") == "ALinks?")
        #expect(try imported.shape("ALinks").description == "Where to go")
        #expect(try imported.fields("ALinks").map(\.wireName) == ["own", "next"])
        #expect(try imported.type("own", of: "ALinks") == "UUID?")
        #expect(try imported.type("own", of: "BaseLinks") == "String?")
        #expect(try imported.type("data", of: "List") == "[ListDataItem]?")
        #expect(try imported.field("data", of: "List").description == "All")
        #expect(try imported.fields("ListDataItem").map(\.wireName) == ["id", "name"])
    }

    @Test("end where the parts of a property hold each other")
    func circles() throws {
        let imported = try ImportedSchemas(
            """
            A: {properties: {next: {$ref: '#/components/schemas/B'}}}
            B: {properties: {next: {$ref: '#/components/schemas/A'}}}
            C: {properties: {next: {$ref: '#/components/schemas/C'}, c: {type: string}}}
            All: {allOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/C'}]}
            """
        )
        #expect(try imported.type("next", of: "All") == "AllNext?")
        #expect(try imported.type("next", of: "AllNext") == "AllNextNext?")
        #expect(try imported.type("next", of: "AllNextNext") == "AllNext?")
    }

    @Test("take the later of two properties that contradict each other, and report the other")
    func conflict() throws {
        let imported = try ImportedSchemas(
            """
            A:
              allOf:
                - {type: object, properties: {a: {type: string}, b: {type: string}}}
                - {type: object, properties: {a: {type: boolean}, b: {description: Better}}}
            """
        )
        #expect(try imported.type("a", of: "A") == "Bool?")
        #expect(try imported.type("b", of: "A") == "String?")
        #expect(try imported.field("b", of: "A").description == "Better")
        #expect(imported.omissions["A/allOf/0/properties/a"] == "a later part of `allOf` contradicts it")
    }

    @Test("list parts that are not objects")
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
        #expect(imported.omissions["A/allOf/1"] == "it is not an object, unlike the other parts of `allOf`")
    }

    @Test("that contain themselves add nothing")
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
