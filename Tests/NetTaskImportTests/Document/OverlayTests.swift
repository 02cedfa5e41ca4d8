import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

@Suite("An overlay")
struct OverlayTests {
    private static let document = """
        openapi: 3.0.3
        info: {title: Pets, version: '1'}
        servers: [{url: 'https://pets.example.com'}]
        paths:
          /pets:
            get:
              operationId: listPets
              tags: [pets]
              x-internal: false
              parameters: [{name: limit, in: query, schema: {type: integer}}]
              responses: {204: {description: Done}}
            delete: {operationId: deletePets, x-internal: true, responses: {204: {description: Done}}}
          /stores:
            get: {operationId: listStores, tags: [stores, all], responses: {204: {description: Done}}}
        components:
          schemas:
            Pet: {type: object, properties: {id: {type: integer}}}
        """

    /// The result of an import with an overlay that has these actions.
    private func result(_ actions: String, _ document: String = document) -> DocumentImporter.Result {
        let overlay = "overlay: 1.0.0\ninfo: {title: Changes, version: '1'}\nactions:\n" + actions
        var options = DocumentImporter.Options()
        options.overlays = ["changes/overlay.yaml"]
        let texts = ["api.yaml": document, "changes/overlay.yaml": overlay].mapValues { Array($0.utf8) }
        return DocumentImporter.import(path: "api.yaml", in: texts, options: options)
    }

