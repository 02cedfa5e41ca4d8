import Testing

@testable import NetTaskGenerator

@Suite("Endpoints: YAML, and the Swift that it becomes")
struct TaskSnippetTests {
    @Test("a body of several media types is an enumeration, and is sent in the encoding of its case")
    func bodies() throws {
        // given
        let yaml = """
            shapes: {Note: {fields: {title: String}}}
            endpoints:
              Send:
                method: POST
                uri: notes
                body: {application/json: Note?, application/x-www-form-urlencoded: Note?, text/csv: String?}
            """

        // when
        let swift = try swift(for: yaml)

        // then
        #expect(
            swift.contains(
                """
                        enum Body: Sendable {
                            /// `application/json`
                            case json(Note)
                            /// `application/x-www-form-urlencoded`
                            case form(Note)
                            /// `text/csv`
                            case csv(String)
                        }

                """
            )
        )
        #expect(
            swift.contains(
                """
                            switch body {
                            case .json(let value): packer.body(value, contentType: "application/json")
                            case .form(let value): packer.body(value, encoding: .form)
                            case .csv(let value): packer.body(value, contentType: "text/csv")
                            case nil: packer.body(nil as String?)
                            }

                """
            )
        )
    }

    @Test("a reply of several media types is an enumeration, whose case its media type selects")
    func contents() throws {
        // given
        let yaml = "endpoints: {Get: {uri: notes, response: {application/json: [Int], text/csv: String}}}"

        // when
        let swift = try swift(for: yaml)

        // then
        #expect(swift.contains("packer.header(\"Accept\", \"application/json, text/csv\")\n"))
        #expect(
            swift.contains(
                """
                            switch try reply.mediaType(among: ["application/json", "text/csv"]) {
                            case "application/json": return .json(try reply.json())
                            default: return .csv(try reply.text())
                            }

                """
            )
        )
    }

    @Test("where params go: by method, and by `in:`")
    func locations() throws {
        #expect(
            try packStatements(
                """
                method: POST
                uri: a/{id}
                encoding: json
                params:
                  id: Int
                  title: String
                  page: {type: Int?, in: query}
                  token: {type: String, in: header, wireName: X-Token}
                """
            ) == [
                #"packer.add("title", title)"#,
                #"packer.add("page", page, in: .query)"#,
                #"packer.add("X-Token", token, in: .header)"#,
            ]
        )
        #expect(
            try packStatements("{uri: a, params: {title: String, deep: {type: Int, in: body}}}") == [
                #"packer.add("title", title)"#,
                #"packer.add("deep", deep, in: .body)"#,
            ]
        )
        #expect(
            try packStatements("{method: PUT, uri: a, body: Data, params: {page: Int?}, constants: {v: 1}}") == [
                #"packer.add("page", page, in: .query)"#,
                #"packer.add("v", 1, in: .query)"#,
                "packer.body(body)",
            ]
        )
    }

    @Test("B11: the order of packing determines precedence")
    func precedence() throws {
        #expect(
            try packStatements(
                """
                uri: weather
                requestObject: Location
                params: {lat: String?, lon: Double?, zone: String, own: Int, fixed: Int}
                constants: {fixed: 1, alsoFixed: true}
                """
            ) == [
                #"packer.add("lat", lat ?? location.lat)"#,
                "if let value = lon {",
                #"    packer.add("lon", value)"#,
                "} else {",
                #"    packer.add("lon", location.lon)"#,
                "}",
                #"packer.add("zone", zone)"#,
                #"packer.add("user_info", location.userInfo)"#,
                #"packer.add("own", own)"#,
                #"packer.add("fixed", 1)"#,
                #"packer.add("alsoFixed", true)"#,
            ]
        )
    }

    @Test("B19: a transform is called with the value, and not for nil")
    func transform() throws {
        #expect(
            try packStatements(
                "{uri: a, params: {tags: {type: [String], transform: Joined.commas}, day: {type: Date?, transform: epoch}}}"
            ) == [
                #"packer.add("tags", Joined.commas(tags))"#,
                "if let value = day {",
                #"    packer.add("day", epoch(value))"#,
                "}",
            ]
        )
    }

    @Test("constants keep the kind that they are written in")
    func constants() throws {
        #expect(
            try packStatements(
                "{method: POST, uri: a, encoding: json, constants: {a: 1, b: 0.5, c: true, d: null, e: \"1\", f: no, g: -1e3}}"
            ) == [
                #"packer.add("a", 1)"#, #"packer.add("b", 0.5)"#, #"packer.add("c", true)"#, #"packer.addNull("d")"#,
                #"packer.add("e", "1")"#, #"packer.add("f", "no")"#, #"packer.add("g", -1e3)"#,
            ]
        )
    }

    @Test("a param with the name of the packer")
    func packer() throws {
        #expect(try packStatements("{uri: a, params: {packer: Int?}}") == [#"packer.add("packer", self.packer)"#])
    }

    @Test("a name with characters to escape is marked; the others are known to be plain")
    func escapedNames() throws {
        #expect(
            try packStatements(
                """
                method: POST
                uri: a
                encoding: json
                params:
                  plain: {type: Int, wireName: "a-b.c_d~9"}
                  tags: {type: [String], wireName: "tags[]", in: query, style: comma}
                  size: {type: Int, wireName: größe, in: query}
                constants: {"a b": 1, "q\\"": null}
                """
            ) == [
                #"packer.add("a-b.c_d~9", plain)"#,
                #"packer.add(escaping: "tags[]", tags, style: .comma, in: .query)"#,
                #"packer.add(escaping: "größe", size, in: .query)"#,
                #"packer.add(escaping: "a b", 1)"#,
                #"packer.addNull(escaping: "q\"")"#,
            ]
        )
    }

    @Test("a statement that is too long has an argument on each line")
    func longStatement() throws {
        let name = String(repeating: "n", count: 60)
        #expect(
            try packStatements("{uri: a, params: {\(name): {type: \"[Date]\", format: unix, style: comma}}}") == [
                "packer.add(",
                "    \"\(name)\",",
                "    \(name),",
                "    format: .unix,",
                "    style: .comma",
                ")",
            ]
        )
    }

    @Test(
        "the type of a reply",
        arguments: [
            ("none", "Void", nil),
            ("String", "String", "try reply.text()"),
            ("\"String?\"", "String?", "try reply.text()"),
            ("Data", "Data", "reply.data()"),
            ("File", "HTTPFile", nil),
            ("File?", "HTTPFile?", nil),
            ("{type: File, optional: true}", "HTTPFile?", nil),
            ("[A]", "[A]", nil),
            ("[String: A]", "[String: A]", nil),
            ("\"[A]?\"", "[A]?", nil),
            ("{type: A, from: data.item}", "A", #"try reply.json(["data", "item"])"#),
        ]
    )
    func response(written: String, type: String, parse: String?) throws {
        let swift = try swift(for: "shapes: {A: {fields: {id: Int}}}\nendpoints: {G: {uri: x, response: \(written)}}")
        #expect(swift.contains("typealias Response = \(type)\n"))
        if let parse {
            #expect(
                swift.contains("func parse(_ reply: HTTPReply) throws -> Response {\n            \(parse)\n        }")
            )
        } else {
            #expect(!swift.contains("func parse"))
        }
    }

    /// The statements of `pack` of one endpoint, without the indentation that they share.
    private func packStatements(_ endpoint: String) throws -> [String] {
        let body = endpoint.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        let swift = try swift(
            for: """
                shapes:
                  Location: {fields: {lat: String, lon: String, zone: String, userInfo: String?, alsoFixed: {type: Int, wireName: alsoFixed}}}
                endpoints:
                  Call:
                \(body)
                """
        )
        let lines = swift.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.lastIndex { $0.contains("func pack(into packer: inout ParameterPacker) {") })
        return lines[(start + 1)...].prefix { $0 != "        }" }.map { String($0.dropFirst(12)) }
    }
}
