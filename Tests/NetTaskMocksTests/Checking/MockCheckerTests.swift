import Foundation
import NetTaskHTTP
import NetTaskMocks
import Testing

@Suite struct MockCheckerTests {
    @Test(
        arguments: [
            (["type": "boolean"], "true", "\"true\"", "true or false"),
            (["type": "integer", "minimum": 1], 0, "0", "a whole number, at least 1"),
            (["type": "integer"], 1.5, "1.5", "a whole number"),
            (["type": "integer"], "1", "\"1\"", "a whole number"),
            (
                ["type": "number", "exclusiveMaximum": 2.5, "multipleOf": 0.5], 2.5, "2.5",
                "a number, less than 2.5, a multiple of 0.5"
            ),
            (["type": "string"], nil, "null", "a text"),
            (["type": "string", "minLength": 2, "maxLength": 3], "a", "\"a\"", "a text of 2 to 3 characters"),
            (["type": "string", "pattern": "^a"], "b", "\"b\"", "a text that matches ^a"),
            (["type": "enum", "values": ["asc", "desc"]], "up", "\"up\"", "one of asc, desc"),
            (["type": "enum", "values": ["asc", "desc"], "isOpen": true], 3, "3", "one of asc, desc"),
            (["type": "date"], "soon", "\"soon\"", "a date of the format iso8601, such as 2026-01-01T07:00:00Z"),
            (["type": "date", "format": "unix"], "5", "\"5\"", "a date of the format unix, such as 1767250800"),
            (["type": "uuid"], "12", "\"12\"", "a UUID, such as 7e2f9a5c-3b1d-4c86-9f04-2d6e8b1a7c35"),
            (["type": "bytes"], "a", "\"a\"", "Base64"),
            (["type": "array", "minItems": 1], [], "an empty list", "a list of at least 1 element"),
            (["type": "array"], ["a": 1], "an object", "a list"),
            (["type": "dictionary", "maxProperties": 0], ["a": 1], "an object", "an object of at most 0 members"),
            (["type": "string", "nullable": true], 1, "1", "a text"),
            (
                ["type": "choice", "alternatives": [["type": ["type": "integer"]], ["type": ["type": "uuid"]]]], true,
                "true",
                "a whole number, or a UUID, such as 7e2f9a5c-3b1d-4c86-9f04-2d6e8b1a7c35"
            ),
        ] as [(JSONValue, JSONValue, String, String)]
    )
    func reportsAValueOfAnotherType(type: JSONValue, value: JSONValue, found: String, expected: String) {
        // Given a value that is not of its type.
        // When it is checked.
        let problems = problems(in: value, as: type, at: "value")
        // Then the problem states both.
        #expect(problems == [MockProblem(path: "value", found: found, expected: expected)])
    }

    @Test func reportsThePlaceOfAProblem() {
        // Given a list of objects with a price.
        let type = object(["items": ["type": "array", "items": object(["price": ["type": "number"]])]])
        // When the third one has a text.
        let problems = problems(in: ["items": [["price": 1], ["price": 2.5], ["price": "3"]]], as: type)
        // Then the problem has its place.
        #expect(problems.map(\.path) == ["items[2].price"])
    }

    @Test func reportsAMissingMember() {
        // Given an object with a required member.
        // When it is missing.
        let problems = problems(in: [:], as: object(["id": ["type": "integer"]]))
        // Then the problem states what is expected.
        #expect(problems == [MockProblem(path: "id", found: "nothing", expected: "a whole number")])
    }

    @Test func statesTheValuesOfAShape() {
        // Given a shape that is an enumeration, and an object that requires it.
        let shapes = ["Order": MockType(["type": "enum", "values": ["asc", "desc"]])]
        let type = MockType(object(["order": ["type": "shape", "shape": "Order"]]))
        // When it is missing.
        let problems = MockChecker(shapes).problems(in: [:], as: type, in: .request)
        // Then the problem states its values.
        #expect(problems.map(\.expected) == ["one of asc, desc"])
    }

