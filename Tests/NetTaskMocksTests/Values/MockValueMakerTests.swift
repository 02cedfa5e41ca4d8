import Foundation
import NetTaskHTTP
import NetTaskMocks
import Testing

@Suite struct MockValueMakerTests {
    private let person = MockType(
        object([
            "email": ["type": "string"], "firstName": ["type": "string"], "last_name": ["type": "string"],
            "created-at": ["type": "date"], "updatedAt": ["type": "date"], "id": ["type": "integer"],
        ])
    )

    @Test func makesTheSameValueForTheSameSeed() {
        // Given two makers with a seed, and one with another.
        // When they make a value.
        let values = [UInt64(7), 7, 8].map { seed in
            var maker = MockValueMaker(["Person": person], seed: seed)
            return maker.value(of: .shape("Person"), named: "person")
        }
        // Then only the last one differs.
        #expect(values[0] == values[1])
        #expect(values[0] != values[2])
    }

    @Test func makesMembersOfOnePerson() throws {
        // Given a type with the names of a person.
        // When a value is made.
        let value = made(person, seed: 3)
        // Then its members belong to one person at a host that does not exist.
        let first = try #require(value["firstName"]?.stringValue)
        let last = try #require(value["last_name"]?.stringValue)
        #expect(value["email"]?.stringValue == "\(first).\(last)@example.com".lowercased())
        let dates = ["created-at", "updatedAt"].compactMap { value[$0]?.stringValue }
        #expect(dates.count == 2 && dates[0] < dates[1] && dates[0].hasPrefix("2026-"), "\(dates)")
    }

    @Test(
        arguments: [
            ("avatar_url", "^https://example\\.com/images/\\d+\\.png$"), ("phoneNumber", "555-01|202-555-01\\d\\d$"),
            ("country-code", "^[A-Z]{2}$"), ("postal_code", "\\d"), ("currency", "^[A-Z]{3}$"),
            ("backgroundColor", "^#[0-9a-f]{6}$"), ("headSha", "^[0-9a-f]{40}$"), ("ipAddress", "^192\\.0\\.2\\.\\d+$"),
            ("hostname", "\\.example\\.com$"), ("version", "^\\d+\\.\\d+\\.\\d+$"), ("slug", "^[a-z]+-[a-z]+$"),
            ("timeZone", "^[A-Z]\\w+/[A-Z]\\w+$"), ("locale", "^[a-z]{2}_[A-Z]{2}$"),
            ("HTMLURL", "^https://example\\.com/"),
            ("createdAt", "^2026-\\d\\d-\\d\\dT"), ("birthday", "^(19|20)\\d\\d-\\d\\d-\\d\\d$"),
            ("uuid", "^[0-9a-f-]{36}$"),
            ("price", "^\\d+\\.\\d\\d$"), ("token", "^example-"),
        ]
    )
    func makesTextsByName(name: String, pattern: String) throws {
        // Given a text with a name.
        // When it is made.
        let text = try #require(made(MockType(["type": "string"]), named: name).stringValue)
        // Then it is plausible for the name.
        #expect(try text.contains(Regex(pattern)), "\(name): \(text)")
    }

    @Test func givesElementsDifferentIDs() {
        // Given a list of objects with ids.
        let type = MockType(["type": "array", "minItems": 20, "items": object(["id": ["type": "integer"]])])
        // When it is made with several seeds.
        // Then each element has another id.
        for seed in UInt64(0)..<20 {
            let ids = made(type, seed: seed).arrayValue?.compactMap { $0["id"]?.intValue } ?? []
            #expect(Set(ids).count == 20, "\(ids)")
        }
    }

    @Test func takesTheExampleOfTheDescription() {
        // Given a member with an example, and one whose example is invalid.
        let type = MockType([
            "type": "object",
            "properties": [
                ["name": "name", "type": ["type": "string"], "example": "Rex"],
                ["name": "age", "type": ["type": "integer"], "example": "old"],
            ],
        ])
        // When a value is made.
        let value = made(type)
        // Then it has the first example, and a valid age.
        #expect(value["name"] == "Rex")
        #expect(value["age"]?.intValue != nil)
    }

    @Test func leavesOutMembersOfTheOtherDirection() {
        // Given an object with a member for requests and one for responses.
        let type = MockType([
            "type": "object",
            "properties": [
                ["name": "password", "type": ["type": "string"], "required": true, "only": "request"],
                ["name": "id", "type": ["type": "integer"], "required": true, "only": "response"],
            ],
        ])
        var maker = MockValueMaker([:], seed: 1)
        // When a request and a response are made.
        let request = maker.value(of: type, named: "user", in: .request)
        let response = maker.value(of: type, named: "user", in: .response)
        // Then each has only its own member.
        #expect(request.objectValue?.keys.sorted() == ["password"])
        #expect(response.objectValue?.keys.sorted() == ["id"])
    }

    @Test func mergesInlineMembers() {
        // Given an object with inline members.
        let type = MockType([
            "type": "object",
            "properties": [
                ["name": "base", "type": object(["id": ["type": "integer"]]), "inline": true, "required": true],
                ["name": "color", "type": ["type": "string"]],
            ],
        ])
        // When a value is made.
        // Then their members belong to the object.
        #expect(made(type).objectValue?.keys.sorted() == ["color", "id"])
    }

