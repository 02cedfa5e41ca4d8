import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

@Suite("Schemas of single values")
struct ScalarSchemaTests {
    @Test(
        "become the types of their formats",
        arguments: [
            ("string", nil, "String", nil), ("string", "date-time", "Date", .iso8601),
            ("string", "date", "Date", .date),
            ("string", "uuid", "UUID", nil), ("string", "byte", "Data", nil), ("string", "binary", "String", nil),
            ("string", "base64url", "Data", .base64url), ("string", "uri", "String", nil),
            ("integer", nil, "Int", nil), ("integer", "int32", "Int32", nil), ("integer", "uint64", "UInt64", nil),
            ("integer", "unixtime", "Date", .unix), ("number", nil, "Double", nil),
            ("number", "float", "Float", nil), ("number", "decimal", "Decimal", nil), ("boolean", nil, "Bool", nil),
            ("string", "Date-Time", "Date", .iso8601), ("string", "UUID", "UUID", nil),
        ] as [(String, String?, String, Field.Format?)]
    )
    func types(_ type: String, _ format: String?, _ expected: String, _ expectedFormat: Field.Format?) throws {
        let formatLine = format.map { ", format: \($0)" } ?? ""
        let imported = try ImportedSchemas("A: {properties: {value: {type: \(type)\(formatLine)}}}")
        let field = try imported.field("value", of: "A")
        #expect(field.type.unwrapped.description == expected)
        #expect(field.format == expectedFormat)
    }

    @Test("list an unknown format")
    func unknownFormat() throws {
        let imported = try ImportedSchemas("A: {properties: {value: {type: string, format: email}}}")
        #expect(
            imported.omissions["A/properties/value/format"]
                == "this format has no type of its own, so the value is a plain string"
        )
    }

    @Test("become secrets if they are passwords")
    func password() throws {
        let imported = try ImportedSchemas("A: {properties: {value: {type: string, format: password, default: x}}}")
        let field = try imported.field("value", of: "A")
        #expect(field.isSecret)
        #expect(field.defaultValue == nil)
        #expect(imported.omissions["A/properties/value/default"] == "a secret must not appear in code")
    }

    @Test("of an invalid kind become any JSON, with a warning")
    func unknownType() throws {
        let imported = try ImportedSchemas("A: {properties: {value: {type: strin}}}")
        #expect(try imported.type("value", of: "A") == "JSONValue?")
        #expect(imported.problems == ["warning: unknown type `strin`; imported as any JSON"])
        #expect(imported.omissions["A/properties/value/type"] == "OpenAPI does not define this type")
    }
}