    @Test func ignoresMembersOfTheOtherDirection() {
        // Given an object with a member that only responses have.
        let type: JSONValue = [
            "type": "object",
            "properties": [["name": "id", "type": ["type": "integer"], "required": true, "only": "response"]],
        ]
        // When an object without it is checked in both directions.
        // Then only the response has a problem.
        #expect(problems(in: [:], as: type, in: .request).isEmpty)
        #expect(problems(in: [:], as: type, in: .response).count == 1)
    }

    @Test func allowsNullForAnOptionalMemberOfAResponse() {
        // Given an object with an optional member.
        let type = object(["name": ["type": "string"]], isRequired: false)
        // When it is null.
        // Then only a request has a problem.
        #expect(problems(in: ["name": nil], as: type, in: .response).isEmpty)
        #expect(problems(in: ["name": nil], as: type, in: .request).map(\.found) == ["null"])
    }

    @Test func hidesSecrets() {
        // Given an object with a secret that has members.
        let type: JSONValue = [
            "type": "object",
            "properties": [
                ["name": "keys", "type": ["type": "dictionary", "items": ["type": "integer"]], "secret": true]
            ],
        ]
        // When the secret is invalid.
        let problems = problems(in: ["keys": ["k1234": "s1234"]], as: type)
        // Then the problem quotes neither its value nor its keys.
        #expect(problems == [MockProblem(path: "keys", found: "a secret", expected: "a whole number")])
    }

