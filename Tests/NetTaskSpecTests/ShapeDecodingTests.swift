import Foundation
import Testing

@testable import NetTaskSpec

/// What the kinds of shapes and fields mean, read from `Fixtures/Good/shapes.nettask.yaml`.
@Suite struct ShapeDecodingTests {
    private let shapes: [String: Shape]

    init() throws {
        let file = fixtures.appendingPathComponent("Good/shapes.nettask.yaml")
        let result = SpecReader.read(paths: [file.path])
        #expect(result.diagnostics.map(\.description) == [])
        let spec = try #require(result.specs.first)
        shapes = Dictionary(uniqueKeysWithValues: spec.shapes.map { ($0.name.written, $0) })
    }

    private func alternatives(_ shape: String) throws -> Alternatives {
        guard case .alternatives(let alternatives) = shapes[shape]?.kind else {
            Issue.record("\(shape) has no alternatives")
            return Alternatives(cases: [])
        }
        return alternatives
    }

    // MARK: Enumerations

    @Test("an enumeration keeps other values in `unknown`, in `unrecognized` beside a value `unknown`, or not at all")
    func catchAll() {
        #expect(shapes["Order"]?.catchAll == "unknown")
        #expect(shapes["State"]?.catchAll == "unrecognized")
        #expect(shapes["Level"]?.catchAll == nil)
    }

    // MARK: Alternatives

    @Test("a list of alternatives has cases named after the types, tried in order")
    func list() throws {
        // when
        let answer = try alternatives("Answer")

        // then
        #expect(answer.discriminator == nil)
        #expect(answer.cases.map(\.name.swift) == ["cat", "int", "string", "jsonValue"])
        #expect(answer.cases.map(\.type) == [.shape("Cat"), .scalar(.int), .scalar(.string), .scalar(.jsonValue)])
        #expect(answer.cases.allSatisfy { $0.value == nil })
        #expect(shapes["Answer"]?.catchAll == nil)
    }

    @Test("a map of alternatives has the names of the cases, and any types")
    func map() throws {
        // when
        let tree = try alternatives("Tree")

        // then
        #expect(tree.cases.map(\.name.swift) == ["leaf", "trees", "named"])
        #expect(tree.cases.map(\.type) == [.scalar(.int), .array(.shape("Tree")), .dictionary(.shape("Cat"))])
    }

    @Test("with a discriminator the names are the values on the wire, and other values are kept unless it is closed")
    func discriminator() throws {
        #expect(try alternatives("Pet").discriminator == "type")
        #expect(try alternatives("Pet").cases.map(\.value) == ["Cat", "Dog"])
        #expect(try alternatives("Pet").cases.map(\.name.swift) == ["cat", "dog"])
        #expect(shapes["Pet"]?.catchAll == "unknown")
        #expect(try alternatives("Animal").cases.map(\.value) == ["house-cat", "DOG"])
        #expect(try alternatives("Animal").cases.map(\.name.swift) == ["houseCat", "dog"])
        #expect(shapes["Animal"]?.catchAll == nil)
    }
}
