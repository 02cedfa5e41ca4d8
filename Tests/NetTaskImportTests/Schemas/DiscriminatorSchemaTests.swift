import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

@Suite("Discriminators")
struct DiscriminatorSchemaTests {
    private func written(_ alternatives: Alternatives) -> [String] {
        alternatives.cases.map { one in
            let values = one.values.map(\.text).joined(separator: ", ")
            return "\(values.isEmpty ? one.name.swift : values): \(one.type.description)"
        }
    }

    @Test("have all values of the members of alternatives")
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
        #expect(written(try imported.alternatives("A")) == ["card, credit: P", "bank: Q"])
    }

    @Test("list the alternative for other values, which specs do not have")
    func defaultMapping() throws {
        let imported = try ImportedSchemas(
            """
            P: {type: object, required: [k], properties: {k: {type: string}}}
            Q: {type: object, required: [k], properties: {k: {type: string}}}
            A:
              oneOf: [{$ref: '#/components/schemas/P'}, {$ref: '#/components/schemas/Q'}]
              discriminator: {propertyName: k, defaultMapping: Q}
            """
        )
        #expect(written(try imported.alternatives("A")) == ["P: P", "Q: Q"])
        #expect(imported.problems == [])
        let reason = "an object with another value is read as the unknown case"
        #expect(imported.omissions["A/discriminator/defaultMapping"] == reason)
    }

    @Test("use the names of alternatives whose members can have the same values")
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
    }

    @Test("may be missing in the alternatives, or be read-only or write-only")
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
        #expect(try imported.type("k", of: "P") == "String?")
        #expect(imported.problems == [])
    }

    @Test(
        "whose values cannot be names of cases use the types' names",
        arguments: [("'1'", "'2'"), ("cat", "CAT")]
    )
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
        #expect(alternatives.discriminator == "k")
        #expect(alternatives.cases.map(\.name.swift) == ["p", "q"])
    }

    @Test("whose values select two alternatives become any JSON, with the reason")
    func sharedValues() throws {
        let imported = try ImportedSchemas(
            """
            P: {type: object, required: [k], properties: {k: {type: string, enum: [b]}}}
            Q: {type: object, required: [k], properties: {k: {type: string, enum: [b]}}}
            A:
              oneOf: [{$ref: '#/components/schemas/P'}, {$ref: '#/components/schemas/Q'}]
              discriminator: {propertyName: k}
            """
        )
        let alternatives = try imported.alternatives("A")
        #expect(alternatives.cases.map(\.name.swift) == ["other"])
        #expect(imported.problems == ["warning: two alternatives have its value `b`; imported as any JSON"])
    }

    @Test("distinguish alternatives with one name in two files")
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
        #expect(alternatives.cases.map(\.values) == [[.string("first")], [.string("second")]])
        #expect(alternatives.cases.first?.type != alternatives.cases.last?.type)
    }

    @Test("use the names of whole files without their extensions")
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
        let values = try imported.alternatives("A").cases.flatMap(\.values)
        #expect(values == [.string("Cat"), .string("Dog.v2"), .string("cow")])
    }

    @Test("apply the values of a mapping to schemas that only refer to an alternative")
    func aliases() throws {
        let imported = try ImportedSchemas(
            """
            P: {type: object, required: [k], properties: {k: {type: string}}}
            Q: {type: object, required: [k], properties: {k: {type: string}, q: {type: string}}}
            R: {allOf: [{$ref: '#/components/schemas/Q'}], description: As Q.}
            S: {allOf: [{$ref: '#/components/schemas/R'}]}
            T: {oneOf: [{$ref: '#/components/schemas/R'}], title: As R}
            V: {anyOf: [{$ref: '#/components/schemas/Q'}]}
            A:
              oneOf: [{$ref: '#/components/schemas/P'}, {$ref: '#/components/schemas/Q'}]
              discriminator:
                propertyName: k
                mapping: {p: '#/components/schemas/P', q: '#/components/schemas/Q', r: '#/components/schemas/R', s: S, t: T, v: V}
            B:
              oneOf: [{$ref: '#/components/schemas/P'}, {$ref: '#/components/schemas/Q'}, {$ref: '#/components/schemas/R'}]
              discriminator: {propertyName: k}
            """
        )
        #expect(written(try imported.alternatives("A")) == ["p: P", "q: Q", "r: Q", "s: Q", "t: Q", "v: Q"])
        #expect(written(try imported.alternatives("B")) == ["P: P", "Q, R: Q"])
        #expect(imported.problems == [])
    }

    @Test("resolve schemas that only refer to the one that others extend")
    func aliasesOfBase() throws {
        let imported = try ImportedSchemas(
            """
            Base:
              type: object
              required: [k]
              properties: {k: {type: string}}
              discriminator: {propertyName: k, mapping: {c: '#/components/schemas/Child', o: '#/components/schemas/Other'}}
            Child: {allOf: [{$ref: '#/components/schemas/Base'}, {type: object, properties: {c: {type: string}}}]}
            Other: {allOf: [{$ref: '#/components/schemas/Base'}]}
            """
        )
        #expect(written(try imported.alternatives("Base")) == ["c: Child", "o: BaseBase"])
        #expect(try imported.fields("BaseBase").map(\.wireName) == ["k"])
        #expect(imported.problems == [])
    }

    @Test("resolve schemas that refer to the one that all others extend, if they are alternatives, too")
    func aliasesBesideOthers() throws {
        let imported = try ImportedSchemas(
            """
            Base:
              type: object
              required: [k]
              properties: {k: {type: string}}
              discriminator: {propertyName: k, mapping: {c: '#/components/schemas/Child', o: '#/components/schemas/Other'}}
            Simple: {allOf: [{$ref: '#/components/schemas/Base'}]}
            Child: {allOf: [{$ref: '#/components/schemas/Simple'}, {type: object, properties: {c: {type: string}}}]}
            Other: {allOf: [{$ref: '#/components/schemas/Simple'}]}
            U:
              oneOf: [{$ref: '#/components/schemas/Child'}, {$ref: '#/components/schemas/Other'}]
              discriminator: {propertyName: k, mapping: {c: '#/components/schemas/Child', o: '#/components/schemas/Other'}}
            """
        )
        #expect(written(try imported.alternatives("U")).contains("c: Child"))
        #expect(written(try imported.alternatives("U")).contains("o: BaseBase"))
        #expect(imported.problems == [])
    }
}
