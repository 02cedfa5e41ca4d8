import NetTaskHTTP
import NetTaskMocks
import Testing

/// Values that the maker makes have no problems for the checker.
@Suite struct MadeValuePropertyTests {
    static let scalars: [JSONValue] = [
        ["type": "boolean"], ["type": "uuid"], ["type": "url"], ["type": "bytes"],
        ["type": "bytes", "format": "base64url"],
        ["type": "file"], ["type": "integer"], ["type": "number"], ["type": "string"], [:],
        ["type": "integer", "format": "string"], ["type": "number", "format": "string"],
        ["type": "integer", "minimum": 1_000_000, "maximum": 1_000_003],
        ["type": "integer", "minimum": -20, "maximum": -20], ["type": "integer", "maximum": -5],
        ["type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 2],
        ["type": "integer", "minimum": 1_000, "multipleOf": 7], ["type": "integer", "multipleOf": 2.5, "minimum": 4],
        ["type": "integer", "multipleOf": 0.01], ["type": "integer", "multipleOf": 128, "maximum": -129],
        ["type": "integer", "minimum": 9_223_372_036_854_775_807],
        ["type": "integer", "minimum": -9.3e18, "maximum": 9.3e18],
        ["type": "integer", "minimum": 0.5, "maximum": 1.5], ["type": "integer", "minimum": 1e19],
        ["type": "number", "minimum": 0, "maximum": 1], ["type": "number", "exclusiveMinimum": 0, "maximum": 0.001],
        ["type": "number", "multipleOf": 0.01, "minimum": 3.14159],
        ["type": "number", "multipleOf": 0.3, "maximum": -7],
        ["type": "number", "minimum": 1e300], ["type": "number", "maximum": -1e300],
        ["type": "number", "minimum": -0.25, "maximum": -0.2], ["type": "number", "exclusiveMaximum": -90],
        ["type": "number", "multipleOf": 1e-9, "exclusiveMinimum": 0, "maximum": 0.00001],
        ["type": "string", "minLength": 200], ["type": "string", "maxLength": 3], ["type": "string", "maxLength": 0],
        ["type": "string", "minLength": 5, "maxLength": 5], ["type": "string", "minLength": 5_000],
    ]
    static let dates = [
        "iso8601", "iso8601Milliseconds", "iso8601Microseconds", "date", "http", "rfc2822", "sql", "basic", "unix",
        "milliseconds", "microseconds",
    ].map { JSONValue.object(["type": "date", "format": .string($0)]) }
    static let patterns = [
        "^[a-z]+$", "^\\d{3}-\\d{4}$", "^(GET|POST)$", "^[A-Z]{2}[0-9]{9,12}$", "^#([0-9a-fA-F]{3}){1,2}$", "\\S",
        "^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}$", "^\\w+(-\\w+)*$", "^[\\w.-]+/[\\w.-]+$", "^$", "^\\+?[1-9]\\d{1,14}$",
        "^(?:[01]\\d|2[0-3]):[0-5]\\d$", "^\\u0041\\x42\\t$", "^a*?b+?c??$", "^[^a-z]$", "^.{3,6}$", "x{2}|y",
        "\\bword\\b",
        "^(?=.*[A-Z])(?=.*\\d)[A-Za-z\\d]{8,}$", "^(?!root$)[a-z]{4}$", "^arn:aws:[a-z0-9-]+:{1,2}\\d*$",
        "^[a-z]{1,63}\\.$",
        "^\\{[^}]*\\}$", "^[\\[\\]\\\\^-]+$", "^\\$\\d+\\.\\d{2}$", "^([a-f0-9]{8}|[a-f0-9]{4}){2}$", "^[一-龥]{2}$",
    ].map { JSONValue.object(["type": "string", "pattern": .string($0)]) }
    static let texts: [JSONValue] = [
        ["type": "string", "pattern": "^[a-z]+$", "minLength": 40, "maxLength": 41],
        ["type": "string", "pattern": "^[a-z]*$", "maxLength": 1],
        ["type": "string", "pattern": "^\\d+$", "minLength": 300],
        ["type": "string", "pattern": "[0-9]", "minLength": 10],
        ["type": "string", "pattern": "^(ab)+$", "minLength": 7],
    ]
    static let large: [JSONValue] = [
        ["type": "array", "items": ["type": "string"], "minItems": 5, "maxItems": 6],
        ["type": "array", "items": ["type": "boolean"], "minItems": 2, "uniqueItems": true],
        ["type": "array", "items": ["type": "enum", "values": ["a", "b", "c"]], "minItems": 3, "uniqueItems": true],
        [
            "type": "array", "items": ["type": "integer", "minimum": 1, "maximum": 3], "maxItems": 3,
            "uniqueItems": true,
        ],
        ["type": "array", "maxItems": 0],
        ["type": "dictionary", "items": ["type": "integer"], "minProperties": 12],
        ["type": "dictionary", "maxProperties": 0],
        ["type": "enum", "values": [1, 2, 3], "isOpen": true], ["type": "enum", "values": ["a", "b"]],
        ["type": "string", "nullable": true],
        [
            "type": "choice",
            "alternatives": [["type": ["type": "integer"]], ["type": object(["id": ["type": "integer"]])]],
        ],
        [
            "type": "choice", "discriminator": "kind", "isOpen": true,
            "alternatives": [
                ["type": object(["kind": ["type": "enum", "values": ["a", "b"]]]), "values": ["b"]],
                ["type": object(["size": ["type": "integer", "minimum": 3]]), "values": ["c"]],
                ["type": object(["name": ["type": "string"]]), "values": []],
            ],
        ],
        [
            "type": "object", "additional": ["type": "integer"],
            "properties": [["name": "id", "type": ["type": "uuid"]]],
        ],
        [
            "type": "object",
            "properties": [
                ["name": "a", "type": ["type": "shape", "shape": "Tree"], "inline": true],
                ["name": "b", "type": object(["b": ["type": "date"]]), "inline": true, "required": true],
            ],
        ],
        ["type": "shape", "shape": "Tree"], ["type": "shape", "shape": "Missing"], ["type": "shape", "shape": "Loop"],
    ]
    static let shapes = [
        "Tree": MockType([
            "type": "object",
            "properties": [
                ["name": "id", "type": ["type": "integer"], "required": true],
                ["name": "left", "type": ["type": "shape", "shape": "Tree", "nullable": true]],
                [
                    "name": "children", "type": ["type": "array", "items": ["type": "shape", "shape": "Tree"]],
                    "required": true,
                ],
            ],
        ]),
        "Loop": MockType([
            "type": "choice",
            "alternatives": [
                ["type": ["type": "array", "items": ["type": "shape", "shape": "Loop"], "minItems": 1]],
                ["type": ["type": "string"]],
            ],
        ]),
    ]

    @Test(arguments: scalars + dates + patterns + texts + large)
    func madeValuesAreValid(description: JSONValue) {
        // Given a type.
        let type = MockType(description)
        let checker = MockChecker(Self.shapes)
        for seed in UInt64(0)..<20 {
            for name in ["value", "price", "email", "id", "latitude"] {
                for direction in [MockMember.Direction.request, .response] {
                    // When a value is made, with or without variation.
                    var maker = MockValueMaker(Self.shapes, seed: seed, varies: seed % 2 == 1)
                    let value = maker.value(of: type, named: name, in: direction)
                    // Then it has no problems.
                    let problems = checker.problems(in: value, as: type, in: direction)
                    guard problems.isEmpty else {
                        Issue.record("\(description), seed \(seed), \(name): \(problems) in \(value)")
                        return
                    }
                }
            }
        }
    }

    @Test(arguments: patterns)
    func madeTextsMatchWithTheRegexOfTheRuntime(description: JSONValue) throws {
        // Given a pattern, and the regex that generated code uses.
        let pattern = try #require(description["pattern"]?.stringValue)
        let regex = try Regex(pattern).matchingSemantics(.unicodeScalar).asciiOnlyDigits().asciiOnlyWordCharacters()
            .wordBoundaryKind(.simple)
        for seed in UInt64(0)..<20 {
            // When a text is made.
            let text = made(MockType(description), seed: seed).stringValue ?? ""
            // Then the regex matches it.
            #expect(text.contains(regex), "\(pattern): \(text)")
        }
    }
}
