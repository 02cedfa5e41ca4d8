import Testing

@testable import NetTaskImport

@Suite("Schemas of enumerations")
struct EnumerationSchemaTests {
    @Test("become shapes with a case for each value, once")
    func cases() throws {
        let imported = try ImportedSchemas(
            "State: {type: string, enum: [in-progress, done, done, init, '', +1, unknown, unrecognized]}"
        )
        let cases = try imported.enumeration("State").cases
        #expect(
            cases.map(\.name) == [
                "inProgress", "done", "initValue", "empty", "plus1", "unknown", "unrecognizedValue",
            ]
        )
        #expect(cases.map(\.value) == ["in-progress", "done", "init", "", "+1", "unknown", "unrecognized"])
        #expect(imported.omissions["State/enum/2"] == "the value is there already")
        #expect(imported.complaints == [])
    }

    @Test("of whole numbers hold numbers")
    func integers() throws {
        let imported = try ImportedSchemas("Level: {type: integer, enum: [1, -2, 3]}")
        let enumeration = try imported.enumeration("Level")
        #expect(enumeration.isOfIntegers)
        #expect(enumeration.cases.map(\.value) == ["1", "-2", "3"])
        #expect(imported.complaints == [])
    }

    @Test("lose null, which makes the field nullable")
    func null() throws {
        let imported = try ImportedSchemas(
            "A: {properties: {state: {type: string, enum: [on, off, null], nullable: true}}}"
        )
        #expect(try imported.type("state", of: "A") == "AState?!")
        #expect(try imported.enumeration("AState").cases.map(\.value) == ["on", "off"])
        #expect(imported.omissions["A/properties/state/nullable"] == "null is possible anyway")
        #expect(imported.forgotten == [])
    }

    @Test("of other kinds of values are the type of those, and the values are listed")
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
            imported.omissions["A/properties/flag/enum/0"] == "only texts and whole numbers become enumerations"
        )
        #expect(imported.forgotten == [])
        #expect(imported.complaints == [])
    }

    @Test("of one value are filled in where they are required")
    func onlyValue() throws {
        let imported = try ImportedSchemas(
            """
            A:
              required: [kind, version]
              properties: {kind: {const: pet}, version: {type: integer, enum: [2]}, other: {const: x}}
            """
        )
        #expect(try imported.field("kind", of: "A").defaultValue == .text("pet"))
        #expect(try imported.field("version", of: "A").defaultValue == .number("2"))
        #expect(try imported.field("other", of: "A").defaultValue == nil)
        #expect(imported.complaints == [])
    }
}
