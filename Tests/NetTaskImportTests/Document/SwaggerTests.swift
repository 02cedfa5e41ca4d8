import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

@Suite("A document of Swagger 2.0")
struct SwaggerTests {
    @Test("becomes the specs of the same document of OpenAPI 3.0", arguments: twins.keys.sorted())
    func twin(_ name: String) throws {
        // given
        let twin = try #require(Self.twins[name])

        // when
        let old = try Self.specs("swagger: '2.0'\ninfo: {title: Pets, version: '1'}\n" + twin.swagger)
        let new = try Self.specs("openapi: 3.0.3\ninfo: {title: Pets, version: '1'}\n" + twin.openAPI)

        // then
        #expect(old == new)
        #expect(old.contains("endpoints:"))
    }

    private static func specs(_ text: String) throws -> String {
        let result = DocumentImporter.import(path: "api.yaml", in: ["api.yaml": Array(text.utf8)])
        #expect(result.diagnostics.map(\.description) == [])
        #expect(Fixtures.problems(result) == [])
        // The places of schemas differ.
        return result.files.map { "==> \($0.name)\n\($0.text.split(separator: "\n# The schemas of shapes")[0])" }
            .joined()
    }

    @Test("is carried over or listed, each value, by its own place and pointer")
    func report() throws {
        // given
        let document = """
            swagger: "2.0"
            info: {title: Pets, version: '1'}
            host: pets.example.com
            schemes: [http, https]
            consumes: [application/json]
            paths:
              /pets:
                parameters:
                - {$ref: '#/parameters/PetBody'}
                post:
                  produces: [application/json, application/xml]
                  parameters:
                  - {name: tabs, in: query, type: array, items: {type: string}, collectionFormat: tsv}
                  - {name: size, in: query, type: integer, maximum: 5}
                  responses:
                    200: {description: Done, schema: {type: string, enum: [a]}, examples: {application/json: a}}
            parameters:
              PetBody: {name: pet, in: body, required: true, schema: {$ref: '#/definitions/Pet'}}
              Other: {name: other, in: query, type: string}
            definitions:
              Pet: {type: object, required: [id], properties: {id: {type: integer}, tag: {type: string, pattern: a}}}
            """

        // when
        let imported = try Imported(document: document)
        let result = DocumentImporter.import(path: "api.yaml", in: ["api.yaml": Array(document.utf8)])

        // then
        let root = try #require(imported.run.files.documents.first)
        #expect(imported.run.ledger.count(root.node).forgotten == 0)
        let parts = result.report.sections.flatMap(\.kinds).flatMap { kind in
            kind.parts.map { "\($0.place.range.start.line): \($0.path): \(kind.code)" }
        }
        #expect(
            parts.sorted() == [
                "11: #/paths/~1pets/post/produces/1: redundant",
                "13: #/paths/~1pets/post/parameters/0/collectionFormat: given-as-is",
                "13: #/paths/~1pets/post/parameters/0/items: given-as-is",
                "13: #/paths/~1pets/post/parameters/0/type: given-as-is",
                "16: #/paths/~1pets/post/responses/200/examples: example",
                "18: #/parameters/PetBody/name: documentation",
                "19: #/parameters/Other: unreferenced",
                "4: #/schemes/0: address",
            ]
        )
        let endpoint = try imported.endpoint()
        #expect(endpoint.params.map { $0.summary(in: endpoint) } == ["tabs: String?", "size: Int?"])
    }

    @Test("reads the objects of its other files in the same way")
    func files() throws {
        // given
        let texts = [
            "api.yaml": """
            swagger: '2.0'
            info: {title: Pets, version: '1'}
            consumes: [application/x-www-form-urlencoded]
            paths:
              /pets: {$ref: pets.yaml}
            """,
            "pets.yaml": """
            post:
              operationId: addPet
              parameters:
              - {$ref: 'parts/all.yaml#/parameters/Limit'}
              - {$ref: 'parts/all.yaml#/parameters/Name'}
              responses:
                200: {$ref: 'parts/all.yaml#/responses/Pet'}
            """,
            "parts/all.yaml": """
            parameters:
              Limit: {name: limit, in: query, type: integer, format: int32}
              Name: {name: name, in: formData, type: string, required: true}
            responses:
              Pet: {description: A pet, schema: {$ref: '#/definitions/Pet'}}
            definitions:
              Pet: {type: object, properties: {id: {type: integer}}}
            """,
        ].mapValues { Array($0.utf8) }

        // when
        let result = DocumentImporter.import(path: "api.yaml", in: texts)

        // then
        #expect(Fixtures.problems(result) == [])
        let text = result.files.map(\.text).joined()
        #expect(text.contains("limit: {type: Int32?, in: query}"))
        #expect(text.contains("name: String\n"))
        #expect(text.contains("response: Pet"))
        #expect(result.report.carriedCount == result.report.valueCount)
    }

