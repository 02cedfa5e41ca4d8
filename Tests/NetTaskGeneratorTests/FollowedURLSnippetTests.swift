import Testing

@testable import NetTaskGenerator

@Suite("A param that is the URL of the request: YAML, and the Swift that it becomes")
struct FollowedURLSnippetTests {
    @Test("a secret URL is hidden, and distinguishes tasks")
    func secret() throws {
        let swift = try swift(
            for: "endpoints: {Fetch: {params: {packer: {type: URL, in: url, secret: true}}, unique: [packer]}}"
        )
        #expect(swift.contains("            packer.follow(secret: self.packer)\n"))
        #expect(swift.contains("        var uri: String { packer.absoluteString }\n"))
        #expect(swift.contains("            packer.add(\"packer\", self.packer)\n"))
        #expect(swift.contains("                    \"packer\": RedactedValue(),\n"))
    }
}
