import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

/// Alternatives that one member tells apart, whether the document says so or not.
@Suite("Alternatives with a tag")
struct DistinctAlternativesTests {
    private func written(_ name: String, _ imported: ImportedSchemas) throws -> [String] {
        try imported.alternatives(name).cases.map { one in
            "\(one.name.swift) \(one.values.map(\.text).joined(separator: "|")): \(one.type.description)"
        }
    }

    private func expectTold(
        _ schemas: String,
        by discriminator: String?,
        _ cases: [String],
        of name: String = "U"
    ) throws {
        let imported = try ImportedSchemas(schemas)
        #expect(try imported.alternatives(name).discriminator == discriminator)
        #expect(try written(name, imported) == cases)
    }

    private static let union = "U: {oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]}\n"

    @Test("are selected by a tag that may be missing")
    func optional() throws {
        try expectTold(
            Self.union + """
                A: {type: object, properties: {type: {type: string, enum: [a]}}}
                B: {type: object, properties: {type: {type: string, const: b, default: b}, x: {type: string}}}
                """,
            by: "type",
            ["a a: A", "b b: B"]
        )
    }

    @Test("are selected by several values each, which are kept in the case")
    func several() throws {
        try expectTold(
            Self.union + """
                A: {type: object, required: [k], properties: {k: {enum: [a, b]}}}
                B: {type: object, required: [k], properties: {k: {enum: [c, d]}}}
                """,
            by: "k",
            ["a a|b: A", "b c|d: B"]
        )
    }

    @Test("are selected by whole numbers")
    func integers() throws {
        try expectTold(
            Self.union + """
                A: {type: object, properties: {k: {type: integer, enum: [1, 3]}}}
                B: {type: object, properties: {k: {type: integer, const: 2}}}
                """,
            by: "k",
            ["a 1|3: A", "b 2: B"]
        )
    }

    @Test("are selected preferably by a required member with one value in each")
    func best() throws {
        try expectTold(
            Self.union + """
                A: {type: object, required: [type], properties: {status: {enum: [x, y]}, kind: {enum: [a]}, type: {enum: [p]}}}
                B: {type: object, required: [type], properties: {status: {enum: [z]}, kind: {enum: [b]}, type: {enum: [q]}}}
                """,
            by: "type",
            ["p p: A", "q q: B"]
        )
    }

    @Test("are not selected by members that share a value, or have different kinds")
    func notTold() throws {
        for kinds in ["enum: [a, b]", "type: integer, enum: [1]"] {
            let imported = try ImportedSchemas(
                Self.union + """
                    A: {type: object, required: [k, x], properties: {k: {enum: [b]}, x: {type: string}}}
                    B: {type: object, required: [k, y], properties: {k: {\(kinds)}, y: {type: string}}}
                    """
            )
            #expect(try imported.alternatives("U").discriminator == nil)
            #expect(try imported.alternatives("U").cases.count == 2)
        }
    }

    @Test("keep the document's values, regardless of the names of cases")
    func names() throws {
        let imported = try ImportedSchemas(
            """
            P: {type: object, required: [k], properties: {k: {type: string}}}
            Q: {type: object, required: [k], properties: {k: {type: string}}}
            A:
              oneOf: [{$ref: '#/components/schemas/P'}, {$ref: '#/components/schemas/Q'}]
              discriminator: {propertyName: k, mapping: {'1': '#/components/schemas/P', '+': '#/components/schemas/Q'}}
            """
        )
        #expect(try written("A", imported) == ["p 1: P", "q +: Q"])
    }

    @Test("of a document's discriminator that is a whole number have whole numbers")
    func mappedIntegers() throws {
        let imported = try ImportedSchemas(
            """
            P: {type: object, required: [k], properties: {k: {type: integer}}}
            Q: {type: object, required: [k], properties: {k: {type: integer}}}
            A:
              oneOf: [{$ref: '#/components/schemas/P'}, {$ref: '#/components/schemas/Q'}]
              discriminator: {propertyName: k, mapping: {'1': '#/components/schemas/P', '2': '#/components/schemas/Q'}}
            """
        )
        #expect(try imported.alternatives("A").cases.allSatisfy { $0.values.allSatisfy(\.isInteger) })
        #expect(try written("A", imported) == ["p 1: P", "q 2: Q"])
    }

