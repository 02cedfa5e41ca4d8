import Testing

@testable import NetTaskImport

@Suite("Discriminators")
struct DiscriminatorSchemaTests {
    private func written(_ alternatives: AlternativesDraft) -> [String] {
        alternatives.cases.map { "\($0.value ?? $0.name): \($0.type.written)" }
    }

    @Test("take all values that the members of alternatives can have")
    func severalValues() throws {
        let imported = try ImportedSchemas(
            """
            P: {type: object, required: [k], properties: {k: {type: string, enum: [card, credit]}}}
            Q: {type: object, required: [k], properties: {k: {type: string, enum: [bank]}}}
            A:
              oneOf: [{$ref: '#/components/schemas/P'}, {$ref: '#/components/schemas/Q'}]
              discriminator: {propertyName: k}
            """
        )
        #expect(written(try imported.alternatives("A")) == ["card: P", "credit: P", "bank: Q"])
        #expect(imported.forgotten == [])
        #expect(imported.complaints == [])
    }

    @Test("take the names of alternatives whose members can have the same values")
    func sameValues() throws {
        let imported = try ImportedSchemas(
            """
            Kind: {type: string, enum: [P, Q]}
            P: {type: object, required: [k], properties: {k: {$ref: '#/components/schemas/Kind'}}}
            Q: {type: object, required: [k], properties: {k: {$ref: '#/components/schemas/Kind'}}}
            A:
              oneOf: [{$ref: '#/components/schemas/P'}, {$ref: '#/components/schemas/Q'}]
              discriminator: {propertyName: k}
            """
        )
        #expect(written(try imported.alternatives("A")) == ["P: P", "Q: Q"])
        #expect(imported.complaints == [])
    }

    @Test("are required in the alternatives and go both ways, with a warning where the document says otherwise")
    func notRequired() throws {
        let imported = try ImportedSchemas(
            """
            P: {type: object, properties: {k: {type: string}, p: {type: string}}}
            Q: {type: object, required: [k], properties: {k: {type: string, readOnly: true}}}
            R: {type: object, required: [k], properties: {k: {type: string}}}
            A:
              oneOf:
                - {$ref: '#/components/schemas/P'}
                - {$ref: '#/components/schemas/Q'}
                - {$ref: '#/components/schemas/R'}
              discriminator: {propertyName: k}
            """
        )
        #expect(written(try imported.alternatives("A")) == ["P: P", "Q: Q", "R: R"])
        #expect(try imported.alternatives("A").discriminator == "k")
        #expect(try imported.field("k", of: "P").isRequired)
        #expect(try !imported.field("p", of: "P").isRequired)
        #expect(try imported.field("k", of: "Q").only == nil)
        #expect(
            imported.problems == [
                "warning: `k` tells alternatives apart, so it goes both ways in `Q`",
                "warning: `k` tells alternatives apart, so it is required in `P`",
            ]
        )
        #expect(imported.forgotten == [])
        #expect(imported.complaints == [])
    }

    @Test("whose values cannot be cases leave any JSON, with the reason", arguments: [("'1'", "'2'"), ("cat", "CAT")])
    func noCases(first: String, second: String) throws {
        let imported = try ImportedSchemas(
            """
            P: {type: object, required: [k], properties: {k: {type: string}}}
            Q: {type: object, required: [k], properties: {k: {type: string}}}
            A:
              oneOf: [{$ref: '#/components/schemas/P'}, {$ref: '#/components/schemas/Q'}]
              discriminator:
                propertyName: k
                mapping: {\(first): '#/components/schemas/P', \(second): '#/components/schemas/Q'}
            """
        )
        let alternatives = try imported.alternatives("A")
        #expect(alternatives.discriminator == nil)
        #expect(alternatives.cases.map(\.name) == ["other"])
        #expect(alternatives.cases.map(\.type) == [.jsonValue])
        let reason =
            first == "cat"
            ? "two of its values would be the case `cat`" : "its value `1` cannot be the name of a case"
        #expect(imported.omissions["A/discriminator"] == reason)
        #expect(imported.problems == ["warning: \(reason); any JSON is taken here"])
        #expect(imported.forgotten == [])
        #expect(imported.complaints == [])
    }

    @Test("tell alternatives of one name in two files apart")
    func twoFiles() throws {
        let pet = "Pet: {type: object, required: [k], properties: {k: {type: string}}}"
        let imported = try ImportedSchemas(
            """
            A:
              oneOf: [{$ref: 'n/one.yaml#/Pet'}, {$ref: 'n/two.yaml#/Pet'}]
              discriminator: {propertyName: k, mapping: {first: 'n/one.yaml#/Pet', second: './n/two.yaml#/Pet'}}
            """,
            files: ["n/one.yaml": pet, "n/two.yaml": pet]
        )
        let alternatives = try imported.alternatives("A")
        #expect(alternatives.cases.map(\.value) == ["first", "second"])
        #expect(alternatives.cases.first?.type != alternatives.cases.last?.type)
        #expect(imported.complaints == [])
    }

    @Test("take the names of whole files without their endings")
    func wholeFiles() throws {
        let pet = "{type: object, required: [k], properties: {k: {type: string}}}"
        let imported = try ImportedSchemas(
            """
            A:
              oneOf: [{$ref: Cat.yaml}, {$ref: pets/Dog.v2.yaml}, {$ref: Cow.json}]
              discriminator: {propertyName: k, mapping: {cow: Cow.json}}
            """,
            files: ["Cat.yaml": pet, "pets/Dog.v2.yaml": pet, "Cow.json": pet]
        )
        #expect(try imported.alternatives("A").cases.map(\.value) == ["Cat", "Dog.v2", "cow"])
        #expect(imported.complaints == [])
    }
}