    @Test(
        "removes what a target selects",
        arguments: [
            ("$.paths['/pets'].get", ["DeletePets", "ListStores"]),
            ("$.paths[\"/pets\"]['get', 'delete']", ["ListStores"]),
            ("$.paths.*.get", ["DeletePets"]),
            ("$['paths'][*].get", ["DeletePets"]),
            ("$..delete", ["ListPets", "ListStores"]),
            ("$..[?@.operationId == 'listPets']", ["DeletePets", "ListStores"]),
            ("$.paths.*[?(@.x-internal == true)]", ["ListPets", "ListStores"]),
            ("$.paths.*[?@.x-internal]", ["ListStores"]),
            ("$.paths.*[?@.x-internal && @.tags]", ["DeletePets", "ListStores"]),
            ("$.paths.*[?@.tags[1] == 'all' || (@['x-internal'] && @.tags)]", ["DeletePets"]),
            ("$.paths.*[?@.tags[-1] != 'pets']", ["ListPets"]),
        ]
    )
    func removes(_ target: String, _ left: [String]) {
        // when
        let result = result("- target: \"\(target.replacing("\"", with: "\\\""))\"\n  remove: true\n")

        // then
        #expect(Fixtures.problems(result) == [])
        #expect(result.diagnostics.map(\.description) == [])
        let endpoints = Fixtures.read(result).specs.flatMap(\.endpoints).map(\.name.written)
        #expect(endpoints.sorted() == left)
    }

    @Test("merges maps, appends to lists and replaces single values, in the order of the actions")
    func updates() throws {
        // when
        let result = result(
            """
            - target: $.servers[0]
              update: {url: 'https://test.example.com'}
            - target: $.paths['/pets'].get
              update:
                description: All pets.
                parameters: [{name: order, in: query, schema: {type: string}}]
                responses:
                  200: {description: Pets, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
            - target: $.paths['/pets'].get.parameters
              update: {name: color, in: query, schema: {type: string}}
            - target: $.paths['/pets'].get.parameters[?@.name == 'order']
              update: {required: true}
            - target: $.paths['/pets'].get.parameters[0].schema.type
              update: boolean
            - target: $.components.schemas.Pet.properties
              update: {name: {type: string}}
            """
        )

        // then
        #expect(Fixtures.problems(result) == [])
        #expect(result.diagnostics.map(\.description) == [])
        let specs = Fixtures.read(result).specs
        let endpoint = try #require(specs.flatMap(\.endpoints).first { $0.name.written == "ListPets" })
        #expect(specs.contains { $0.baseURL == "https://test.example.com" })
        #expect(endpoint.description == "All pets.")
        let params = endpoint.params.map { $0.summary(in: endpoint) }
        #expect(params == ["limit: Bool?", "order: String", "color: String?"])
        #expect(result.files.map(\.text).joined().contains("Pet  # Pets"))
        #expect(result.files.map(\.text).joined().contains("name: String?"))
    }

    @Test("changes inner values before the values that contain them")
    func nestedTargets() {
        // when
        let result = result("- target: $.servers[*]\n  update: {variables: {}}\n- target: $..*\n  update: {x-a: {}}\n")

        // then
        #expect(result.diagnostics.contains { $0.message.contains("the `update` of") })
    }

    @Test(
        "changes only the selected one of the values that share an alias or an update",
        arguments: [
            """
            - {target: $.components.schemas.Cat, update: {properties: {name: {type: string}}}}
            - {target: $.components.schemas.Cat.required, update: name}
            """,
            """
            - {target: "$.components.schemas['Cat', 'Dog']", update: {properties: {tail: {properties: {a: {type: integer}}}}}}
            - {target: $.components.schemas.Cat.properties.tail.properties, update: {name: {type: string}}}
            """,
        ]
    )
    func aliases(_ actions: String) throws {
        // given
        let document = """
            openapi: 3.0.3
            info: {title: Pets, version: '1'}
            paths:
              /cat: {get: {responses: {200: {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Cat'}}}}}}}
              /dog: {get: {responses: {200: {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Dog'}}}}}}}
            components:
              schemas:
                Dog: &pet {type: object, required: [id], properties: {id: {type: integer}}}
                Cat: *pet
            """

        // when
        let result = result(actions, document)

        // then
        #expect(Fixtures.problems(result) == [])
        let shapes = Fixtures.read(result).specs.flatMap(\.shapes)
        func names(_ shape: String) -> Set<String> {
            let fields = shapes.filter { $0.name.written.hasPrefix(shape) }.flatMap { $0.fields ?? [] }
            return Set(fields.map(\.wireName))
        }
        #expect(names("Cat").contains("name"))
        #expect(!names("Dog").contains("name"))
        #expect(names("Dog").contains("id"))
    }

    @Test("changes many values in one pass", .timeLimit(.minutes(1)))
    func manyTargets() {
        // given
        let paths = (0..<40_000).map { "  /p\($0): {x-a: {b: 1}}\n" }.joined()
        let document = "openapi: 3.0.3\ninfo: {title: Pets, version: '1'}\npaths:\n\(paths)"

        // when
        let result = result(
            "- {target: $.paths.*, update: {x-b: 1}}\n- {target: '$.paths[?@.x-b]', remove: true}\n",
            document
        )

        // then
        #expect(result.diagnostics.map(\.description) == [])
    }

    @Test(
        "changes no value into one of another kind, and nothing by a heading without a value",
        arguments: [
            ("{servers: {}}", 1), ("{info: v2}", 1), ("{info: {title: [a]}}", 1), ("{info: {}, paths: , servers: }", 0),
        ]
    )
    func kinds(_ update: String, _ count: Int) {
        // when
        let result = result("- {target: $, update: \(update)}\n")

        // then
        #expect(result.diagnostics.count { $0.message.contains("the `update` of") } == count)
        #expect(result.diagnostics.count == count)
    }

    @Test("cannot double a document without end", .timeLimit(.minutes(1)))
    func growth() {
        // given
        let keys = (1...1_000).map { "k\($0): {}" }.joined(separator: ", ")
        let actions = Array(repeating: "- {target: $..*, update: {x-a: {\(keys)}}}\n", count: 60).joined()

        // when
        let result = result(actions, "openapi: 3.0.3\ninfo: {title: Pets, version: '1'}\nx-c: {}\npaths: {}")

        // then
        #expect(result.diagnostics.contains { $0.code == .limitExceeded })
    }

    @Test("gives what it adds its own place")
    func places() {
        // when
        let result = result("- target: $.info\n  update:\n    x-owner: We\n    bogus: 1\n")

        // then
        #expect(
            result.diagnostics.map { "\($0.place.file):\($0.place.range.start.line)" } == ["changes/overlay.yaml:7"]
        )
        let parts = result.report.sections.flatMap(\.kinds).flatMap(\.parts)
        #expect(parts.contains { $0.path == "#/info/x-owner" && $0.place.file == "changes/overlay.yaml" })
    }

    @Test("changes a document of Swagger 2.0 before that is read as OpenAPI 3.0")
    func swagger() {
        // when
        let result = result(
            """
            - target: $
              update: {host: pets.example.com}
            - target: $.paths['/pets'].get.parameters[?@.name == 'ids']
              update: {collectionFormat: ssv}
            """,
            """
            swagger: '2.0'
            info: {title: Pets, version: '1'}
            paths:
              /pets:
                get:
                  operationId: listPets
                  parameters: [{name: ids, in: query, type: array, items: {type: string}}]
                  responses: {204: {description: Done}}
            """
        )

        // then
        #expect(result.diagnostics.map(\.description) == [])
        let text = result.files.map(\.text).joined()
        #expect(text.contains("baseURL: https://pets.example.com"))
        #expect(text.contains("style: space"))
    }

    @Test(
        "is reported where it is not valid",
        arguments: [
            (
                "- {target: '$.paths[0:2]', remove: true}", "error",
                "the target `$.paths[0:2]` is not supported at `:2]`"
            ),
            ("- {target: '$[?length(@.a) == 1]', remove: true}", "error", "is not supported at `length(@.a) == 1]`"),
            ("- {target: 'paths', remove: true}", "error", "is not supported at `paths`"),
            ("- {target: '$.a[', remove: true}", "error", "is not supported at its end"),
            ("- {target: '$.none', remove: true}", "warning", "the target `$.none` selects nothing of the document"),
            ("- {target: $.info}", "error", "an action must have `update` or `remove: true`"),
            ("- {update: {}}", "error", "an action must have a `target`"),
            ("- {target: $.info, update: []}", "error", "the `update` of a map must be a map, not a list"),
            ("- {target: $.info.title, update: {}}", "error", "the `update` of a single value must be a single value"),
            ("- {target: $, remove: true}", "error", "the document itself cannot be removed"),
        ]
    )
    func faults(_ action: String, _ severity: String, _ message: String) {
        // when
        let result = result(action)

        // then
        let found = result.diagnostics.first
        #expect(result.diagnostics.count == 1)
        #expect(found?.message.contains(message) == true)
        #expect(found?.severity.rawValue == severity)
        #expect(found?.place.file == "changes/overlay.yaml")
        #expect(result.files.isEmpty == (severity == "error"))
    }

    @Test("must be one, and be there")
    func others() {
        for (text, message) in [
            ("openapi: 3.0.3", "must begin with `overlay: 1.0.0`"), ("overlay: 1.0.0", "a list of `actions`"),
        ] {
            var options = DocumentImporter.Options()
            options.overlays = ["overlay.yaml"]
            let texts = ["api.yaml": Array(Self.document.utf8), "overlay.yaml": Array(text.utf8)]
            let result = DocumentImporter.import(path: "api.yaml", in: texts, options: options)
            #expect(result.diagnostics.first?.message.contains(message) == true)
            #expect(result.files.isEmpty)
        }
        var options = DocumentImporter.Options()
        options.overlays = ["none.yaml"]
        let result = DocumentImporter.import(
            path: "api.yaml",
            in: ["api.yaml": Array(Self.document.utf8)],
            options: options
        )
        #expect(result.diagnostics.map(\.place.file) == ["none.yaml"])
        #expect(result.files.isEmpty)
    }
}