    @Test("of nested alternatives are in one list if one member selects among all")
    func nested() throws {
        let imported = try ImportedSchemas(
            """
            A: {type: object, required: [t], properties: {t: {const: a}}}
            B: {type: object, required: [t], properties: {t: {const: b}}}
            C: {type: object, required: [t], properties: {t: {const: c}}}
            Inner: {oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]}
            U: {oneOf: [{$ref: '#/components/schemas/Inner'}, {$ref: '#/components/schemas/C'}, {$ref: '#/components/schemas/A'}]}
            """
        )
        #expect(try written("U", imported) == ["a a: A", "b b: B", "c c: C"])
        #expect(try written("Inner", imported) == ["a a: A", "b b: B"])
    }

    @Test("without a distinguishing member close the values that differ, and are chosen by their known members")
    func closedValues() throws {
        let imported = try ImportedSchemas(
            Self.union + """
                A: {type: object, properties: {k: {enum: [a, b]}, x: {type: string}}}
                B: {type: object, properties: {k: {enum: [b, c]}, y: {type: string}}}
                """
        )
        #expect(try imported.alternatives("U").choice == .closest)
        #expect(try imported.alternatives("U").cases.map(\.name.swift) == ["a", "b"])
        #expect(try imported.shape("AK").catchAll == nil)
        #expect(imported.problems == [])
    }

    @Test("are chosen by known members of inner objects, in any order")
    func innerMembers() throws {
        let imported = try ImportedSchemas(
            Self.union + """
                A: {type: object, properties: {cells: {type: array, items: {$ref: '#/components/schemas/Cell'}}}}
                B: {type: object, properties: {cells: {type: array, items: {$ref: '#/components/schemas/Rich'}}}}
                Cell: {type: object, properties: {id: {type: string}}}
                Rich: {type: object, properties: {id: {type: string}, view: {type: string}}}
                """
        )
        #expect(try written("U", imported) == ["a : A", "b : B"])
        #expect(try imported.alternatives("U").choice == .closest)
        #expect(imported.problems == [])
    }

    @Test("with lists are chosen by the members of their elements")
    func lists() throws {
        let imported = try ImportedSchemas(
            """
            U:
              oneOf:
                - {type: array, items: {$ref: '#/components/schemas/Cell'}}
                - {type: array, items: {$ref: '#/components/schemas/Rich'}}
            Cell: {type: object, properties: {id: {type: string}}}
            Rich: {type: object, properties: {id: {type: string}, view: {type: string}}}
            """
        )
        #expect(try written("U", imported) == ["cellList : [Cell]", "richList : [Rich]"])
        #expect(try imported.alternatives("U").choice == .closest)
        #expect(imported.problems == [])
    }

    @Test("with fewer known members come first, so that they are chosen if they know all")
    func fewerMembers() throws {
        let imported = try ImportedSchemas(
            Self.union + """
                A: {type: object, properties: {x: {type: string}, y: {type: string}}}
                B: {type: object, properties: {x: {type: string}}}
                """
        )
        #expect(try written("U", imported) == ["b : B", "a : A"])
        #expect(try imported.alternatives("U").choice == .closest)
        #expect(imported.problems == [])
    }

    @Test("are left out only if no value could be read as them, which is reported")
    func leftOut() throws {
        let imported = try ImportedSchemas(
            Self.union + """
                A: {type: object, properties: {x: {type: string}, y: {type: string}}}
                B: {type: object, properties: {y: {type: string}, x: {type: string}}}
                """
        )
        #expect(try written("U", imported) == ["a : A"])
        #expect(
            imported.problems == ["warning: `B` is left out of `U`: `A` before it reads everything that it could read"]
        )
    }
}

/// Objects whose members stand beside those of alternatives.
@Suite("Schemas of fields and alternatives")
struct FieldsAndAlternativesTests {
    @Test("have an inline field for one of several objects")
    func beside() throws {
        let imported = try ImportedSchemas(
            """
            A:
              type: object
              required: [id]
              properties: {id: {type: string}, type: {type: string}}
              oneOf:
                - {type: object, properties: {type: {const: x}, x: {type: string}}}
                - {type: object, properties: {type: {const: y}}}
            """
        )
        let fields = try imported.fields("A")
        #expect(fields.map(\.name.written) == ["id", "alternative"])
        #expect(fields.map(\.isInline) == [false, true])
        #expect(try imported.alternatives("AAlternative").discriminator == "type")
        #expect(imported.omissions["A/properties/type"] == "the inline alternatives already contain it")
    }

