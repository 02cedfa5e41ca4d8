import Foundation
import NetTaskGenerator
import NetTaskHTTP
import NetTaskInterpreter
import NetTaskMocks
import NetTaskSpec
import Testing

/// Made values of the specs in the documentation.
@Suite struct SpecValueTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("DocumentationTests/Specs")

    /// The specs of clients.
    static func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            .filter { $0.hasSuffix(".yaml") && $0 != "problems.nettask.yaml" }
    }

    private func spec(_ file: String) throws -> Spec {
        let result = SpecReader.read(paths: [Self.folder.appendingPathComponent(file).path])
        return try #require(result.specs.first, "\(result.diagnostics)")
    }

    @Test(arguments: try files())
    func clientsReadMadeValues(file: String) throws {
        // Given the shapes of a spec, and the reader of its client.
        let spec = try spec(file)
        let description = try MockDescription(json: MockDescriptionText(spec).json)
        let reader = ValueReader(spec.shapesByName, .response)
        for name in spec.shapes.map(\.name.written) {
            for seed in UInt64(0)..<8 {
                // When a value is made.
                var maker = MockValueMaker(description.shapes, seed: seed, varies: seed > 3)
                let value = maker.value(of: .shape(name), named: name)
                // Then the client reads it.
                do {
                    _ = try reader.value(of: Data(value.description.utf8), as: .shape(name))
                } catch {
                    Issue.record("\(name): \(error) in \(value)")
                }
            }
        }
    }

    @Test(arguments: try files())
    func madeRequestsAndRepliesAreValid(file: String) throws {
        // Given the endpoints of a spec.
        let description = try MockDescription(json: MockDescriptionText(try spec(file)).json)
        var checker = MockChecker(description.shapes)
        checker.reportsUndescribed = true
        for endpoint in description.endpoints {
            let bodies = endpoint.bodies.map { ($0.type, MockMember.Direction.request) }
            let params = endpoint.params.map { ($0.type, MockMember.Direction.request) }
            let replies = endpoint.replies.compactMap { $0.body.map { ($0.type, MockMember.Direction.response) } }
            for (type, direction) in bodies + params + replies {
                // When values of all types are made.
                var maker = MockValueMaker(description.shapes, seed: 1)
                let value = maker.value(of: type, named: endpoint.name, in: direction)
                // Then they have nothing that the spec does not describe.
                let problems = checker.problems(in: value, as: type, in: direction)
                #expect(problems == [], "\(endpoint.name): \(value)")
            }
        }
    }
}