    @Test("is converted if its root has many keys")
    func manyKeys() throws {
        // given
        let keys = (0..<40).map { "x-k\($0): 1\n" }.joined()

        // when
        let imported = try Imported(document: "swagger: '2.0'\ninfo: {title: A, version: '1'}\npaths: {}\n" + keys)

        // then
        #expect(imported.messages == [])
    }

    @Test("has the media types of each file")
    func mediaTypesOfFiles() {
        // given
        func path(_ name: String, _ type: String) -> String {
            """
            post:
              operationId: \(name)
              consumes: [\(type)]
              parameters: [{name: body, in: body, required: true, schema: {}}]
              responses: {204: {description: Done}}
            """
        }
        let texts = [
            "api.yaml": """
            swagger: '2.0'
            info: {title: Pets, version: '1'}
            paths: {/a: {$ref: a.yaml}, /b: {$ref: b.yaml}}
            """,
            "a.yaml": path("SendA", "application/a+json"), "b.yaml": path("SendB", "application/b+json"),
        ].mapValues { Array($0.utf8) }

        // when
        let result = DocumentImporter.import(path: "api.yaml", in: texts)

        // then
        let endpoints = Fixtures.read(result).specs.flatMap(\.endpoints)
        #expect(endpoints.map(\.contentType) == ["application/a+json", "application/b+json"])
    }

    @Test(
        "is reported where it is not valid",
        arguments: [
            (
                "paths: {/a: {get: {produces: [json], responses: {200: {description: '', schema: {}}}}}}",
                "is not a media type"
            ),
            ("paths: {/a: {get: {security: [{a: []}], responses: {}}}}", "in `securityDefinitions`"),
            ("definitions: []\npaths: {/a: {get: {}}}", "`definitions` must be a map"),
            (
                "securityDefinitions: {a: {type: oauth2, flow: code}}\nsecurity: [{a: []}]\npaths: {/a: {get: {}}}",
                "the `flow` must be one of `accessCode`, `application`, `implicit`, `password`"
            ),
            (
                """
                paths: {/a: {post: {parameters: [{in: body, name: a, schema: {}}, {in: formData, name: b, type: string}]}}}
                """,
                "either one body or a form"
            ),
            (
                "paths: {/a: {post: {parameters: [{in: body, name: a, schema: {}}, {in: body, name: b, schema: {}}]}}}",
                "either one body or a form"
            ),
            (
                "paths: {/a: {post: {parameters: [{in: formData, name: a, type: string}, {in: formData, type: string}]}}}",
                "must have a `name`"
            ),
        ]
    )
    func faults(_ rest: String, _ message: String) throws {
        let imported = try Imported(document: "swagger: '2.0'\ninfo: {title: A, version: '1'}\n" + rest)
        #expect(imported.messages.contains { $0.contains(message) })
    }
}

extension SwaggerTests {
    typealias Twin = (swagger: String, openAPI: String)

    fileprivate static let twins: [String: Twin] = [
        "servers and security": servers, "params": params, "bodies": bodies, "forms": forms, "replies": replies,
        "schemas": schemas, "shared parts": sharedParts,
    ]

