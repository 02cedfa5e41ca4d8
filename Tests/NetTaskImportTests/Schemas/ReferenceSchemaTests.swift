import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

@Suite("References to schemas")
struct ReferenceSchemaTests {
    @Test("to types without a shape become that type")
    func aliases() throws {
        let imported = try ImportedSchemas(
            """
            Id: {type: string, format: uuid, description: Of a pet}
            Ids: {type: array, items: {$ref: '#/components/schemas/Id'}}
            A: {properties: {id: {$ref: '#/components/schemas/Id'}, ids: {$ref: '#/components/schemas/Ids'}}}
            """
        )
        #expect(imported.spec.shapes.map(\.name.written) == ["A"])
        #expect(try imported.type("id", of: "A") == "UUID?")
        #expect(try imported.field("id", of: "A").description == "Of a pet")
        #expect(try imported.type("ids", of: "A") == "[UUID]?")
    }

    @Test("have escapes for slashes and tildes, which stand for one character each")
    func escapes() throws {
        let imported = try ImportedSchemas(
            """
            a/b: {type: string, format: uuid}
            a~1b: {type: integer}
            A: {properties: {slash: {$ref: '#/components/schemas/a~1b'}, tilde: {$ref: '#/components/schemas/a~01b'}}}
            """
        )
        #expect(try imported.type("slash", of: "A") == "UUID?")
        #expect(try imported.type("tilde", of: "A") == "Int?")
    }

    @Test("keep the keys beside them")
    func siblings() throws {
        let imported = try ImportedSchemas(
            """
            Pet: {type: object, properties: {name: {type: string}}}
            A: {properties: {pet: {$ref: '#/components/schemas/Pet', description: Mine, deprecated: true, nullable: true}}}
            """
        )
        let field = try imported.field("pet", of: "A")
        #expect(field.description == "Mine")
        #expect(field.deprecation != nil)
        #expect(field.isNullable)
    }

    @Test("to other files become shapes named by the reference")
    func otherFiles() throws {
        let imported = try ImportedSchemas(
            "A: {properties: {pet: {$ref: 'pet.yaml'}, owner: {$ref: 'pet.yaml#/properties/owner'}, again: {$ref: pet.yaml}}}",
            files: ["pet.yaml": "properties: {owner: {properties: {name: {type: string}}}}"]
        )
        #expect(try imported.type("pet", of: "A") == "Pet?")
        #expect(try imported.type("owner", of: "A") == "Owner?")
        #expect(try imported.type("again", of: "A") == "Pet?")
        #expect(try imported.type("owner", of: "Pet") == "Owner?")
    }

    @Test("that cannot be resolved become any JSON, with a warning")
    func nowhere() throws {
        let imported = try ImportedSchemas("A: {properties: {a: {$ref: '#/components/schemas/B'}}}")
        #expect(try imported.type("a", of: "A") == "JSONValue?")
        #expect(imported.problems == ["warning: `#/components/schemas/B` cannot be resolved: `B` does not exist"])
    }

    @Test("in circles become any JSON, with a warning")
    func circle() throws {
        let imported = try ImportedSchemas(
            """
            List: {type: array, items: {$ref: '#/components/schemas/List'}}
            Self: {$ref: '#/components/schemas/Self'}
            A: {properties: {list: {$ref: '#/components/schemas/List'}, self: {$ref: '#/components/schemas/Self'}}}
            """
        )
        #expect(try imported.type("list", of: "A") == "[JSONValue]?")
        #expect(try imported.type("self", of: "A") == "JSONValue?")
        #expect(
            imported.problems == [
                "warning: this schema refers only to itself; imported as any JSON",
                "warning: this schema refers only to itself; imported as any JSON",
            ]
        )
    }

    @Test("become shapes only if they are needed, unless all are requested")
    func notAll() throws {
        let imported = try ImportedSchemas("A: {properties: {a: {type: string}}}", all: false)
        #expect(imported.spec.shapes.isEmpty)
        #expect(imported.omissions.values.allSatisfy { $0 == "no imported endpoint uses it" })
    }

    @Test("in long chains use no stack, and those deeper than any real one are cut", .timeLimit(.minutes(5)))
    func longChains() throws {
        let shapes = (0..<5_000).map { "S\($0): {properties: {next: {$ref: '#/components/schemas/S\($0 + 1)'}}}\n" }
        let lists = (0..<5_000).map { "L\($0): {type: array, items: {$ref: '#/components/schemas/L\($0 + 1)'}}\n" }
        let parts = (0..<5_000).map { number in
            "P\(number): {allOf: [{$ref: '#/components/schemas/P\(number + 1)'}, {properties: {a: {type: string}}}]}\n"
        }
        let imported = try ImportedSchemas(
            shapes.joined() + lists.joined() + parts.joined()
                + "S5000: {type: string}\nL5000: {type: string}\nP5000: {properties: {z: {type: string}}}\n"
                + "A: {properties: {l: {$ref: '#/components/schemas/L0'}}}"
        )
        #expect(try imported.type("next", of: "S4999") == "String?")
        #expect(try imported.fields("P0").map(\.wireName) == ["a"])
    }
}
