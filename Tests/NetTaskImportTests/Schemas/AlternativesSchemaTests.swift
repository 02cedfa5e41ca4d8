import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

@Suite("Schemas of alternatives")
struct AlternativesSchemaTests {
    private static let animals = """
        Cat: {type: object, required: [kind], properties: {kind: {type: string}, lives: {type: integer}}}
        Dog: {type: object, required: [kind], properties: {kind: {type: string}, tail: {type: boolean}}}

        """

    private func written(_ alternatives: Alternatives) -> [String] {
        alternatives.cases.map { one in
            let values = one.values.map(\.text).joined(separator: ", ")
            return "\(values.isEmpty ? one.name.swift : values): \(one.type.description)"
        }
    }

    @Test("are distinguished by the document's discriminator")
    func discriminator() throws {
        let imported = try ImportedSchemas(
            Self.animals + """
                Mapped:
                  oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
                  discriminator:
                    propertyName: kind
                    mapping: {cat: '#/components/schemas/Cat', kitten: Cat, dog: Dog}
                Named:
                  oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
                  discriminator: {propertyName: kind}
                """
        )
        let mapped = try imported.alternatives("Mapped")
        #expect(mapped.discriminator == "kind")
        #expect(written(mapped) == ["cat: Cat", "kitten: Cat", "dog: Dog"])
        #expect(written(try imported.alternatives("Named")) == ["Cat: Cat", "Dog: Dog"])
    }