    private static let sharedParts: Twin = (
        """
        host: example.com
        paths:
          /a:
            parameters: [{name: pet, in: body, required: true, schema: {$ref: '#/definitions/Pet'}}]
            put:
              operationId: setPet
              consumes: [application/json]
              produces: [application/json]
              responses: &replies {200: {description: Done, schema: {$ref: '#/definitions/Pet'}}}
            patch:
              operationId: patchPet
              consumes: [application/merge-patch+json]
              produces: [application/hal+json, application/json;v=1]
              responses: *replies
          /form:
            parameters: [{name: note, in: formData, type: string}]
            put:
              operationId: setForm
              parameters: [{name: a, in: formData, type: string}]
              responses: {204: {description: Done}}
            post:
              operationId: addForm
              parameters: [{name: b, in: formData, type: string}]
              responses: {204: {description: Done}}
        definitions:
          Pet: {type: object, required: [name], properties: {name: {type: string}}}
        """,
        """
        servers: [{url: 'https://example.com'}]
        components:
          schemas:
            Pet: {type: object, required: [name], properties: {name: {type: string}}}
        paths:
          /a:
            put:
              operationId: setPet
              requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
              responses: {200: {description: Done, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}
            patch:
              operationId: patchPet
              requestBody: {required: true, content: {application/merge-patch+json: {schema: {$ref: '#/components/schemas/Pet'}}}}
              responses: {200: {description: Done, content: {application/hal+json: {schema: {$ref: '#/components/schemas/Pet'}}, application/json;v=1: {schema: {$ref: '#/components/schemas/Pet'}}}}}
          /form:
            put:
              operationId: setForm
              requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {note: {type: string}, a: {type: string}}}}}}
              responses: {204: {description: Done}}
            post:
              operationId: addForm
              requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {note: {type: string}, b: {type: string}}}}}}
              responses: {204: {description: Done}}
        """
    )

    private static let servers: Twin = (
        """
        host: api.example.com
        basePath: /v1/
        schemes: [https]
        securityDefinitions:
          login: {type: basic, description: With a password.}
          key: {type: apiKey, in: header, name: X-Key}
          user: {type: oauth2, flow: accessCode, authorizationUrl: 'https://a.example.com', tokenUrl: 'https://t.example.com', scopes: {all: All}}
          machine: {type: oauth2, flow: application, tokenUrl: 'https://t.example.com', scopes: {}}
          page: {type: oauth2, flow: implicit, authorizationUrl: 'https://a.example.com', scopes: {}}
          person: {type: oauth2, flow: password, tokenUrl: 'https://t.example.com', scopes: {}}
        security: [{key: []}]
        paths:
          /a: {get: {responses: {204: {description: Done}}}}
          /b: {get: {security: [{login: []}], responses: {204: {description: Done}}}}
          /c: {get: {security: [{user: [all]}], responses: {204: {description: Done}}}}
          /d: {get: {security: [{machine: []}], responses: {204: {description: Done}}}}
          /e: {get: {security: [{page: []}], responses: {204: {description: Done}}}}
          /f: {get: {security: [{person: []}], responses: {204: {description: Done}}}}
        """,
        """
        servers: [{url: 'https://api.example.com/v1'}]
        components:
          securitySchemes:
            login: {type: http, scheme: basic, description: With a password.}
            key: {type: apiKey, in: header, name: X-Key}
            user: {type: oauth2, flows: {authorizationCode: {authorizationUrl: 'https://a.example.com', tokenUrl: 'https://t.example.com', scopes: {all: All}}}}
            machine: {type: oauth2, flows: {clientCredentials: {tokenUrl: 'https://t.example.com', scopes: {}}}}
            page: {type: oauth2, flows: {implicit: {authorizationUrl: 'https://a.example.com', scopes: {}}}}
            person: {type: oauth2, flows: {password: {tokenUrl: 'https://t.example.com', scopes: {}}}}
        security: [{key: []}]
        paths:
          /a: {get: {responses: {204: {description: Done}}}}
          /b: {get: {security: [{login: []}], responses: {204: {description: Done}}}}
          /c: {get: {security: [{user: [all]}], responses: {204: {description: Done}}}}
          /d: {get: {security: [{machine: []}], responses: {204: {description: Done}}}}
          /e: {get: {security: [{page: []}], responses: {204: {description: Done}}}}
          /f: {get: {security: [{person: []}], responses: {204: {description: Done}}}}
        """
    )

