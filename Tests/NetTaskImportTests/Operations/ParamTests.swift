import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

/// The params of one operation with these parameters.
private func params(_ parameters: String, at path: String = "/pets", method: String = "get", _ rest: String = "")
    throws -> [String]
{
    let imported = try Imported(operation: "parameters:\n\(parameters)", rest, at: path, method: method)
    #expect(imported.forgotten == [])
    return try imported.endpoint().paramSummaries
}

@Suite("Params")
struct ParamTests {
    @Test("are in the order path, query, headers and cookies, with `in` if the method has another place")
    func order() throws {
        #expect(
            try params(
                """
                - {name: X-Trace, in: header, schema: {type: string}}
                - {name: sid, in: cookie, schema: {type: string}}
                - {name: page, in: query, schema: {type: integer}}
                - {name: pet-id, in: path, required: true, schema: {type: integer, format: int64}}
                """,
                at: "/pets/{pet-id}",
                method: "post"
            ) == [
                "petId as pet-id: Int64", "query page: Int?", "header xTrace as X-Trace: String?",
                "cookie sid: String?",
            ]
        )
    }

    @Test("that are cookies without escapes are cookies, which is listed")
    func cookieStyle() throws {
        // when
        let imported = try Imported(
            operation:
                "parameters: [{name: a, in: cookie, style: cookie, schema: {type: array, items: {type: string}}}]"
        )

        // then
        #expect(try imported.endpoint().paramSummaries == ["cookie a: [String]?"])
        #expect(imported.messages == [])
        let place = "#/paths/~1pets/get/parameters/0/style"
        #expect(imported.omissions.contains("\(place): reserved characters are always escaped"))
    }

    @Test("with decimal texts have quotes only in JSON")
    func decimals() throws {
        // given
        let schema = "{type: object, properties: {price: {type: string, format: decimal}}}"
        func spec(_ type: String) throws -> String {
            let document = """
                openapi: 3.0.3
                info: {title: A, version: '1'}
                paths:
                  /pets:
                    post:
                      parameters: [{name: low, in: query, schema: {type: string, format: decimal}}]
                      requestBody: {required: true, content: {\(type): {schema: \(schema)}}}
                      responses: {'204': {description: d, headers: {X-Cost: {schema: {type: string, format: decimal}}}}}
                """
            let result = DocumentImporter.import(path: "a.yaml", in: ["a.yaml": Array(document.utf8)])
            #expect(Fixtures.problems(result) == [])
            return result.files.map(\.text).joined()
        }

        // then
        #expect(try spec("application/x-www-form-urlencoded").contains("price: Decimal?\n"))
        #expect(try spec("application/json").contains("price: {type: Decimal?, format: string}\n"))
        #expect(try spec("application/json").contains("low: {type: Decimal?, in: query}\n"))
        #expect(try spec("application/json").contains("xCost: {type: Decimal?, wireName: X-Cost}\n"))
    }

    @Test(
        "that are lists have the style of their place",
        arguments: [
            ("in: query", "tags: [String]?"),
            ("in: query, explode: false", "tags: [String]? comma"),
            ("in: query, style: spaceDelimited", "tags: [String]? space"),
            ("in: query, style: pipeDelimited", "tags: [String]? pipe"),
            ("in: query, style: pipeDelimited, explode: true", "tags: [String]?"),
            ("in: query, style: deepObject", "tags: [String]? brackets"),
            ("in: header", "header tags: [String]? comma"),
            ("in: cookie, explode: false", "cookie tags: [String]? comma"),
        ]
    )
    func lists(_ keys: String, _ expected: String) throws {
        #expect(try params("- {name: tags, \(keys), schema: {type: array, items: {type: string}}}") == [expected])
    }

    @Test("of headers are merged if they differ only in case")
    func capitals() throws {
        let imported = try Imported(
            operation: """
                parameters:
                - {name: X-Trace, in: header, schema: {type: string}}
                - {name: x-trace, in: header, schema: {type: string}}
                """
        )
        #expect(try imported.endpoint().paramSummaries == ["header xTrace as X-Trace: String?"])
    }

    @Test("in a path may have a dot or a name, which become part of the uri")
    func stylesOfPaths() throws {
        let imported = try Imported(
            operation: """
                parameters:
                - {name: a, in: path, required: true, style: label, schema: {type: string}}
                - {name: b-c, in: path, required: true, style: matrix, schema: {type: string}}
                """,
            at: "/x/{a}/{b-c}"
        )
        #expect(try imported.endpoint().uri.written == "x/.{a}/;b-c={bC}")
    }

    @Test("with objects use brackets for `deepObject`, and otherwise separate fields")
    func objects() throws {
        let schema = "schema: {type: object, required: [a], properties: {a: {type: integer}, b: {type: string}}}"
        #expect(try params("- {name: f, in: query, style: deepObject, \(schema)}") == ["f: GetPetsF? brackets"])
        #expect(try params("- {name: f, in: query, \(schema)}") == ["a: Int?", "b: String?"])
        #expect(try params("- {name: f, in: query, required: true, \(schema)}") == ["a: Int", "b: String?"])
    }

    @Test(
        "in brackets include lists of objects, and alternatives",
        arguments: [
            ("{type: array, items: {type: object, properties: {a: {type: string}}}}", "[GetPetsFItem]? brackets"),
            ("{type: array, items: {type: array, items: {type: string}}}", "[[String]]? brackets"),
            ("{anyOf: [{type: object, properties: {a: {type: string}}}, {type: integer}]}", "GetPetsF? brackets"),
            ("{anyOf: [{type: array, items: {type: string}}, {type: string, enum: ['']}]}", "GetPetsF? brackets"),
            ("{properties: {a: {anyOf: [{type: string, enum: [now]}, {type: integer}]}}}", "GetPetsF? brackets"),
            ("{type: object, properties: {a: {type: array, items: {type: object}}}}", "GetPetsF? brackets"),
            ("{anyOf: [{type: string, enum: [now]}, {type: integer}]}", "GetPetsF?"),
        ]
    )
    func choices(_ schema: String, _ expected: String) throws {
        #expect(try params("- {name: f, in: query, style: deepObject, schema: \(schema)}") == ["f: \(expected)"])
    }

    @Test(
        "of several types of single values are typed in every place",
        arguments: ["in: query", "in: header", "in: cookie", "in: path, required: true"]
    )
    func singles(_ keys: String) throws {
        let schema = "schema: {oneOf: [{type: integer}, {type: boolean}]}"
        let params = try params("- {name: f, \(keys), \(schema)}", at: keys.contains("path") ? "/pets/{f}" : "/pets")
        #expect(params.count == 1)
        #expect(params.first?.contains("f: Get") == true)
    }

    @Test("of several types whose alternatives become any JSON become text")
    func widened() throws {
        let object = "{type: object, required: [k], properties: {k: {type: string, enum: [b]}}}"
        let imported = try Imported(
            operation: """
                parameters:
                - {name: f, in: query, style: deepObject, schema: {$ref: '#/components/schemas/F'}}
                """,
            """
            components:
              schemas:
                P: \(object)
                Q: \(object)
                F: {oneOf: [{$ref: '#/components/schemas/P'}, {type: string}]}
                N:
                  oneOf: [{$ref: '#/components/schemas/P'}, {$ref: '#/components/schemas/Q'}]
                  discriminator: {propertyName: k}
            """
        )
        #expect(try imported.endpoint().paramSummaries == ["f: F? brackets"])
    }

    @Test(
        "become text if the language cannot express the value, and the report lists it",
        arguments: [
            "in: query, schema: {type: array, items: {type: object, properties: {a: {type: string}}}}",
            "in: query, schema: {}",
            "in: query, schema: {type: object, additionalProperties: {type: string}}",
            "in: query, explode: false, schema: {type: object, properties: {a: {type: string}}}",
            "in: query, content: {application/json: {schema: {type: integer}}}",
            "in: header, schema: {type: object, properties: {a: {type: string}}}",
            "in: query, style: deepObject, schema: {type: array, items: {anyOf: [{type: string}, {type: object, properties: {a: {type: string}}}]}}",
            "in: header, schema: {anyOf: [{type: string}, {type: object, properties: {a: {type: string}}}]}",
            "in: query, schema: {anyOf: [{type: string}, {type: object, properties: {a: {type: string}}}]}",
        ]
    )
    func texts(_ keys: String) throws {
        let imported = try Imported(operation: "parameters: [{name: f, \(keys)}]")
        let param = try #require(try imported.endpoint().params.first)
        #expect(param.type.unwrapped == .string)
        #expect(param.description?.contains(" to send, as text") == true)
        #expect(imported.omissions.contains { $0.contains(OmissionReason.asText.text) })
        #expect(imported.forgotten == [])
    }

    @Test("of a path apply to all of its operations, which may replace them")
    func overriding() throws {
        let imported = try Imported(
            paths: """
                /pets:
                  parameters:
                  - {name: a, in: query, schema: {type: string}}
                  - {name: b, in: query, schema: {type: string}}
                  get: {parameters: [{name: b, in: query, schema: {type: integer}}]}
                  delete: {}
                """
        )
        #expect(
            imported.spec.endpoints.map { $0.paramSummaries } == [
                ["a: String?", "b: Int?"], ["a: String?", "b: String?"],
            ]
        )
    }

    @Test("in the path without a declaration become text, with a warning")
    func undeclared() throws {
        let imported = try Imported(operation: "operationId: get", at: "/pets/{id}")
        #expect(try imported.endpoint().paramSummaries == ["id: String"])
        #expect(imported.messages == ["the path has the variable `id`, but no parameter declares it"])
    }

    @Test("that are declared for the path but missing in it are left out, with a warning")
    func notInPath() throws {
        let imported = try Imported(
            operation: "parameters: [{name: petid, in: path, required: true, schema: {type: string}}]",
            at: "/pets/{petId}"
        )
        #expect(try imported.endpoint().paramSummaries == ["petId: String"])
        #expect(
            imported.run.diagnostics.diagnostics().first { $0.message == "the path has no variable `petid`" }?
                .suggestion == "petId"
        )
    }

    @Test("that OpenAPI ignores, or that carry the endpoint's credentials, are listed")
    func ignored() throws {
        let imported = try Imported(
            operation: """
                security: [{key: []}]
                parameters:
                - {name: Accept, in: header, schema: {type: string}}
                - {name: x-key, in: header, schema: {type: string}}
                - {name: X-Other, in: header, schema: {type: string}}
                """,
            "components: {securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}}"
        )
        #expect(try imported.endpoint().params.map(\.wireName) == ["X-Other"])
        #expect(
            imported.omissions == [
                "#/paths/~1pets/get/parameters/0: OpenAPI describes this header with other keys",
                "#/paths/~1pets/get/parameters/1: the endpoint sends its credentials under this name",
            ]
        )
    }

    @Test(
        "that are invalid are left out, with a warning",
        arguments: [
            "{name: 'a b', in: header}", "{name: '', in: query}", "{name: Content-Length, in: header}",
        ]
    )
    func impossible(_ parameter: String) throws {
        let imported = try Imported(operation: "parameters: [\(parameter)]")
        #expect(try imported.endpoint().params.isEmpty)
        #expect(imported.messages.count == 1)
        #expect(imported.forgotten == [])
    }

    @Test("under `components` have shapes with their names, once")
    func shared() throws {
        let imported = try Imported(
            paths: """
                /a: {get: {parameters: [{$ref: '#/components/parameters/direction'}]}}
                /b: {get: {parameters: [{$ref: '#/components/parameters/direction'}]}}
                """,
            """
            components:
              parameters:
                direction: {name: dir, in: query, schema: {type: string, enum: [up, down]}}
                other: {name: other, in: query, schema: {type: string}}
            """
        )
        #expect(imported.spec.shapes.map(\.name.written) == ["Direction"])
        #expect(imported.gathered.homes["Direction"] == .shared)
        #expect(
            imported.spec.endpoints.map { $0.paramSummaries } == [["dir: Direction?"], ["dir: Direction?"]]
        )
        #expect(imported.omissions == ["#/components/parameters/other: no endpoint uses it"])
    }

    @Test("keep deprecation, secrecy and the default")
    func about() throws {
        let imported = try Imported(
            operation: """
                parameters:
                - {name: a, in: query, deprecated: true, description: Old., schema: {type: integer, default: 3}}
                - {name: b, in: query, required: true, schema: {type: string, format: password, description: Mine.}}
                """
        )
        let params = try imported.endpoint().params
        #expect(params.map { $0.deprecation != nil } == [true, false])
        #expect(params.map(\.isSecret) == [false, true])
        #expect(params.map(\.defaultValue) == [.integer(3), nil])
        #expect(params.map(\.description) == ["Old.", "Mine."])
        #expect(params.map(\.isRequired) == [false, true])
    }

    @Test("from fields of an object with the name of another param are left out, with a warning")
    func clashes() throws {
        let imported = try Imported(
            operation: """
                parameters:
                - {name: f, in: query, schema: {type: object, properties: {a: {type: integer}, b: {type: string}}}}
                - {name: a, in: query, schema: {type: string}}
                """
        )
        #expect(try imported.endpoint().paramSummaries == ["b: String?", "a: String?"])
        #expect(imported.messages == ["another param has the name `a`; this field is left out"])
        #expect(
            imported.omissions.contains(
                "#/paths/~1pets/get/parameters/0/schema/properties/a: another param has this name"
            )
        )
    }
}
