import Testing

@testable import NetTaskSpec

let header = "nettask: 1\nclient: API\n"

func endpoint(_ yaml: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Endpoint {
    let text =
        header + "shapes:\n  Post: {fields: {id: Int}}\n  Order: {enum: [asc, desc]}\nendpoints:\n  Call: \(yaml)\n"
    return try #require(read(text, sourceLocation: sourceLocation).endpoints.first, sourceLocation: sourceLocation)
}

func param(_ yaml: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Field {
    let call = try endpoint(
        "{uri: a, method: POST, encoding: json, params: {p: \(yaml)}}",
        sourceLocation: sourceLocation
    )
    return try #require(call.params.first, sourceLocation: sourceLocation)
}

/// What a spec's text means, key by key.
@Suite struct DecodingTests {
    // MARK: Types, and what YAML makes of them

    @Test(arguments: [
        ("Int", TypeReference.scalar(.int)),
        ("String?", .optional(.scalar(.string))),
        ("[Post]", .array(.shape("Post"))),
        ("\"[Post]\"", .array(.shape("Post"))),
        ("\"[Post]?\"", .optional(.array(.shape("Post")))),
        ("Array<Post>?", .optional(.array(.shape("Post")))),
        ("'Dictionary<String, Array<Int>>?'", .optional(.dictionary(.array(.scalar(.int))))),
        ("[Post?]", .array(.optional(.shape("Post")))),
        ("[String: Int]", .dictionary(.scalar(.int))),
        ("\"[String: Int]?\"", .optional(.dictionary(.scalar(.int)))),
        ("\"[String:Int]\"", .dictionary(.scalar(.int))),
        ("[[Int]]", .array(.array(.scalar(.int)))),
        ("[String: [Post]]", .dictionary(.array(.shape("Post")))),
        ("{type: Int, optional: true}", .optional(.scalar(.int))),
        ("{type: Int?, optional: true}", .optional(.scalar(.int))),
        ("{type: [Post], optional: true}", .optional(.array(.shape("Post")))),
    ])
    func typesAreReadAsSwiftWritesThem(_ yaml: String, _ type: TypeReference) throws {
        #expect(try param(yaml).type == type)
    }

    @Test(arguments: TypeReference.Scalar.allCases.filter { $0 != .file })
    func everyScalarTypeIsKnown(_ scalar: TypeReference.Scalar) throws {
        #expect(try param(scalar.rawValue).type == .scalar(scalar))
    }

    // MARK: Scalars are read as what is expected

    @Test(arguments: ["NO", "yes", "1.0", "null", "true", "0x1F", "2026-01-01", "~"])
    func aDefaultOfAStringIsTheTextThatIsWritten(_ text: String) throws {
        #expect(try param("{type: String, default: \(text)}").defaultValue == .string(text))
    }

    @Test(arguments: [
        ("{type: Int, default: 5}", Field.DefaultValue.integer(5)),
        ("{type: Int8, default: -128}", .integer(-128)),
        ("{type: UInt8, default: 255}", .integer(255)),
        ("{type: Int64, default: 9223372036854775807}", .integer(.max)),
        ("{type: Double, default: 5}", .integer(5)),
        ("{type: Double, default: 0.5}", .number("0.5")),
        ("{type: Float, default: 1e-3}", .number("1e-3")),
        ("{type: Decimal, default: 0.10}", .number("0.10")),
        ("{type: Double, default: 123456789012345678901}", .number("123456789012345678901.0")),
        ("{type: Bool, default: false}", .bool(false)),
        ("{type: Bool?, default: true}", .bool(true)),
        ("{type: String, default: \"\"}", .string("")),
        ("{type: Order, default: desc}", .enumerationCase("desc")),
        ("{type: [Int], default: []}", .list([])),
        ("{type: [Int], default: [1, 2]}", .list([.integer(1), .integer(2)])),
        ("{type: [Order], default: [desc]}", .list([.enumerationCase("desc")])),
        ("{type: [[String]], default: [[a], []]}", .list([.list([.string("a")]), .list([])])),
        ("{type: [String: Int], default: {}}", .members([])),
        ("{type: [String: Int], default: {a: 1}}", .members([.init("a", .integer(1))])),
        ("{type: Date, default: 1970-01-02}", .integer(86_400)),
        ("{type: Date?, default: \"1970-01-01T00:00:01.5Z\"}", .number("1.5")),
        ("{type: Date, default: \"1969-12-31T21:29:59.25-02:30\"}", .number("-0.75")),
        ("{type: Date, default: 1500-02-28T00:00:00Z}", .integer(-14_826_758_400)),
        ("{type: Date, default: 0001-01-01}", .integer(-62_135_596_800)),
        ("{type: Date, default: 9999-12-31T23:59:59+0000}", .integer(253_402_300_799)),
        ("{type: URL, default: \"https://a.b\"}", .string("https://a.b")),
        ("{type: JSONValue, default: {a: [1, b]}}", .json(.map([.init("a", .list([.integer(1), .string("b")]))]))),
    ])
    func defaults(_ yaml: String, _ value: Field.DefaultValue) throws {
        #expect(try param(yaml).defaultValue == value)
    }

    @Test(arguments: [
        (#"^.\.[.]$"#, #"^[^\n\r\u{2028}\u{2029}]\.[.]$"#),
        ("[a-z\u{300}-\u{36F}]\u{E9}", #"[a-z\u{300}-\u{36f}]\u{e9}"#),
        ("\\\u{E9}{2}", #"\u{e9}{2}"#),
    ])
    func patternsAreWrittenForSwift(_ pattern: String, _ swift: String) throws {
        // when
        let form = try #require(RegexPattern.swiftForm(of: pattern))

        // then
        #expect(form == swift)
        _ = try Regex(form)
    }

    @Test func theDefaultOfAnEnumerationIsACaseOrItsValue() throws {
        // given
        let spec = try read(
            header + """
                shapes:
                  Reaction: {enum: {up: "+1", down: "-1"}}
                  Level: {enum: {low: 1, high: 2}}
                  Post:
                    fields:
                      a: {type: Reaction, default: up}
                      b: {type: Reaction, default: "-1"}
                      c: {type: Level, default: 2}
                """
        )

        // then
        let fields = try #require(spec.shapes[2].fields)
        #expect(fields.map(\.defaultValue) == ["up", "down", "high"].map { .enumerationCase($0) })
    }

    @Test func constantsKeepTheKindTheyAreWrittenIn() throws {
        // when
        let call = try endpoint(
            """
            {uri: a, method: POST, encoding: json, constants: {a: 1, b: -2, c: 1.5, d: 1e3, e: true, f: false, g: null,
             h: ~, i: "1", j: 'true', k: NO, l: text, m: "null", n: 2026-01-01, o: 1.2.3, p: "", q: -, r: !!str 5, s: 12ab}}
            """
        )

        // then
        let values: [Endpoint.Constant.Value] = [
            .integer(1), .integer(-2), .number("1.5"), .number("1e3"), .bool(true), .bool(false), .null, .null,
            .string("1"), .string("true"), .string("NO"), .string("text"), .string("null"), .string("2026-01-01"),
            .string("1.2.3"), .string(""), .string("-"), .string("5"), .string("12ab"),
        ]
        #expect(call.constants.map(\.value) == values)
        #expect(call.constants.map(\.name).joined() == "abcdefghijklmnopqrs")
    }

    // MARK: Enumerations

    @Test func valuesThatAreNoIdentifiersBecomeCamelCase() throws {
        // given
        let spec = try read(header + "shapes: {State: {enum: [open, in-progress, WONT_FIX, \"on hold\", class, none]}}")

        // then
        let cases = try #require(spec.shapes[0].values)
        #expect(cases.map(\.name.swift) == ["open", "inProgress", "WONT_FIX", "onHold", "class", "none"])
        #expect(
            cases.map(\.value) == ["open", "in-progress", "WONT_FIX", "on hold", "class", "none"].map { .string($0) }
        )
    }

    @Test func anEnumerationOfIntegers() throws {
        let spec = try read(header + "shapes: {Level: {enum: {low: 1, high: -2}}}")
        let cases = try #require(spec.shapes[0].values)
        #expect(cases.map(\.value) == [.integer(1), .integer(-2)])
    }

    @Test func wordsAndNumbersInQuotesAreTexts() throws {
        let spec = try read(header + "shapes: {Level: {enum: {a: \"1\", b: yes, c: 1.5, d: true}}}")
        let cases = try #require(spec.shapes[0].values)
        #expect(cases.map(\.value) == ["1", "yes", "1.5", "true"].map { .string($0) })
    }

    // MARK: Where params go

    @Test(arguments: [
        ("GET", Field.Location.query), ("HEAD", .query), ("DELETE", .query), ("POST", .body), ("PUT", .body),
        ("PATCH", .body),
    ])
    func theMethodSaysWhereParamsGo(_ method: String, _ location: Field.Location) throws {
        let call = try endpoint("{uri: 'a/{id}', method: \(method), params: {id: Int, x: Int}}")
        #expect(call.params.map(\.location) == [.path, location])
    }

    @Test func aParamMaySayOtherwise() throws {
        let call = try endpoint(
            "{uri: a, method: POST, params: {a: {type: Int, in: query}, b: {type: Int, in: header, wireName: X-B}}}"
        )
        #expect(call.params.map(\.location) == [.query, .header])
    }

    @Test func besideABodyParamsGoIntoTheQuery() throws {
        let call = try endpoint("{uri: a, method: POST, body: '[Post]', contentType: text/csv, params: {x: Int}}")
        #expect(call.params.map(\.location) == [.query])
        #expect(call.body == .array(.shape("Post")))
        #expect(call.contentType == "text/csv")
    }

    @Test func ignoredAllLeavesTheVariablesOfTheURI() throws {
        let call = try endpoint("{uri: 'a/{id}', params: {id: Int, x: Int}, ignored: all}")
        #expect(call.params.map(\.isIgnored) == [false, true])
    }

    @Test("B14: ignored params, params in other places and constants do not clash")
    func namesThatDoNotClash() throws {
        let call = try endpoint(
            """
            {uri: 'a/{user_id}', method: POST, constants: {user_id: 1}, params: {userId: Int,
             userID: {type: Int, ignored: true}, other: {type: Int, wireName: user_id, in: query}, user_id: Int}}
            """
        )
        #expect(call.params.map(\.wireName) == ["user_id", "user_id", "user_id", "user_id"])
    }

    @Test func wireNamesAndSwiftNamesCanBeGiven() throws {
        let call = try endpoint(
            "{uri: a, params: {user-id: {type: Int, swiftName: userId}, b: {type: Int, wireName: 'B['}}}"
        )
        #expect(call.params.map(\.name.swift) == ["userId", "b"])
        #expect(call.params.map(\.name.written) == ["user-id", "b"])
        #expect(call.params.map(\.wireName) == ["user-id", "B["])
    }

    @Test(arguments: [
        ("underscore", "user_id"), ("hyphen", "user-id"), ("dot", "user.id"), ("keep", "userId"),
        ("\"::\"", "user::id"),
        ("''", "userid"), ("camel", "userId"), ("pascal", "UserId"),
    ])
    func separators(_ separator: String, _ wireName: String) throws {
        let call = try endpoint("{uri: a, separator: \(separator), params: {userId: Int}}")
        #expect(call.params.map(\.wireName) == [wireName])
    }

    @Test(arguments: [
        ("camel", ["id", "urlString", "user_Name", "étéFin", "x", "http2Server"]),
        ("pascal", ["ID", "URLString", "User_Name", "ÉtéFin", "X", "HTTP2Server"]),
    ])
    func separatorsOfTheFirstWordChangeThatAlone(_ separator: String, _ wireNames: [String]) throws {
        let params = "ID: Int, URLString: Int, user_Name: Int, étéFin: Int, x: Int, HTTP2Server: Int"
        let call = try endpoint("{uri: a, separator: \(separator), params: {\(params)}}")
        #expect(call.params.map(\.wireName) == wireNames)
    }

    @Test func theNearestSeparatorHolds() throws {
        let spec = try read(
            header + """
                defaults: {separator: hyphen}
                shapes:
                  A: {fields: {userId: Int}}
                  B: {separator: dot, fields: {userId: Int}}
                endpoints:
                  C: {uri: a, response: {fields: {userId: Int}}}
                  D: {uri: a, separator: dot, params: {userId: Int}, response: {fields: {userId: Int}}}
                  E: {uri: a, separator: dot, response: {separator: keep, fields: {userId: Int}}}
                """
        )
        let shapes = spec.shapes.flatMap { shape in
            if case .object(let fields) = shape.kind { fields } else { [Field]() }
        }
        let replies = spec.endpoints.flatMap { endpoint in
            if case .fields(let fields) = endpoint.response { fields } else { [Field]() }
        }
        #expect(shapes.map(\.wireName) == ["user-id", "user.id"])
        #expect(replies.map(\.path) == [["user-id"], ["user.id"], ["userId"]])
        #expect(spec.endpoints[1].params.map(\.wireName) == ["user.id"])
    }

    // MARK: Inheritance

    @Test func defaultsHoldWhereNothingIsSaidAndAreReplacedKeyByKey() throws {
        // given
        let spec = try read(
            header + """
                defaults:
                  encoding: json
                  timeout: 1s
                  deadline: 20s
                  headers: {A: a, B: b}
                  constants: {x: 1}
                  retry: {maxRetryCount: 1, jitter: false}
                endpoints:
                  Inherits: {uri: a, method: POST}
                  Replaces:
                    uri: a
                    method: POST
                    encoding: form
                    timeout: 3s
                    headers: {C: c}
                    constants: null
                    retry: {maxRetryCount: 5}
                """
        )

        // then
        let inherits = spec.endpoints[0]
        #expect(inherits.encoding == .json)
        #expect(inherits.headers.map(\.name) == ["A", "B"])
        #expect(inherits.constants == [.init(name: "x", value: .integer(1))])
        #expect(inherits.retry == Retry(maxRetryCount: 1, jitter: false))
        let replaces = spec.endpoints[1]
        #expect(replaces.encoding == .form)
        #expect(replaces.timeout == .seconds(3))
        #expect(replaces.deadline == .seconds(20))
        #expect(replaces.headers.map(\.name) == ["A", "B", "C"])
        #expect(replaces.constants == [])
        #expect(replaces.retry == Retry(maxRetryCount: 5, jitter: false))
    }

    @Test func headingsWithNothingBelowThemAreNoErrors() throws {
        let text = header + "shapes:\n  Empty:\n    fields:\nendpoints:\n  Call:\n    uri: a\n    params:\n"
        let result = SpecReader.read(sources: [SpecReader.Source(path: "api.nettask.yaml", text: text)])
        #expect(result.diagnostics.map(\.severity) == [.warning, .warning])
        let spec = try #require(result.specs.first)
        #expect(spec.shapes.map(\.kind) == [.object([])])
        #expect(spec.endpoints[0].params == [])
    }

    // MARK: What may hold anything

    @Test func hostileTextsArriveUnchanged() throws {
        // given: each in YAML's double quotes, and as it must arrive
        let hostile = ##"\") \\( */ \"\"\"# \n\r\0\u202E\u2028 ` ${x} é 👩‍👩‍👧"##
        let text = "\") \\( */ \"\"\"# \n\r\0\u{202E}\u{2028} ` ${x} é 👩‍👩‍👧"

        // when
        let spec = try read(
            header + """
                description: "\(hostile)"
                shapes:
                  Post:
                    description: "\(hostile)"
                    fields: {a: {type: String, wireName: "\(hostile)", default: "\(hostile)", description: "\(hostile)"}}
                  Kind: {enum: {a: "\(hostile)"}}
                endpoints:
                  Call: {uri: a, separator: "\\") */ \\u202E", params: {bC: Int}, constants: {"\(hostile)": "\(hostile)"}}
                """
        )

        // then
        #expect(spec.description == text)
        #expect(spec.shapes[0].description == text)
        let fields = try #require(spec.shapes[0].fields)
        let cases = try #require(spec.shapes[1].values)
        #expect(fields[0].wireName == text)
        #expect(fields[0].defaultValue == .string(text))
        #expect(fields[0].description == text)
        #expect(cases[0].value == .string(text))
        #expect(spec.endpoints[0].params[0].wireName == "b\") */ \u{202E}c")
        #expect(spec.endpoints[0].constants == [.init(name: text, value: .string(text))])
    }

    @Test func reservedWordsOfSwiftAreNames() throws {
        let call = try endpoint(
            "{uri: 'a/{in}', params: {in: Int, class: Int, default: Int, is: Int, any: Int, nil: Int}}"
        )
        #expect(call.params.map(\.name.swift) == ["in", "class", "default", "is", "any", "nil"])
    }

    @Test(arguments: [
        "a", "/a", "a/", "/", "a/{x}.json", "{x}", "a?b=c&d=/?", "a/b:c", "a%20b", "a/.../b", "a/b..", "~a/$b,c;d=e@f",
        "https://other.example.com/a",
    ])
    func uris(_ uri: String) throws {
        #expect(try endpoint("{uri: \"\(uri)\", params: {x: {type: Int, ignored: false}}}").uri.written == uri)
    }

    @Test(arguments: [
        "https://example.com", "http://localhost:8080/v1/", "HTTPS://EXAMPLE.COM", "https://user:secret@example.com",
        "http://[::1]:80/a", "https://example.com/v1?key=a%20b", "http://127.0.0.1",
    ])
    func baseURLs(_ url: String) throws {
        #expect(try read(header + "baseURL: \(url)").baseURL == url)
    }

    @Test func eachEnvironmentHasABaseURLAndTheFirstHolds() throws {
        // when
        let spec = try read(header + "baseURL: {eu-west: https://eu.example.com, Default: http://localhost:80}")

        // then
        #expect(spec.baseURL == "https://eu.example.com")
        #expect(spec.environments.map(\.name.swift) == ["euWest", "Default"])
        #expect(spec.environments.map(\.url) == ["https://eu.example.com", "http://localhost:80"])
        #expect(try read(header + "baseURL: http://localhost").environments == [])
    }

    @Test func withoutEnvironmentsAShapeMayBeCalledEnvironment() throws {
        let spec = try read(header + "baseURL: http://h\nshapes: {Environment: {enum: [a]}}")
        #expect(spec.shapes.map(\.name.swift) == ["Environment"])
    }

    @Test(arguments: ["text/csv", "text/csv; charset=utf-8", "application/vnd.api+json;a=\"b c\"", "image/*"])
    func contentTypes(_ type: String) throws {
        let call = try endpoint("{uri: a, method: PUT, body: Data, contentType: '\(type)'}")
        #expect(call.contentType == type)
    }

    @Test("Each media type of a body has a case, with the name of its kind or subtype")
    func casesOfBodies() throws {
        // given
        let types = [
            "application/json", "application/x-www-form-urlencoded", "multipart/form-data", "text/plain",
            "text/plain; charset=utf-8", "application/octet-stream", "text/csv", "application/vnd.api+json",
            "application/merge-patch+json", "image/*", "application/x-yaml", "text/xml", "application/xml",
            "text/some", "text/none",
        ]

        // when
        let contents = BodyContent.list(types.map { ($0, .scalar(.data)) })

        // then
        #expect(
            contents.map(\.name.swift) == [
                "json", "form", "multipart", "text", "textPlain", "binary", "csv", "api", "mergePatch", "image", "yaml",
                "xml", "applicationXml", "textSome", "textNone",
            ]
        )
        #expect(contents.map(\.mediaType) == types)
    }

    @Test("A body of several media types can be nil if all of its types have a question mark")
    func optionalBodies() throws {
        let call = try endpoint("{uri: a, method: PUT, body: {text/csv: String?, application/json: '[Int]?'}}")
        #expect(call.body?.isOptional == true)
        #expect(call.bodies.map(\.type) == [.scalar(.string), .array(.scalar(.int))])
    }

    private static let noMediaType =
        "the keys of a `body` that is a map must be media types, such as `application/json`"

    @Test(
        "A body is a map of different media types, without ranges, and each form fits its shape",
        arguments: [
            ("{image/*: Data, text/csv: String}", "`image/*` is a range of media types, but a body has one"),
            ("{text/csv: String, text/CSV: Data}", "duplicate media type: case is ignored"),
            ("{json: String, csv: String}", DecodingTests.noMediaType),
            ("{}", DecodingTests.noMediaType),
            (
                "{application/x-www-form-urlencoded: Open, application/json: Open}",
                "this body cannot be sent: `additional` can be sent only in JSON, not in a form"
            ),
        ]
    )
    func mistakesInBodies(_ body: String, _ message: String) {
        // given
        let shapes = "shapes: {Open: {fields: {id: Int}, additional: String}}\n"

        // when
        let found = problems(header + shapes + "endpoints: {Put: {uri: a, method: PUT, body: \(body)}}")

        // then
        #expect(found.contains { $0.hasSuffix(": \(message)") })
    }

    @Test(
        "`additional` has a longer name beside a field with this name, key or wire name",
        arguments: [
            ("{additional: Int}", "additionalMembers"),
            ("{additional: {type: Int, swiftName: other}}", "additionalMembers"),
            ("{other: {type: Int, wireName: additional}}", "additionalMembers"),
            ("{other: Int}", "additional"),
        ]
    )
    func namesOfAdditional(_ fields: String, _ name: String) throws {
        let spec = try read(header + "shapes: {A: {fields: \(fields), additional: String}}")
        #expect(spec.shapes.first?.fields?.first(where: \.isAdditional)?.name.swift == name)
    }
}
