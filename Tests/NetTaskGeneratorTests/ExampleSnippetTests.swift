import Foundation
import NetTaskSpec
import Testing

@testable import NetTaskGenerator

@Suite("Examples: YAML, and the Swift that it becomes")
struct ExampleSnippetTests {
    /// The declarations of examples, without the extensions around them, each on one line.
    private func examples(_ snippet: String, access: AccessLevel? = nil) throws -> [String] {
        let files = try generate(spec("examples: true\n" + snippet), options: Generator.Options(access: access))
        let text = files[0].text.replacing(/\(\n +/, with: "(").replacing(/,\n +/, with: ", ").replacing(
            /\n +\)/,
            with: ")"
        )
        return text.split(separator: "\n").filter { $0.contains("static let example") }.map {
            String($0.drop { $0 == " " }).replacing("nonisolated static let example: Self = ", with: "")
        }
    }

    @Test("name a case `none` as a case if the value can be null")
    func noneOfNullable() throws {
        let yaml = """
            shapes:
              State: {enum: [none, paid]}
              Order: {fields: {state: {type: State, nullable: true, example: none}}}
            """
        #expect(try examples(yaml) == ["Self(state: .some(.none))"])
    }

    @Test("follow all types if the spec asks for it")
    func file() throws {
        // given
        let yaml = spec(
            """
            shapes: {Post: {fields: {id: Int, title: String, body: String?}, example: {id: 1, title: "a \\"b\\""}}}
            endpoints: {GetPost: {uri: "posts/{id}", params: {id: Int}, response: Post, example: {id: 1}}}
            """
        )

        // when
        let files = try generate("examples: true\n" + yaml)

        // then
        let plain = try generate(yaml)[0].text.replacing(
            "\nimport HTTPTypes",
            with: "\nimport Foundation\nimport HTTPTypes"
        )
        #expect(files.map(\.name) == ["api.nettask.swift"])
        #expect(
            files[0].text == plain + """

                extension API.Post {
                    /// The example in the spec.
                    nonisolated static let example: Self = Self(id: 1, title: "a \\"b\\"")
                }

                extension API.GetPost {
                    /// The example in the spec.
                    nonisolated static let example: Self = Self(id: 1)
                }

                """
        )
    }

    @Test("of scalars name foreign types in full")
    func scalars() throws {
        let yaml = """
            shapes:
              A:
                fields:
                  int: {type: Int, example: -1234567}
                  large: {type: UInt64, example: 18446744073709551615}
                  double: {type: Double, example: 0.5}
                  decimal: {type: Decimal, example: -12.50}
                  bool: {type: Bool, example: false}
                  string: {type: String, example: "a\\nb"}
                  secret: {type: String, secret: true}
              B:
                fields:
                  date: {type: Date?, format: unix, example: 2026-11-21T07:00:00Z}
                  url: {type: URL, example: "https://example.com/?a=b"}
                  uuid: {type: UUID, example: 6BA7B810-9DAD-11D1-80B4-00C04FD430C8}
                  data: {type: Data, example: aGk=}
              C: {fields: {json: {type: JSONValue, example: {a: [1, 0.5, true, null, text]}}, none: {type: Int?, example: null}}}
            endpoints:
              Send: {method: POST, encoding: multipart, uri: a, params: {file: {type: File, example: "a\\"b"}}}
            """
        #expect(
            try examples(yaml) == [
                #"Self(int: -1_234_567, large: 18_446_744_073_709_551_615, double: 0.5, "#
                    + #"decimal: Decimal(sign: .minus, exponent: -2, significand: 1250), bool: false, string: "a\nb", secret: "<secret>")"#,
                #"Self(date: Foundation.Date(timeIntervalSince1970: 1_795_244_400), "#
                    + #"url: Foundation.URL(string: "https://example.com/?a=b")!, "#
                    + #"uuid: Foundation.UUID(uuidString: "6BA7B810-9DAD-11D1-80B4-00C04FD430C8")!, "#
                    + #"data: Foundation.Data(base64Encoded: "aGk=")!)"#,
                #"Self(json: ["a": [1, 0.5, true, nil, "text"]], none: nil)"#,
                #"Self(file: NetTaskHTTP.HTTPFile(data: Foundation.Data("a\"b".utf8)))"#,
            ]
        )
    }

    @Test("of nested shapes are their own, or are written in place")
    func nested() throws {
        let yaml = """
            shapes:
              Owner: {fields: {name: String, in: {type: Int?, nullable: true}}, example: {name: Ada, in: null}}
              State: {enum: {open: O, none: N}, example: none}
              Post:
                fields:
                  owner: Owner
                  owners: [Owner]
                  more: {type: "[String: Owner]", example: {a: {name: Bob, in: 2}}}
                  state: {type: State?, example: none}
              Node: {fields: {value: Int, next: Node?}, example: {value: 1, next: {value: 2}}}
              Choice: {oneOf: {owner: Owner, texts: [String]}, example: {texts: [a]}}
              Choices: {fields: {all: {type: [Choice], example: [{owner: {name: Cy}}, {texts: []}]}}}
            endpoints: {}
            """
        #expect(
            try examples(yaml) == [
                #"Self(name: "Ada", in: .null)"#, ".none",
                #"Self(owner: API.Owner.example, owners: [API.Owner.example], "#
                    + #"more: ["a": API.Owner(name: "Bob", in: .value(2))], state: .some(.none))"#,
                "Self(value: 1, next: API.Node(value: 2))", #"API.Choice.texts(["a"])"#,
                #"Self(all: [API.Choice.owner(API.Owner(name: "Cy")), API.Choice.texts([])])"#,
            ]
        )
    }

    @Test("of tasks have the request object, params and the body")
    func tasks() throws {
        let yaml = """
            shapes: {Owner: {fields: {name: String}, example: {name: Ada}}}
            endpoints:
              Find: {uri: a, requestObject: Owner, params: {page: {type: Int?, example: 2}, size: Int?}}
              Put: {method: PUT, uri: "a/{id}", params: {id: Int}, body: Owner, example: {id: 7, body: {name: Bob}}}
              List: {uri: a, response: [Owner]}
              Get: {uri: "a/{id}", params: {id: Int}}
            groups: {Old: {params: {in: {type: Int, example: 3}}, endpoints: {Gone: {uri: b, deprecated: use List}}}}
            """
        #expect(
            try examples(yaml, access: .public) == [
                #"public Self(name: "Ada")"#, #"public Self(owner: API.Owner.example, page: 2)"#,
                #"public Self(id: 7, body: API.Owner(name: "Bob"))"#, "public Self()", "public Self(in: 3)",
            ]
        )
        let text = try generate(spec("examples: true\n" + yaml))[0].text
        #expect(text.contains("@available(*, deprecated)\nextension API.Old.Gone {\n"))
    }

    @Test("of a split spec are in the files of their types")
    func files() throws {
        let yaml = spec("examples: true\nshapes: {A: {fields: {}}}\n")
        let split = try generate(yaml, options: Generator.Options(isSplit: true))
        #expect(split.map(\.name) == ["api.nettask.swift", "api.A.nettask.swift"])
        #expect(split.map { $0.text.contains("static let example") } == [false, true])
    }

    @Test("are available to a user's template, even if they are not emitted")
    func templates() throws {
        try withTemporaryFolder { folder in
            // given
            let template = "// {{mark}}\n{{#tasks}}{{name}}: {{example}}\n{{/tasks}}"
            try template.write(toFile: "\(folder)/Calls.txt.mustache", atomically: true, encoding: .utf8)
            let options = Generator.Options(templates: try Templates(in: folder))

            // when
            let files = try generate(
                spec("endpoints: {Get: {uri: \"a/{id}\", params: {id: {type: Int, example: 7}}}, List: {uri: a}}"),
                options: options
            )

            // then
            #expect(files[1].text.hasSuffix("file.\nGet: Self(id: 7)\nList: Self()\n"))
        }
    }
}
