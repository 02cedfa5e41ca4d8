import Testing

@testable import NetTaskGenerator

@Suite("Extension keys: YAML, and the Swift that it becomes")
struct ExtensionSnippetTests {
    @Test("a short one is on one line, and an empty one is left out")
    func oneLine() throws {
        let swift = try swift(for: "endpoints: {A: {uri: a, x-a: 1}, B: {uri: b}}")
        #expect(swift.contains("            endpoint.extensions = [\"x-a\": 1]\n"))
        #expect(swift.ranges(of: "extensions").count == 1)
    }
}