    @Test func checksTheAlternativeOfTheDiscriminator() {
        // Given a choice with a discriminator.
        let type: JSONValue = [
            "type": "choice", "discriminator": "kind",
            "alternatives": [
                ["type": object(["bark": ["type": "boolean"]]), "values": ["dog"]],
                ["type": object(["lives": ["type": "integer"]]), "values": ["cat"]],
            ],
        ]
        // When values have another member, another kind or none.
        // Then the problem has the place of the member.
        #expect(problems(in: ["kind": "cat", "bark": true], as: type).map(\.path) == ["lives"])
        #expect(
            problems(in: ["kind": "cow"], as: type)
                == [MockProblem(path: "kind", found: "\"cow\"", expected: "one of dog, cat")]
        )
        #expect(problems(in: ["lives": 9], as: type).map(\.found) == ["nothing"])
        #expect(problems(in: ["kind": "dog", "bark": true], as: type).isEmpty)
    }

    @Test func requestsHaveOnlyListedValues() {
        // Given an open enumeration, whose other values a client only reads.
        let type = MockType(["type": "enum", "values": ["open"], "isOpen": true])
        let checker = MockChecker([:])
        #expect(checker.problems(in: "merged", as: type, in: .response).isEmpty)
        #expect(checker.problems(in: "merged", as: type, in: .request).map(\.expected) == ["open"])
        #expect(checker.problems(inText: "merged", as: type, at: "state", isSecret: false).count == 1)
    }

    @Test func reportsUndescribedValuesOnRequest() {
        // Given an object with an open enumeration, and inline members.
        let type: JSONValue = [
            "type": "object",
            "properties": [
                ["name": "state", "type": ["type": "enum", "values": ["open"], "isOpen": true]],
                ["name": "base", "type": object(["id": ["type": "integer"]]), "inline": true],
            ],
        ]
        let value: JSONValue = ["state": "merged", "id": 1, "more": 2]
        var checker = MockChecker([:])
        #expect(checker.problems(in: value, as: MockType(type), in: .response).isEmpty)
        // When undescribed values are reported.
        checker.reportsUndescribed = true
        // Then the unknown case and the unknown member are problems, each once.
        let problems = checker.problems(in: value, as: MockType(type), in: .response)
        #expect(problems.map(\.path) == ["state", "more"])
    }

    @Test func checksAdditionalMembers() {
        // Given an object whose additional members are numbers.
        let type: JSONValue = [
            "type": "object", "additional": ["type": "integer"],
            "properties": [["name": "id", "type": ["type": "string"]]],
        ]
        // When one of them is a text.
        // Then only it has a problem.
        #expect(problems(in: ["id": "a", "b": 1, "c": "x"], as: type).map(\.path) == ["c"])
    }

    @Test func comparesNumbersOfAnySize() throws {
        // Given numbers beyond the precision and range of a double.
        let large = try #require(JSONValue.Number(text: "9007199254740993.00000000000000000001"))
        let huge = try #require(JSONValue.Number(text: "1e999999999999999999999"))
        let maximum: JSONValue = ["type": "number", "maximum": 9_007_199_254_740_992]
        // When they are compared with a maximum.
        // Then no digit is lost.
        #expect(problems(in: .number(large), as: maximum).count == 1)
        #expect(problems(in: .number(huge), as: maximum).count == 1)
        #expect(problems(in: .number(huge), as: ["type": "number", "multipleOf": 7]).count == 1)
        #expect(problems(in: 1e3, as: ["type": "integer", "multipleOf": 8]).isEmpty)
    }

    @Test(arguments: [
        ("12", true), ("1.0", true), ("1.5", false), ("", false), ("0x1", false), ("١", false), ("1 ", false),
    ])
    func checksTextsOfIntegers(text: String, isValid: Bool) {
        // Given the text of a param.
        // When it is checked as an integer.
        let problems = MockChecker([:]).problems(
            inText: text,
            as: MockType(["type": "integer"]),
            at: "page",
            isSecret: false
        )
        // Then only whole numbers are valid.
        #expect(problems.isEmpty == isValid)
    }

    @Test(
        arguments: [
            (["type": "boolean"], "true", true), (["type": "boolean"], "1", false),
            (["type": "enum", "values": [1, 2]], "2", true), (["type": "enum", "values": ["1"]], "1", true),
            (["type": "enum", "values": ["a"]], "b", false), (["type": "date", "format": "unix"], "1700000000", true),
            (["type": "date", "format": "date"], "2026-02-30", false),
            (["type": "string", "maxLength": 2], "é👍", true),
            (["type": "integer", "nullable": true], "7", true), (["type": "number", "format": "string"], "7.5", true),
        ] as [(JSONValue, String, Bool)]
    )
    func checksTextsByType(type: JSONValue, text: String, isValid: Bool) {
        // Given the text of a param, and its type.
        // When it is checked.
        let problems = MockChecker([:]).problems(inText: text, as: MockType(type), at: "param", isSecret: true)
        // Then it is valid, or the problem does not quote it.
        #expect(problems.map(\.found) == (isValid ? [] : ["a secret"]))
    }

    @Test func reportsAtMostTwentyProblems() {
        // Given a list with many invalid values.
        let value = JSONValue.array(Array(repeating: "x", count: 100_000))
        // When it is checked.
        let problems = problems(in: value, as: ["type": "array", "items": ["type": "integer"]])
        // Then the first ones are reported.
        #expect(problems.count == 20)
    }

    @Test(arguments: ["^(a+)+$", "^(a|a)*$", "^(a*)*b$", "(x+x+)+y", "^(?=(a+)+$).*$", "(a?){1000}c"])
    func takesALimitedTimeForPatterns(pattern: String) {
        // Given a pattern that takes exponential time with backtracking.
        let text = String(repeating: "a", count: 5_000) + "!"
        let clock = ContinuousClock()
        // When a long text is compared with it.
        let time = clock.measure {
            _ = problems(in: .string(text), as: ["type": "string", "pattern": .string(pattern)])
        }
        // Then it ends soon.
        #expect(time < .seconds(20))
    }

    @Test func takesALimitedTimeForNestedChoices() {
        // Given a choice between lists of the choice itself, and a deep value that fits none.
        let list: JSONValue = ["type": "array", "items": ["type": "shape", "shape": "Any"]]
        let shapes = [
            "Any": MockType(["type": "choice", "alternatives": [["type": list], ["type": list], ["type": list]]])
        ]
        var value: JSONValue = "x"
        for _ in 0..<400 { value = [value] }
        // When it is checked.
        let problems = MockChecker(shapes).problems(in: value, as: .shape("Any"), in: .request)
        // Then the check ends.
        #expect(problems.count <= 20)
    }

    private func problems(
        in value: JSONValue,
        as type: JSONValue,
        at path: String = "",
        in direction: MockMember.Direction = .response
    ) -> [MockProblem] {
        MockChecker([:]).problems(in: value, as: MockType(type), at: path, in: direction)
    }
}
