import Foundation
import Testing

@testable import NetTaskImport
@testable import NetTaskSpec

@Suite("Schemas of broken documents")
struct MutatedSchemasTests {
    /// Something of everything.
    private static let document = """
        Pet:
          oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}, {type: 'null'}]
          discriminator: {propertyName: kind, mapping: {cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog'}}
        Cat:
          allOf:
            - {$ref: '#/components/schemas/Animal'}
            - {type: object, required: [kind, lives], properties: {kind: {enum: [cat]}, lives: {type: integer, default: 9}}}
          description: A cat
        Dog:
          type: object
          title: Dog
          required: [kind, owner]
          properties:
            kind: {type: string, const: dog}
            owner: {$ref: '#/components/schemas/Owner'}
            size: {type: string, enum: [small, large, null], nullable: true, default: small}
        Animal:
          type: object
          required: [id]
          properties:
            id: {type: integer, format: int64, readOnly: true}
            name: {type: [string, 'null'], description: What it is called}
            born: {type: string, format: date}
            tags: {type: array, items: {type: string, nullable: true}, default: []}
            parent: {$ref: '#/components/schemas/Animal', description: One of two}
          additionalProperties: false
        Owner:
          type: object
          required: [pet, address]
          properties:
            pet: {$ref: '#/components/schemas/Pet'}
            address: {type: object, properties: {street: {type: string}, lines: {type: array, items: {type: object, properties: {text: {type: string}}}}}}
            contact: {anyOf: [{type: string, format: email}, {type: object, title: Phone, required: [number], properties: {number: {type: number}}}, {$ref: '#/components/schemas/Ids'}]}
            password: {type: string, format: password, writeOnly: true}
            extra: {type: object, additionalProperties: {type: string, format: date-time}}
            rest: {}
        Ids: {type: array, items: {oneOf: [{type: integer}, {type: number}, {type: string}]}}
        State: {anyOf: [{type: string}, {type: string, enum: [open, closed, unknown]}], default: open, deprecated: true}
        Alias: {allOf: [{$ref: '#/components/schemas/State'}], nullable: true}
        Level: {type: integer, enum: [1, 2, 3]}
        Either: {type: [string, integer, object], properties: {code: {$ref: '#/components/schemas/Level'}, alias: {$ref: '#/components/schemas/Alias'}}}
        Tree: {type: object, required: [left], properties: {left: {$ref: '#/components/schemas/Tree'}, both: {oneOf: [{$ref: '#/components/schemas/Tree'}, {$ref: '#/components/schemas/Owner'}]}}}
        """

    private static let rounds = ProcessInfo.processInfo.environment["NETTASK_MUTATIONS"].flatMap { UInt64($0) } ?? 200

    @Test("become specs without errors, or have diagnostics, and no value is forgotten")
    func mutations() throws {
        // given
        let file = YAMLFile(path: "a", number: 0, bytes: Array(Self.document.utf8), dialect: .openAPI)
        let node = try #require(file.root(DiagnosticCollector()))
        for seed in 0..<Self.rounds {
            var document = MutatedDocument(node, seed: seed)
            for _ in 0..<seed % 12 { document.mutate() }

            // when
            let imported = try ImportedSchemas(document.text)

            // then
            #expect(imported.forgotten == [], "seed \(seed):\n\(document.text)")
            #expect(imported.complaints == [], "seed \(seed):\n\(document.text)")
        }
    }
}
