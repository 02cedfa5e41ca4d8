import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

@Suite("A JSONPath")
struct JSONPathTests {
    /// The elements of a list that a filter selects.
    private func selected(_ filter: String, of list: String) throws -> [Int] {
        let root = try #require(YAMLNode.reading(Array(list.utf8), path: "a.yaml").root)
        return try JSONPath("$[?\(filter)]").locations(in: root).map { $0[$0.startIndex] }
    }

    @Test(
        "compares values by their kinds",
        arguments: [
            ("@ == 'true'", [1]), ("@ == true", [0]), ("@ == '1'", [3]), ("@ == 1", [2, 4]), ("@ == 1.0", [2, 4]),
            ("@ == null", [5]), ("@ == 'null'", [6]), ("@ != true", [1, 2, 3, 4, 5, 6, 7]), ("@.a == 'true'", []),
        ]
    )
    func kinds(_ filter: String, _ expected: [Int]) throws {
        let list = "[true, 'true', 1, '1', 1.0, null, 'null', {b: 1}]"
        #expect(try selected(filter, of: list) == expected)
    }

    @Test(
        "reads the escapes of texts",
        arguments: [
            (#"@ == '\u00e9'"#, "[e, é]"), (#"@ == "\ud83d\ude00""#, "[e, 😀]"),
            (#"@ == '\t\'\/\\'"#, #"[e, "\t'/\\"]"#),
        ]
    )
    func escapes(_ filter: String, _ list: String) throws {
        #expect(try selected(filter, of: list) == [1])
    }

    @Test(
        "is refused if it is not one, or compares several values",
        arguments: [
            "$[?@.* == 'x']", "$[?@..a == 'x']", "$[?@['a', 'b'] != 1]", "$[?@[?@.a].b == 1]", #"$['\x']"#,
            #"$['\u12']"#,
            #"$['\ud800']"#, #"$['\u+123']"#, "$[?@.a == ]", "$[", "$[?" + String(repeating: "(", count: 100_000),
            String(repeating: "[?@", count: 100_000),
        ]
    )
    func refused(_ text: String) {
        #expect(throws: JSONPath.Failure.self) { try JSONPath(text.hasPrefix("$") ? text : "$" + text) }
    }
}