    @Test func addsTheValueOfTheDiscriminator() {
        // Given a choice whose alternatives do not have the discriminator.
        let type = MockType([
            "type": "choice", "discriminator": "kind",
            "alternatives": [
                ["type": object(["bark": ["type": "boolean"]]), "values": ["dog", "hound"]],
                ["type": object(["lives": ["type": "integer"]]), "values": ["cat"]],
            ],
        ])
        // When a value is made.
        // Then it is the first alternative, with its first value.
        let value = made(type)
        #expect(value["kind"] == "dog")
        #expect(value["bark"] != nil)
    }

    @Test(arguments: [true, false])
    func endsShapesThatContainThemselves(isRequired: Bool) {
        // Given shapes that contain themselves: optional, in lists, or required but nullable.
        let node = MockType([
            "type": "object",
            "properties": [
                ["name": "id", "type": ["type": "integer"], "required": true],
                [
                    "name": "children", "type": ["type": "array", "items": ["type": "shape", "shape": "Node"]],
                    "required": .bool(isRequired),
                ],
                ["name": "next", "type": ["type": "shape", "shape": "Node", "nullable": true], "required": true],
            ],
        ])
        var maker = MockValueMaker(["Node": node], seed: 1)
        // When a value is made.
        let value = maker.value(of: .shape("Node"), named: "node")
        // Then it ends, and is valid.
        #expect(value["next"]?["next"] == .null)
        #expect(value.description.utf8.count < 5_000)
        #expect(MockChecker(["Node": node]).problems(in: value, as: .shape("Node"), in: .response) == [])
    }

    @Test func endsShapesThatNeverEnd() {
        // Given a shape that requires itself, twice.
        let node = MockType(
            object(["left": ["type": "shape", "shape": "Node"], "right": ["type": "shape", "shape": "Node"]])
        )
        var maker = MockValueMaker(["Node": node], seed: 1)
        // When a value is made.
        // Then it ends.
        #expect(maker.value(of: .shape("Node"), named: "node").objectValue != nil)
    }

    @Test func limitsTheSizeOfValues() {
        // Given a shape with many large members.
        let members = Dictionary(
            uniqueKeysWithValues: (0..<30).map { ("m\($0)", JSONValue.object(["type": "shape", "shape": "A"])) }
        )
        let shapes = [
            "Root": MockType(object(members.mapValues { _ in ["type": "shape", "shape": "B"] }, isRequired: false)),
            "B": MockType(object(members, isRequired: false)),
            "A": MockType(
                object(
                    ["name": ["type": "string"], "list": ["type": "array", "items": ["type": "string"]]],
                    isRequired: false
                )
            ),
        ]
        var maker = MockValueMaker(shapes, seed: 1)
        // When a value is made.
        let size = maker.value(of: .shape("Root"), named: "root").description.utf8.count
        // Then it is not large, and not empty.
        #expect((1_000...40_000).contains(size), "\(size)")
    }

    @Test func variesOnRequest() {
        // Given a type with an optional member, a nullable one, a list, an open enumeration and a choice.
        let type = MockType([
            "type": "object",
            "properties": [
                ["name": "optional", "type": ["type": "string"]],
                ["name": "nullable", "type": ["type": "string", "nullable": true], "required": true],
                ["name": "list", "type": ["type": "array", "items": ["type": "string"]], "required": true],
                ["name": "open", "type": ["type": "enum", "values": ["a", "b"], "isOpen": true], "required": true],
                [
                    "name": "choice",
                    "type": [
                        "type": "choice",
                        "alternatives": [["type": ["type": "integer"]], ["type": ["type": "string"]]],
                    ], "required": true,
                ],
            ],
        ])
        func values(varies: Bool) -> [JSONValue] {
            (UInt64(0)..<100).map { seed in
                var maker = MockValueMaker([:], seed: seed, varies: varies)
                return maker.value(of: type, named: "value")
            }
        }
        let rare: [(JSONValue) -> Bool] = [
            { $0["optional"] == nil }, { $0["nullable"] == .null }, { $0["list"] == [] },
            { $0["open"] == "unknown_case" }, { $0["choice"]?.stringValue != nil },
        ]
        // When values are made, with and without variation.
        let (varied, plain) = (values(varies: true), values(varies: false))
        // Then each rare form occurs only with it.
        for (number, isRare) in rare.enumerated() {
            #expect((1..<80).contains(varied.count(where: isRare)), "\(number)")
            #expect(!plain.contains(where: isRare), "\(number)")
        }
    }
}

/// A type of objects.
func object(_ members: [String: JSONValue], isRequired: Bool = true) -> JSONValue {
    let properties = members.sorted { $0.key < $1.key }.map { name, type -> JSONValue in
        ["name": .string(name), "type": type, "required": .bool(isRequired)]
    }
    return ["type": "object", "properties": .array(properties)]
}

func made(_ type: MockType, named name: String = "value", seed: UInt64 = 1) -> JSONValue {
    var maker = MockValueMaker([:], seed: seed)
    return maker.value(of: type, named: name)
}
