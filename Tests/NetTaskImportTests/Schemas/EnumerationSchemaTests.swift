import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

@Suite("Schemas of enumerations")
struct EnumerationSchemaTests {
    @Test("become shapes with a unique case for each value")
    func cases() throws {
        let imported = try ImportedSchemas(
            "State: {type: string, enum: [in-progress, done, done, init, '', +1, unknown, unrecognized]}"
        )
        let cases = try imported.cases("State")
        #expect(
            cases.map(\.name.swift) == [
                "inProgress", "done", "initValue", "empty", "plus1", "unknown", "unrecognizedValue",
            ]
        )
        #expect(cases.map(\.value.text) == ["in-progress", "done", "init", "", "+1", "unknown", "unrecognized"])
        #expect(imported.omissions["State/enum/2"] == "duplicate value")
    }

    @Test("of whole numbers have numbers as raw values")
    func integers() throws {
        let imported = try ImportedSchemas("Level: {type: integer, enum: [1, -2, 3]}")
        #expect(try imported.cases("Level").map(\.value) == [.integer(1), .integer(-2), .integer(3)])
    }

    @Test("lose null, which makes the field nullable")
    func null() throws {
        let imported = try ImportedSchemas(
            "A: {properties: {state: {type: string, enum: [on, off, null], nullable: true}}}"
        )
        #expect(try imported.type("state", of: "A") == "AState?!")
        #expect(try imported.cases("AState").map(\.value.text) == ["on", "off"])
        #expect(imported.omissions["A/properties/state/nullable"] == "the type already includes null")
    }

    @Test("of other kinds of values become their type, and the values are listed")
    func otherKinds() throws {
        let imported = try ImportedSchemas(
            """
            A:
              properties:
                mixed: {enum: [one, 2, true]}
                numbers: {type: number, enum: [0.5, 1]}
                flag: {type: boolean, enum: [true]}
            """
        )
        #expect(try imported.type("mixed", of: "A") == "JSONValue?")
        #expect(try imported.type("numbers", of: "A") == "Double?")
        #expect(try imported.type("flag", of: "A") == "Bool?")
        #expect(
            imported.omissions["A/properties/flag/enum/0"] == "only strings and whole numbers can be cases"
        )
    }

    @Test("of one value become constants if they are required")
    func onlyValue() throws {
        let imported = try ImportedSchemas(
            """
            A:
              required: [kind, version]
              properties: {kind: {const: pet}, version: {type: integer, enum: [2]}, other: {const: x}}
            """
        )
        #expect(try imported.field("kind", of: "A").defaultValue == .enumerationCase("pet"))
        #expect(try imported.field("version", of: "A").defaultValue == .enumerationCase("n2"))
        #expect(try imported.field("other", of: "A").defaultValue == nil)
    }
}

@Suite("Enumerations of titled values")
struct TitledEnumerationTests {
    private func expectCases(_ schemas: String, _ cases: [String], of name: String = "A") throws {
        let imported = try ImportedSchemas(schemas)
        #expect(try imported.cases(name).map { "\($0.name.swift)=\($0.value.text)" } == cases)
    }

    @Test("are named by the titles, for whole numbers as well, and for a single value")
    func titles() throws {
        let kinds = "{title: GUILD TEXT, const: 0}, {title: VOICE, const: 2}"
        try expectCases("A: {type: integer, oneOf: [\(kinds)]}", ["guildText=0", "voice=2"])
        try expectCases("A: {oneOf: [{title: A, const: a}, {title: Second, enum: [b]}]}", ["a=a", "second=b"])
        try expectCases("A: {type: integer, oneOf: [{title: ONLY, const: 5}]}", ["only=5"])
        try expectCases("A: {type: integer, oneOf: [{const: 5}, {const: 7}]}", ["n5=5", "n7=7"])
    }

    @Test("are named by their values if several have one title")
    func equalTitles() throws {
        try expectCases("A: {oneOf: [{title: X, const: a}, {title: X, const: b}]}", ["a=a", "b=b"])
    }

    @Test("are named by lists of names beside `enum`")
    func varnames() throws {
        try expectCases("A: {type: integer, enum: [1, 2], x-enum-varnames: [ONE, TWO]}", ["one=1", "two=2"])
        try expectCases("A: {type: integer, enum: [1, 2], x-enum-varnames: [ONE]}", ["n1=1", "n2=2"])
    }

    @Test("are named by the values of `x-ms-enum`")
    func microsoft() throws {
        let values = "[{value: 1, name: Small}, {value: 2, name: Large, description: A lot.}]"
        let schema = "A: {type: integer, enum: [1, 2], x-ms-enum: {name: Size, values: \(values)}}"
        try expectCases(schema, ["small=1", "large=2"])
        #expect(try ImportedSchemas(schema).cases("A").map(\.description) == [nil, "A lot."])
    }

    @Test("are named by short descriptions only if the values are numbers or hashes")
    func descriptions() throws {
        let texts = "x-enum-descriptions: [Not active, Active]"
        try expectCases("A: {type: integer, enum: [0, 1], \(texts)}", ["notActive=0", "active=1"])
        try expectCases(
            "A: {type: string, enum: [5f1dc0b3a9e24d61, 9e24d615f1dc0b3a], \(texts)}",
            ["notActive=5f1dc0b3a9e24d61", "active=9e24d615f1dc0b3a"]
        )
        try expectCases("A: {type: string, enum: [off, on], \(texts)}", ["off=off", "on=on"])
        let long = "{1: It is used in all of these places, 2: B}"
        try expectCases("A: {type: integer, enum: [1, 2], x-enumDescriptions: \(long)}", ["n1=1", "b=2"])
    }

    @Test("have the descriptions of `oneOf`")
    func choices() throws {
        let imported = try ImportedSchemas("A: {oneOf: [{const: a, description: First.}, {const: b}]}")
        #expect(try imported.cases("A").map(\.description) == ["First.", nil])
        #expect(imported.specs.last?.text.contains("a: {value: a, description: First.}") == true)
    }

    @Test("are narrowed by `enum` beside `allOf`, with the names from there")
    func narrowed() throws {
        let kind = "Kind: {type: integer, oneOf: [{title: USER, const: 5}, {title: ROLE, const: 6}]}\n"
        for narrow in [
            "enum: [6], allOf: [{$ref: '#/components/schemas/Kind'}]", "$ref: '#/components/schemas/Kind', const: 6",
        ] {
            try expectCases(kind + "A: {properties: {kind: {\(narrow)}}}", ["role=6"], of: "AKind")
        }
    }
}