    private static let params: Twin = (
        """
        host: example.com
        parameters:
          Order: {name: order, in: query, type: string, enum: [asc, desc], default: asc}
        paths:
          /pets/{id}:
            parameters:
            - {name: id, in: path, required: true, type: integer, format: int64}
            - {$ref: '#/parameters/Order'}
            get:
              parameters:
              - {name: commas, in: query, type: array, items: {type: string}}
              - {name: ssv, in: query, type: array, items: {type: integer}, collectionFormat: ssv}
              - {name: pipes, in: query, type: array, items: {type: string}, collectionFormat: pipes}
              - {name: multi, in: query, type: array, items: {type: string}, collectionFormat: multi}
              - {name: empty, in: query, type: boolean, allowEmptyValue: true, description: May be empty.}
              - {name: X-Tags, in: header, type: array, items: {type: string}, collectionFormat: csv}
              - {name: from, in: query, type: string, format: date-time, x-nullable: true}
              responses: {204: {description: Done}}
        """,
        """
        servers: [{url: 'https://example.com'}]
        components:
          parameters:
            Order: {name: order, in: query, schema: {type: string, enum: [asc, desc], default: asc}}
        paths:
          /pets/{id}:
            parameters:
            - {name: id, in: path, required: true, schema: {type: integer, format: int64}}
            - {$ref: '#/components/parameters/Order'}
            get:
              parameters:
              - {name: commas, in: query, explode: false, schema: {type: array, items: {type: string}}}
              - {name: ssv, in: query, style: spaceDelimited, explode: false, schema: {type: array, items: {type: integer}}}
              - {name: pipes, in: query, style: pipeDelimited, explode: false, schema: {type: array, items: {type: string}}}
              - {name: multi, in: query, schema: {type: array, items: {type: string}}}
              - {name: empty, in: query, allowEmptyValue: true, schema: {type: boolean}, description: May be empty.}
              - {name: X-Tags, in: header, schema: {type: array, items: {type: string}}}
              - {name: from, in: query, schema: {type: string, format: date-time, nullable: true}}
              responses: {204: {description: Done}}
        """
    )

    private static let bodies: Twin = (
        """
        host: example.com
        consumes: [application/json]
        parameters:
          PetBody:
            name: pet
            in: body
            required: true
            description: A new pet.
            schema: {type: object, properties: {name: {type: string}}, additionalProperties: false}
        paths:
          /a:
            parameters: [{$ref: '#/parameters/PetBody'}]
            post: {operationId: addPet, responses: {204: {description: Done}}}
            put:
              operationId: setPet
              parameters: [{name: pet, in: body, schema: {$ref: '#/definitions/Pet'}}]
              responses: {204: {description: Done}}
            patch:
              operationId: patchPet
              consumes: [application/merge-patch+json]
              parameters: [{name: pet, in: body, required: true, schema: {$ref: '#/definitions/Pet'}}]
              responses: {204: {description: Done}}
          /b:
            put:
              operationId: setPicture
              consumes: [image/png]
              parameters: [{name: picture, in: body, required: true, schema: {type: string, format: binary}}]
              responses: {204: {description: Done}}
        definitions:
          Pet: {type: object, required: [name], properties: {name: {type: string}, tag: {type: string, x-nullable: true}}}
        """,
        """
        servers: [{url: 'https://example.com'}]
        components:
          requestBodies:
            PetBody:
              required: true
              description: A new pet.
              content: {application/json: {schema: {type: object, properties: {name: {type: string}}, additionalProperties: false}}}
          schemas:
            Pet: {type: object, required: [name], properties: {name: {type: string}, tag: {type: string, nullable: true}}}
        paths:
          /a:
            post:
              operationId: addPet
              requestBody: {$ref: '#/components/requestBodies/PetBody'}
              responses: {204: {description: Done}}
            put:
              operationId: setPet
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
              responses: {204: {description: Done}}
            patch:
              operationId: patchPet
              requestBody: {required: true, content: {application/merge-patch+json: {schema: {$ref: '#/components/schemas/Pet'}}}}
              responses: {204: {description: Done}}
          /b:
            put:
              operationId: setPicture
              requestBody: {required: true, content: {image/png: {schema: {type: string, format: binary}}}}
              responses: {204: {description: Done}}
        """
    )

