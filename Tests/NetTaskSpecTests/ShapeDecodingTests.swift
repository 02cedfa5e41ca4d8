import Foundation
import Testing

@testable import NetTaskSpec

/// What the kinds of shapes and fields mean, read from `Fixtures/Good/shapes.nettask.yaml`.
@Suite struct ShapeDecodingTests {
    private let shapes: [String: Shape]
    private let spec: Spec

    init() throws {
        let file = fixtures.appendingPathComponent("Good/shapes.nettask.yaml")
        let result = SpecReader.read(paths: [file.path])
        #expect(result.diagnostics.map(\.description) == [])
        spec = try #require(result.specs.first)
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

    @Test("an enumeration keeps other values in `unknown`, in `unrecognized` if `unknown` is a value, or not at all")
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
        #expect(answer.cases.map(\.values) == [[], [], [], []])
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
        let pets = try alternatives("Pet").cases.flatMap(\.values)
        #expect(pets == [.string("Cat"), .string("Dog")])
        #expect(try alternatives("Pet").cases.map(\.name.swift) == ["cat", "dog"])
        #expect(shapes["Pet"]?.catchAll == "unknown")
        let animals = try alternatives("Animal").cases.flatMap(\.values)
        #expect(animals == [.string("house-cat"), .string("DOG")])
        #expect(try alternatives("Animal").cases.map(\.name.swift) == ["houseCat", "dog"])
        #expect(shapes["Animal"]?.catchAll == nil)
    }

    // MARK: What holds for any shape

    @Test("a shape has the conformances of the defaults and its own, each once; an empty list is none")
    func conformances() {
        #expect(shapes["Cat"]?.conformances == [.known(.hashable)])
        #expect(shapes["Account"]?.conformances == [.known(.hashable), .known(.codable), .own(["MyKit", "Model"])])
        #expect(shapes["Plain"]?.conformances == [])
    }

    @Test("`deprecated` is true, or a sentence with the replacement")
    func deprecated() {
        #expect(shapes["Account"]?.deprecation?.paragraph == "Deprecated.")
        #expect(shapes["Account"]?.fields?[2].deprecation?.paragraph == "Deprecated: use `token`.")
        #expect(shapes["Plain"]?.deprecation == nil)
        #expect(spec.endpoints[2].deprecation?.paragraph == "Deprecated: use GetAnswer.")
        #expect(spec.endpoints[1].deprecation == nil)
    }

    // MARK: Fields

    @Test("a field can be nullable, and read-only or write-only")
    func fields() throws {
        let fields = try #require(shapes["Account"]?.fields)
        #expect(fields.map(\.isNullable) == [true, true, false, false])
        #expect(fields.map(\.only) == [nil, nil, .request, .response])
        #expect(fields.map(\.isSent) == [true, true, true, false])
        #expect(fields.map(\.isRead) == [true, true, false, true])
    }

    @Test("dates always have a format, numbers and `Data` only if it is set")
    func formats() throws {
        let fields = try #require(shapes["Formats"]?.fields)
        #expect(fields.map(\.format) == [.iso8601, .sql, .string, .base64url, nil, nil])
    }

    @Test("a Swift type of the app has a name and a module")
    func custom() {
        #expect(shapes["Money"]?.kind == .custom(CustomType(path: ["MoneyKit", "Amount"], module: "MoneyKit")))
        #expect(shapes["Money"]?.conformances == [])
    }
}
