import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

private let names = TypeReference.ownNames.sorted()

@Suite("Names of the language's own types")
struct OwnNameTests {
    /// A document that uses a name wherever it can.
    private func document(_ name: String) -> String {
        """
        openapi: 3.1.0
        info: {title: Shop, version: '1'}
        paths:
          /things/{\(name)}:
            post:
              operationId: '\(name)'
              parameters: [{name: '\(name)', in: path, required: true, schema: {type: string}}]
              requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/\(name)'}}}}
              responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/\(name)'}}}}}
          /things:
            get:
              operationId: list
              parameters: [{name: '\(name)', in: query, schema: {$ref: '#/components/schemas/Word'}}]
              responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Either'}}}}}
        components:
          schemas:
            '\(name)': {type: object, required: ['\(name)'], properties: {'\(name)': {type: string}}}
            Word: {type: string, enum: ['\(name)', other]}
            Either: {oneOf: [{$ref: '#/components/schemas/\(name)'}, {type: array, items: {$ref: '#/components/schemas/\(name)'}}]}
        """
    }

    @Test("are not used for imported types", arguments: names)
    func imported(_ name: String) throws {
        // when
        let texts = ["shop.yaml": Array(document(name).utf8)]
        let result = DocumentImporter.import(path: "shop.yaml", in: texts)

        // then
        #expect(result.diagnostics.map(\.description) == [])
        #expect(Fixtures.problems(result) == [])
        let spec = try #require(Fixtures.read(result).specs.first)
        let endpoint = try #require(spec.endpoints.first { $0.method == .post })
        let shape = try #require(spec.shapes.first { $0.fields?.map(\.wireName) == [name] })
        #expect(endpoint.body?.shape == shape.name.written)
        #expect("\(endpoint.response)".contains(shape.name.written))
    }
}
