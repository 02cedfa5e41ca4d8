import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

@Suite("Names of inline shapes")
struct InlineNameTests {
    private let thing = "{type: object, properties: {id: {type: integer}}}"

    private func names(_ schemas: String) throws -> [String] {
        try ImportedSchemas(schemas).spec.shapes.map(\.name.written)
    }

    @Test("of elements have the singular of the property")
    func elements() throws {
        let properties = """
            {orders: {type: array, items: \(thing)}, categories: {additionalProperties: \(thing)}, \
            rows: {type: array, items: {type: array, items: \(thing)}}}
            """
        let names = try names("Shop: {properties: \(properties)}")
        #expect(names == ["Shop", "ShopOrder", "ShopCategory", "ShopRow"])
    }

    @Test("of elements keep the general word where the property is not a plural, or its singular is a property")
    func noPlural() throws {
        let list = "{type: array, items: \(thing)}"
        let names = try names("Shop: {properties: {data: \(list), orders: \(list), order: \(thing)}}")
        #expect(names == ["Shop", "ShopDataItem", "ShopOrdersItem", "ShopOrder"])
    }

    @Test("of elements have the title after the container, or alone if no other schema has it")
    func titles() throws {
        func list(_ title: String) -> String {
            "{type: array, items: {title: \(title), type: object, properties: {id: {type: integer}}}}"
        }
        let names = try names(
            "Shop: {properties: {data: \(list("Paid order"))}}\nA: {properties: {x: \(list("Line"))}}\n"
                + "B: {properties: {x: \(list("Line"))}}\nC: {properties: {x: \(list("Item"))}}"
        )
        #expect(names == ["Shop", "PaidOrder", "A", "ALine", "B", "BLine", "C", "CXItem"])
    }

    @Test("that are titles do not repeat them in descriptions")
    func description() throws {
        let schema = "{title: Paid order, description: A., type: object, properties: {id: {type: integer}}}"
        let imported = try ImportedSchemas("Shop: {properties: {data: {type: array, items: \(schema)}}}")
        #expect(try imported.shape("PaidOrder").description == "A.")
    }

    @Test("of properties do not depend on titles, unless they are long")
    func properties() throws {
        let long = String(repeating: "very_", count: 14) + "long"
        let schema = "{title: Paid order, type: object, properties: {id: {type: integer}}}"
        #expect(try names("Shop: {properties: {order: \(schema)}}") == ["Shop", "ShopOrder"])
        #expect(try names("Shop: {properties: {\(long): \(schema)}}") == ["Shop", "PaidOrder"])
    }

    @Test("that are long and equal keep more of their first words")
    func long() throws {
        let word = String(repeating: "very_", count: 14) + "long"
        let names = try names("ShopA: {properties: {\(word): \(thing)}}\nShopB: {properties: {\(word): \(thing)}}")
        #expect(names[1].hasPrefix("ShopVery"))
        #expect(names[3].hasPrefix("ShopBVery"))
        #expect(names.allSatisfy { $0.utf8.count <= 60 })
    }

    @Test("of bodies and replies have a title that no other schema has")
    func operations() throws {
        let content = "content: {application/json: {schema: {type: array, items: "
        let operation = """
            operationId: listPets
            responses:
              '200': {description: ok, \(content){title: Small pet, properties: {id: {type: integer}}}}}}}
            """
        let names = try Imported(operation: operation).spec.shapes.map(\.name.written)
        #expect(names == ["SmallPet"])
    }
}

@Suite("Names of inline alternatives")
struct AlternativeNameTests {
    private func cases(_ alternatives: [String], _ rest: String = "") throws -> [String] {
        let imported = try ImportedSchemas("A: {oneOf: [\(alternatives.joined(separator: ", "))]\(rest)}")
        return try imported.alternatives("A").cases.map { "\($0.name.swift): \($0.type)" }.sorted()
    }

    @Test("are the required properties that no other alternative has")
    func properties() throws {
        let cases = try cases([
            "{type: object, required: [id, email], properties: {note: {}, id: {type: string}, email: {type: string}}}",
            "{type: object, required: [id, phone], properties: {id: {type: string}, phone: {type: string}}}",
        ])
        #expect(cases == ["email: AEmail", "phone: APhone"])
    }

    @Test("are the values of the discriminator, or of a property with different values")
    func values() throws {
        func alternative(_ kind: String) -> String {
            "{type: object, required: [object, kind], properties: {object: {const: source}, kind: {const: \(kind)}}}"
        }
        let alternatives = [alternative("card"), alternative("bank")]
        #expect(try cases(alternatives) == ["bank: ABank", "card: ACard"])
        #expect(try cases(alternatives, ", discriminator: {propertyName: kind}") == ["bank: ABank", "card: ACard"])
    }

    @Test("are general words for the only object")
    func only() throws {
        let cases = try cases(["{type: string}", "{type: object, properties: {id: {type: string}}}"])
        #expect(cases == ["object: AObject", "string: String"])
    }

    @Test("of lists have one word for their elements")
    func lists() throws {
        let element = "{type: object, properties: {id: {type: string}}}"
        let cases = try cases(["{type: string}", "{type: array, items: \(element)}"])
        #expect(cases == ["aItemList: [AItem]", "string: String"])
    }
}

@Suite("Singulars")
struct PluralTests {
    @Test(
        "of the last word",
        arguments: [
            ("lineItems", "lineItem"), ("categories", "category"), ("addresses", "address"), ("boxes", "box"),
            ("related_people", "related_person"), ("Children", "Child"), ("cookies", "cookie"), ("statuses", "status"),
        ]
    )
    func singular(_ plural: String, _ singular: String) {
        #expect(Plural.singular(of: plural) == singular)
    }

    @Test("do not exist for other words", arguments: ["data", "status", "address", "analysis", "series", "ids", "DNS"])
    func none(_ word: String) {
        #expect(Plural.singular(of: word) == nil)
    }
}