    @Test("use any JSON for an alternative that is an object with any members")
    func besideAnyObject() throws {
        let imported = try ImportedSchemas(
            """
            A:
              allOf:
                - {type: object, properties: {name: {type: string}}}
                - oneOf:
                    - {type: object, not: {required: [id]}}
                    - {type: object, required: [id], properties: {id: {type: string}}}
                    - {$ref: '#/components/schemas/B'}
            B: {oneOf: [{type: object, required: [slug], properties: {slug: {type: string}}}, {type: object, additionalProperties: {type: string}}]}
            """
        )
        #expect(try imported.fields("A").map(\.name.written) == ["name", "alternative"])
        let types = try imported.alternatives("AAlternative").cases.map(\.type.description)
        #expect(types == ["AAlternativeObject", "BObject", "JSONValue"])
        #expect(imported.problems == [])
    }

    @Test("are created for `allOf` of an object and alternatives, of which there may be several")
    func allOf() throws {
        let imported = try ImportedSchemas(
            """
            Message:
              allOf:
                - {$ref: '#/components/schemas/Body'}
                - {type: object, required: [role], properties: {role: {type: string}}}
                - anyOf: [{type: object, required: [a], properties: {a: {type: string}}}, {type: object, required: [b], properties: {b: {type: string}}}]
            Body:
              oneOf:
                - {type: object, required: [content], properties: {content: {type: string}}}
                - {type: object, required: [tool], properties: {tool: {type: string}}}
            """
        )
        #expect(try imported.fields("Message").map(\.name.written) == ["role", "body", "alternative"])
        #expect(try imported.fields("Message").map(\.type.description) == ["String", "Body", "MessageAlternative"])
    }

    @Test("leave out alternatives that are not objects, or that only narrow")
    func others() throws {
        let imported = try ImportedSchemas(
            """
            A:
              properties: {a: {type: string}}
              oneOf: [{type: string}, {type: object, required: [b], properties: {b: {type: string}}}]
              anyOf: [{required: [a]}, {required: [b], maxProperties: 3}]
            """
        )
        #expect(try imported.fields("A").map(\.wireName) == ["a", "b"])
        #expect(imported.omissions["A/oneOf/0"] == "it is not an object, but there are properties beside it")
    }

    @Test("that others extend become these, selected by the discriminator")
    func inheritance() throws {
        let imported = try ImportedSchemas(
            """
            Pet: {type: object, required: [kind], discriminator: {propertyName: kind, mapping: {cat: '#/components/schemas/Cat', pet: '#/components/schemas/Pet'}}, properties: {kind: {type: string}}}
            Cat: {allOf: [{$ref: '#/components/schemas/Pet'}, {type: object, properties: {lives: {type: integer}}}]}
            Dog: {allOf: [{$ref: '#/components/schemas/Pet'}, {type: object, properties: {bark: {type: string}}}]}
            Pug: {allOf: [{$ref: '#/components/schemas/Dog'}, {type: object, properties: {flat: {type: boolean}}}]}
            """
        )
        let pet = try imported.alternatives("Pet")
        #expect(pet.discriminator == "kind")
        #expect(pet.cases.map(\.type.description) == ["Cat", "Dog", "Pug", "PetBase"])
        #expect(pet.cases.flatMap(\.values).map(\.text) == ["cat", "Dog", "Pug", "pet"])
        #expect(try imported.fields("Pug").map(\.wireName) == ["kind", "bark", "flat"])
        #expect(try imported.fields("PetBase").map(\.wireName) == ["kind"])
    }

    @Test("that name those that extend them become these")
    func hierarchy() throws {
        let imported = try ImportedSchemas(
            """
            Pet:
              type: object
              required: [kind]
              properties: {kind: {type: string}}
              oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
              discriminator: {propertyName: kind}
            Cat: {allOf: [{$ref: '#/components/schemas/Pet'}, {type: object, properties: {lives: {type: integer}}}]}
            Dog: {allOf: [{$ref: '#/components/schemas/Pet'}, {type: object, properties: {bark: {type: string}}}]}
            """
        )
        #expect(try imported.alternatives("Pet").cases.map(\.type.description) == ["Cat", "Dog"])
        #expect(try imported.fields("Cat").map(\.wireName) == ["kind", "lives"])
    }
}
