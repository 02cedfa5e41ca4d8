import Foundation
import Testing

@testable import NetTaskSpec

@Suite("The hash of a task's stored form")
struct StoredLayoutTests {
    private func hash(_ rest: String, _ endpoint: String = "body: Order") throws -> String {
        let spec = try read(
            "nettask: 1\nclient: Shop\nshapes:\n  Flat: {fields: {a: Int}}\n  Order: {fields: {id: Int, size: Size, next: Order?}}\n  \(rest)\n"
                + "endpoints:\n  Save: {method: PUT, uri: a, durable: true, \(endpoint)}\n"
        )
        let shapes = Dictionary(spec.shapes.map { ($0.name.written, $0) }) { first, _ in first }
        return StoredLayout(of: spec.endpoints[0], shapes).hash
    }

    @Test("does not change from one version of NetTask to the next")
    func stable() throws {
        #expect(try hash("Size: {enum: [a, b]}") == "1ca9e024cff9e478")
    }

    @Test(
        "changes if the stored values change, in shapes, too",
        arguments: [
            "Size: {enum: [a, c]}", "Size: {enum: [a, b], closed: true}", "Size: {fields: {a: Int}}",
            "Size: {enum: {a: 1, b: 2}}", "Size: {oneOf: [Int, String]}", "Size: {swiftType: Size}",
        ]
    )
    func shapes(size: String) throws {
        #expect(try hash(size) != hash("Size: {enum: [a, b]}"))
    }

    @Test(
        "changes if the task has other fields",
        arguments: [
            "body: \"Order?\"", "body: \"[Order]\"", "body: Order, params: {a: Int}", "requestObject: Flat",
            "body: Order, params: {a: Int?}", "body: Order, params: {b: Int?}", "body: Order, params: {b: String?}",
        ]
    )
    func fields(endpoint: String) throws {
        let others = [
            "body: Order", "body: \"Order?\"", "body: \"[Order]\"", "body: Order, params: {a: Int}",
            "requestObject: Flat",
            "body: Order, params: {a: Int?}", "body: Order, params: {b: Int?}", "body: Order, params: {b: String?}",
        ].filter { $0 != endpoint }
        let hashes = try others.map { try hash("Size: {enum: [a, b]}", $0) }
        #expect(try !hashes.contains(hash("Size: {enum: [a, b]}", endpoint)))
    }

    @Test("does not depend on the names of shapes, the names on the wire, and the order of fields")
    func same() throws {
        let other = try read(
            """
            nettask: 1
            client: Other
            shapes:
              Thing: {description: A thing., fields: {next: Thing?, dimension: {type: Dimension, swiftName: d}, id: {type: Int, wireName: ID}}}
              Dimension: {enum: {second: b, first: a}}
            endpoints:
              Keep: {method: PUT, uri: b/c, durable: true, body: Thing}
            """.replacingOccurrences(of: "dimension:", with: "size:")
        )
        let shapes = Dictionary(other.shapes.map { ($0.name.written, $0) }) { first, _ in first }
        #expect(StoredLayout(of: other.endpoints[0], shapes).hash == (try hash("Size: {enum: [a, b]}")))
    }
}