    private static let forms: Twin = (
        """
        host: example.com
        consumes: [multipart/form-data, application/x-www-form-urlencoded]
        paths:
          /upload:
            parameters: [{name: note, in: formData, type: string, description: About it.}, {name: tags, in: formData, type: string}]
            post:
              operationId: upload
              consumes: [multipart/form-data]
              parameters:
              - {name: file, in: formData, type: file, required: true}
              - {name: tags, in: formData, type: array, items: {type: string}}
              responses: {204: {description: Done}}
          /form:
            post:
              operationId: sendForm
              consumes: [application/x-www-form-urlencoded]
              parameters:
              - {name: grant, in: formData, type: string, required: true, enum: [a, b]}
              - {name: ids, in: formData, type: array, items: {type: integer}, collectionFormat: multi}
              - {name: size, in: formData, type: integer, default: 5}
              responses: {204: {description: Done}}
        """,
        """
        servers: [{url: 'https://example.com'}]
        paths:
          /upload:
            post:
              operationId: upload
              requestBody:
                required: true
                content:
                  multipart/form-data:
                    encoding: {tags: {explode: false}}
                    schema:
                      required: [file]
                      properties:
                        note: {type: string, description: About it.}
                        file: {type: string, format: binary}
                        tags: {type: array, items: {type: string}}
              responses: {204: {description: Done}}
          /form:
            post:
              operationId: sendForm
              requestBody:
                required: true
                content:
                  application/x-www-form-urlencoded:
                    schema:
                      required: [grant]
                      properties:
                        grant: {type: string, enum: [a, b]}
                        ids: {type: array, items: {type: integer}}
                        size: {type: integer, default: 5}
              responses: {204: {description: Done}}
        """
    )

    private static let replies: Twin = (
        """
        host: example.com
        produces: [application/json]
        responses:
          Failure: {description: A failure, schema: {type: object, required: [code], properties: {code: {type: integer}}}}
        paths:
          /pets:
            get:
              operationId: listPets
              responses:
                200:
                  description: All pets
                  headers: {X-Total: {type: integer, description: How many.}}
                  schema: {type: array, items: {$ref: '#/definitions/Pet'}}
                default: {$ref: '#/responses/Failure'}
          /picture:
            get:
              operationId: getPicture
              produces: [image/png]
              responses: {200: {description: It, schema: {type: file}}}
          /text:
            get:
              operationId: getText
              produces: [text/plain]
              responses: {200: {description: It, schema: {type: string}}}
          /both:
            get:
              operationId: getBoth
              produces: [application/xml, application/json]
              responses: {200: {description: It, schema: {$ref: '#/definitions/Pet'}}}
        definitions:
          Pet: {type: object, properties: {name: {type: string}}}
        """,
        """
        servers: [{url: 'https://example.com'}]
        components:
          responses:
            Failure:
              description: A failure
              content: {application/json: {schema: {type: object, required: [code], properties: {code: {type: integer}}}}}
          schemas:
            Pet: {type: object, properties: {name: {type: string}}}
        paths:
          /pets:
            get:
              operationId: listPets
              responses:
                200:
                  description: All pets
                  headers: {X-Total: {schema: {type: integer}, description: How many.}}
                  content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Pet'}}}}
                default: {$ref: '#/components/responses/Failure'}
          /picture:
            get:
              operationId: getPicture
              responses: {200: {description: It, content: {image/png: {schema: {type: string, format: binary}}}}}
          /text:
            get:
              operationId: getText
              responses: {200: {description: It, content: {text/plain: {schema: {type: string}}}}}
          /both:
            get:
              operationId: getBoth
              responses:
                200:
                  description: It
                  content:
                    application/xml: {schema: {$ref: '#/components/schemas/Pet'}}
                    application/json: {schema: {$ref: '#/components/schemas/Pet'}}
        """
    )

    private static let schemas: Twin = (
        """
        host: example.com
        paths:
          /pets:
            get:
              operationId: getPet
              produces: [application/json]
              responses: {200: {description: A pet, schema: {$ref: '#/definitions/Pet'}}}
        definitions:
          Pet: {type: object, discriminator: kind, required: [kind], properties: {kind: {type: string}}}
          Cat: {allOf: [{$ref: '#/definitions/Pet'}, {type: object, properties: {lives: {type: integer, x-nullable: true}}}]}
          Dog: {allOf: [{$ref: '#/definitions/Pet'}, {type: object, properties: {bark: {type: string}}}]}
        """,
        """
        servers: [{url: 'https://example.com'}]
        paths:
          /pets:
            get:
              operationId: getPet
              responses: {200: {description: A pet, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}
        components:
          schemas:
            Pet: {type: object, discriminator: {propertyName: kind}, required: [kind], properties: {kind: {type: string}}}
            Cat: {allOf: [{$ref: '#/components/schemas/Pet'}, {type: object, properties: {lives: {type: integer, nullable: true}}}]}
            Dog: {allOf: [{$ref: '#/components/schemas/Pet'}, {type: object, properties: {bark: {type: string}}}]}
        """
    )
}