    @Test("drop an unsupported discriminator, which is listed")
    func badDiscriminator() throws {
        let imported = try ImportedSchemas(
            Self.animals + """
                Text: {type: string}
                A:
                  oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Text'}]
                  discriminator: {propertyName: kind}
                """
        )
        #expect(try imported.alternatives("A").discriminator == nil)
        #expect(
            imported.omissions["A/discriminator"]
                == "the alternatives are not all objects that have it as text or a whole number"
        )
    }

    @Test("are distinguished by a member with a different single value in each")
    func foundDiscriminator() throws {
        let imported = try ImportedSchemas(
            """
            A:
              oneOf:
                - {type: object, required: [type, x], properties: {x: {const: a}, type: {enum: [text]}}}
                - {type: object, required: [type, x], properties: {x: {const: a}, type: {enum: [image_url]}}}
            """
        )
        let alternatives = try imported.alternatives("A")
        #expect(alternatives.discriminator == "type")
        #expect(alternatives.cases.map(\.values) == [[.string("text")], [.string("image_url")]])
    }

    @Test("of null and one other become the other, nullable")
    func nullable() throws {
        let imported = try ImportedSchemas(
            Self.animals + "A: {properties: {pet: {oneOf: [{$ref: '#/components/schemas/Cat'}, {type: 'null'}]}}}"
        )
        #expect(try imported.type("pet", of: "A") == "Cat?!")
        #expect(imported.spec.shapes.map(\.name.written) == ["Cat", "Dog", "A"])
    }

    @Test("are nullable if one of them is")
    func nullableAlternative() throws {
        let imported = try ImportedSchemas(
            "A: {properties: {a: {oneOf: [{type: integer, nullable: true}, {type: string, nullable: true}]}}}"
        )
        #expect(try imported.type("a", of: "A") == "AA?!")
        #expect(imported.omissions["A/properties/a/oneOf/1/nullable"] == "the type already includes null")
    }

    @Test("that are tried in order are sorted from narrow to wide")
    func order() throws {
        let imported = try ImportedSchemas(
            """
            A: {oneOf: [{}, {type: string}, {type: number}, {type: string, format: date-time}, {type: integer}]}
            Wide: {type: object, required: [a], properties: {a: {type: string}}}
            Narrow: {type: object, required: [a, b], properties: {a: {type: string}, b: {type: string}}}
            B: {anyOf: [{$ref: '#/components/schemas/Wide'}, {$ref: '#/components/schemas/Narrow'}]}
            """
        )
        #expect(
            try imported.alternatives("A").cases.map(\.type.description)
                == ["Date", "String", "Int", "Double", "JSONValue"]
        )
        #expect(try imported.alternatives("B").cases.map(\.name.swift) == ["narrow", "wide"])
    }

    @Test("have no default for the members that identify them, so that these are required")
    func identifying() throws {
        let imported = try ImportedSchemas(
            """
            Sample: {type: object, required: [sample], properties: {sample: {type: string, enum: [random]}}}
            Page: {type: object, required: [page], properties: {page: {type: integer, default: 1}}}
            Fused: {type: object, required: [fused], properties: {fused: {type: string}}}
            Query: {anyOf: [{$ref: '#/components/schemas/Sample'}, {$ref: '#/components/schemas/Page'}, {$ref: '#/components/schemas/Fused'}]}
            Alone: {type: object, required: [kind, page], properties: {kind: {type: string, enum: [alone]}, page: {type: integer, default: 1}}}
            """
        )
        #expect(try imported.alternatives("Query").cases.count == 3)
        let text = imported.specs.map(\.text).joined()
        #expect(text.contains("sample: SampleSample\n"))
        #expect(text.contains("kind: {type: AloneKind, default: alone}\n"))
    }

    @Test("that another one covers are left out, and listed")
    func covered() throws {
        let imported = try ImportedSchemas(
            """
            A: {type: object, required: [a], properties: {a: {type: string}}}
            B: {type: object, required: [a], properties: {a: {type: string}}}
            C: {oneOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]}
            """
        )
        #expect(written(try imported.alternatives("C")) == ["a: A"])
        #expect(imported.omissions["C/oneOf/1"] == "the alternative before it reads everything that it could read")
    }

    @Test("that another covers after a nested alternative is left out are left out, too")
    func coveredInside() throws {
        let imported = try ImportedSchemas(
            """
            A: {type: object, properties: {a: {type: string}}}
            B: {type: object, properties: {a: {type: string}}}
            P: {type: object, properties: {list: {type: array, items: {anyOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]}}}}
            Q: {type: object, properties: {list: {type: array, items: {anyOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]}}}}
            R: {type: object, properties: {list: {type: array, items: {anyOf: [{$ref: '#/components/schemas/P'}, {$ref: '#/components/schemas/Q'}]}}}}
            """
        )
        #expect(written(try imported.alternatives("RListItem")) == ["p: P"])
    }

    @Test("that are objects without a discriminator are distinguished by members with one value")
    func closedEnumerations() throws {
        let imported = try ImportedSchemas(
            """
            A:
              oneOf:
                - {type: object, required: [kind], properties: {kind: {const: a}}}
                - {type: object, required: [kind, x], properties: {kind: {const: b}, x: {type: string}}}
                - {type: array, items: {type: string}}
            """
        )
        #expect(try imported.shape("AAKind").catchAll == nil)
        #expect(try imported.alternatives("A").cases.map(\.name.swift) == ["a", "b", "stringList"])
    }

    @Test("of a text and certain texts become an enumeration")
    func extensibleEnumeration() throws {
        let imported = try ImportedSchemas(
            """
            Model: {anyOf: [{type: string}, {type: string, enum: [small, large]}], description: Which}
            Other: {anyOf: [{type: string, enum: [small]}, {type: string, enum: [large, small]}]}
            """
        )
        #expect(try imported.cases("Model").map(\.value.text) == ["small", "large"])
        #expect(try imported.cases("Other").map(\.value.text) == ["small", "large"])
    }

    @Test("that only require properties of the object beside them are listed")
    func onlyRequired() throws {
        let imported = try ImportedSchemas(
            "A: {type: object, properties: {a: {type: string}, b: {type: string}}, anyOf: [{required: [a]}, {required: [b]}]}"
        )
        #expect(try imported.fields("A").map(\.wireName) == ["a", "b"])
        #expect(imported.omissions["A/anyOf"] == OmissionReason.notValidated.text)
    }

    @Test("that equal the shape itself are left out")
    func circle() throws {
        let imported = try ImportedSchemas(
            """
            A: {oneOf: [{$ref: '#/components/schemas/B'}, {type: string}]}
            B: {oneOf: [{$ref: '#/components/schemas/A'}, {type: integer}]}
            """
        )
        #expect(try imported.alternatives("A").cases.count == 2)
        #expect(written(try imported.alternatives("B")) == ["int: Int"])
        #expect(imported.omissions["B/oneOf/0"] == "it would be an alternative of itself")
    }

    @Test("that differ only in optional members become one, so that none of these is lost")
    func twins() throws {
        let imported = try ImportedSchemas(
            """
            A:
              anyOf:
                - {type: object, required: [id], properties: {id: {type: integer}, wait: {type: integer}}}
                - {type: object, required: [id], properties: {id: {type: integer}, people: {type: array, items: {type: string}}}}
                - {type: object, required: [id, name], properties: {id: {type: integer}, name: {type: string}}}
            """
        )
        #expect(written(try imported.alternatives("A")) == ["name: AName", "object: AObject"])
        #expect(try imported.fields("AObject").map(\.wireName) == ["id", "wait", "people"])
        #expect(!imported.spec.shapes.contains { $0.name.written == "AObject2" })
    }

    @Test("with the same title are named by their types")
    func equalTitles() throws {
        let imported = try ImportedSchemas(
            """
            A:
              oneOf:
                - {title: array, type: array, items: {type: string}}
                - {title: array, type: array, items: {type: integer}}
            """
        )
        #expect(try Set(imported.alternatives("A").cases.map(\.name.swift)) == ["stringList", "intList"])
    }

    @Test("of several types become those that `type` lists")
    func typeList() throws {
        let imported = try ImportedSchemas(
            "A: {type: [string, integer, array, object, 'null'], items: {type: string}, properties: {a: {type: string}}}"
        )
        #expect(
            try Set(imported.alternatives("A").cases.map(\.type.description)) == [
                "String", "Int", "[String]", "AObject",
            ]
        )
    }

    @Test(
        "can be any number, of which those that cannot all be compared are chosen by the closest",
        arguments: [65, 501]
    )
    func many(count: Int) throws {
        let elements = (0..<count).map { "{type: object, required: [a\($0)], properties: {a\($0): {type: string}}}" }
        let imported = try ImportedSchemas("A: {oneOf: [{}, " + elements.joined(separator: ", ") + "]}")
        let alternatives = try imported.alternatives("A")
        #expect(alternatives.cases.count == count + 1)
        #expect(alternatives.cases.last?.type == .scalar(.jsonValue))
        #expect(alternatives.choice == (count > 500 ? .closest : .first))
    }

    @Test("that all contain the shape itself get an optional field")
    func endless() throws {
        let imported = try ImportedSchemas(
            """
            A: {oneOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/C'}]}
            B: {type: object, required: [b], properties: {b: {$ref: '#/components/schemas/A'}}}
            C: {type: object, required: [c], properties: {c: {$ref: '#/components/schemas/A'}}}
            """
        )
        #expect(try imported.type("b", of: "B") == "A?")
        #expect(try imported.type("c", of: "C") == "A")
    }
}
