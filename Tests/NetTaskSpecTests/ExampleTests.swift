import Testing

@testable import NetTaskSpec

/// What shapes and endpoints have as an example.
@Suite struct ExampleTests {
    private func examples(_ yaml: String) throws -> [Example?] {
        try read("nettask: 1\nclient: API\n" + yaml).shapes.map(\.example)
    }

    @Test("the example of a shape is built from those of its fields")
    func ofFields() throws {
        let yaml = """
            shapes:
              Post:
                fields:
                  id: {type: Int, example: 1}
                  title: {type: String?, example: Hello}
                  body: String?
                  size: {type: Int, default: 3}
            """
        #expect(
            try examples(yaml) == [
                .members([
                    .init(name: "id", value: .value(.integer(1))),
                    .init(name: "title", value: .value(.string("Hello"))),
                ])
            ]
        )
    }

    @Test("its own example has precedence over those of its fields, which fill in missing required values")
    func own() throws {
        let yaml = """
            shapes:
              Post:
                fields: {id: {type: Int, example: 1}, title: {type: String, example: a}, body: {type: String?, example: b}}
                example: {title: own}
            """
        #expect(
            try examples(yaml) == [
                .members([
                    .init(name: "id", value: .value(.integer(1))), .init(name: "title", value: .value(.string("own"))),
                ])
            ]
        )
    }

    @Test("a value of a shape uses the examples of that shape's fields for missing required values")
    func nested() throws {
        let yaml = """
            shapes:
              Owner: {fields: {id: Int, name: {type: String, example: Ada}, age: {type: Int?, example: 36}}}
              Post: {fields: {owner: Owner}, example: {owner: {id: 1}}}
            """
        #expect(
            try examples(yaml)[1]
                == .members([
                    .init(
                        name: "owner",
                        value: .members([
                            .init(name: "id", value: .value(.integer(1))),
                            .init(name: "name", value: .value(.string("Ada"))),
                        ])
                    )
                ])
        )
    }

    @Test("a recursive example of a field is ignored")
    func circle() throws {
        #expect(try examples("shapes: {A: {fields: {all: {type: [A], example: [{}]}}}}") == [nil])
    }

    @Test(
        "an invalid day of a month and an invalid URL are errors",
        arguments: [
            ("Date", "2026-02-30"), ("Date", "2026-04-31T07:00:00Z"), ("URL", "http://exämple.com"),
            ("URL", "http://a/b|c"),
            ("URL", "::::"), ("URL", "http://a/%zz"),
        ]
    )
    func wrong(type: String, text: String) {
        let yaml = "nettask: 1\nclient: API\nshapes: {A: {fields: {a: {type: \(type), example: \"\(text)\"}}}}"
        let diagnostics = SpecReader.read(sources: [.init(path: "a.nettask.yaml", text: yaml)]).diagnostics
        #expect(diagnostics.map { $0.message.prefix(22) } == ["the example must be a "])
    }

    @Test("a required value has the example of its shape, alone and in a list")
    func ofShapes() throws {
        let yaml = """
            shapes:
              Page: {fields: {first: Post, all: [Post], more: Post?, state: State}}
              Post: {fields: {id: {type: Int, example: 1}}}
              State: {enum: [open], example: open}
            """
        let page = try #require(try examples(yaml)[0])
        #expect(
            page
                == .members([
                    .init(name: "first", value: .ofShape), .init(name: "all", value: .list([.ofShape])),
                    .init(name: "state", value: .ofShape),
                ])
        )
    }

    @Test(
        "a shape without an example for a required value has none",
        arguments: [
            "Post: {fields: {id: Int}}", "Post: {fields: {tags: [String]}}",
            "Post: {fields: {by: Owner}}\n  Owner: {fields: {id: Int}}",
            "Post: {enum: [a]}", "Post: {oneOf: [Int, String]}", "Post: {swiftType: Post}",
            "Post: {fields: {by: Owner}}\n  Owner: {swiftType: Owner}",
        ]
    )
    func missing(shape: String) throws {
        #expect(try examples("shapes:\n  \(shape)\n")[0] == nil)
    }

    @Test("shapes that need each other's examples have none")
    func circles() throws {
        let yaml = """
            shapes:
              A: {fields: {b: B}}
              B: {fields: {c: [A], id: {type: Int, example: 1}}}
              C: {fields: {a: A}}
            """
        #expect(try examples(yaml) == [nil, nil, nil])
    }

    @Test("a chain of shapes may be long")
    func chain() throws {
        let links = (0..<5_000).map { "  S\($0): {fields: {next: S\($0 + 1)}}\n" }.joined()
        let examples = try examples("shapes:\n\(links)  S5000: {fields: {id: {type: Int, example: 1}}}\n")
        #expect(examples.count == 5_001)
        #expect(examples.allSatisfy { $0 != nil })
    }

    @Test("shared examples of many endpoints are read within a budget")
    func budget() throws {
        // given an example of 1 000 values in a group of 2 000 endpoints
        let values = Array(repeating: "1", count: 1_000).joined(separator: ", ")
        let endpoints = (0..<2_000).map { "      E\($0): {uri: e}\n" }.joined()
        let yaml = "groups:\n  G:\n    params: {ids: {type: [Int], example: [\(values)]}}\n    endpoints:\n\(endpoints)"

        // when
        let result = SpecReader.read(sources: [.init(path: "a.nettask.yaml", text: "nettask: 1\nclient: API\n\(yaml)")])

        // then
        #expect(result.diagnostics.count == 1)
        #expect(result.diagnostics.first?.message == "the examples of this client have more than 1000000 values")
    }

    @Test("a date is read as ISO 8601, regardless of its format")
    func dates() throws {
        let yaml = """
            shapes:
              Times:
                fields:
                  a: {type: Date, format: unix, example: 1970-01-01T00:00:01Z}
                  b: {type: Date, format: http, example: 1970-01-01T02:00:00.25+02:00}
                  c: {type: Date, format: date, example: 1970-01-02}
            """
        guard case .members(let members)? = try examples(yaml)[0] else {
            Issue.record("there is no example")
            return
        }
        #expect(members.map(\.value) == [.value(.integer(1)), .value(.number("0.25")), .value(.integer(86_400))])
    }

    @Test("an overlay changes an extended example key by key")
    func overlay() throws {
        // given
        let base = """
            nettask: 1
            client: API
            shapes: {Post: {fields: {id: Int, title: String}, example: {id: 1, title: a}}}
            """
        let overlay = """
            nettask: 1
            extends: base.nettask.yaml
            examples: true
            shapes: {Post: {example: {title: b}}}
            """

        // when
        let result = SpecReader.read(sources: [
            .init(path: "overlay.nettask.yaml", text: overlay), .init(path: "base.nettask.yaml", text: base),
        ])

        // then
        #expect(result.diagnostics.map(\.description) == [])
        #expect(result.specs.first?.hasExamples == true)
        #expect(
            result.specs.first?.shapes[0].example
                == .members([
                    .init(name: "id", value: .value(.integer(1))), .init(name: "title", value: .value(.string("b"))),
                ])
        )
    }
}
