import Foundation
import Testing

@Suite("nettask explain")
struct ExplainCommandTests {
    private let nettask = Tool()

    @Test("prints the page of a code without marks of Markdown, and its address")
    func page() throws {
        // when
        let result = try nettask("explain", "unknown-key")

        // then
        #expect(result.status == 0)
        #expect(
            result.output == """
                unknown-key

                The key is unknown in this map. Often, it is misspelled.

                    nettask: 1
                    client: API
                    endpoints:
                      Create: {metod: POST, uri: posts}

                Write the key that the note suggests. For your own data, use keys that begin with `x-`.

                    nettask: 1
                    client: API
                    endpoints:
                      Create: {method: POST, uri: posts}

                https://nettask.example/documentation/nettask/unknown-key

                """
        )
    }

    @Test("accepts a code with the brackets of the diagnostic")
    func brackets() throws {
        #expect(try nettask("explain", "[no-specs]").output == nettask("explain", "no-specs").output)
    }

    @Test("lists all codes with the first sentence of each page")
    func list() throws {
        // given
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/NetTaskSpec/Diagnostics/Codes")
        let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path)

        // when
        let lines = try nettask("explain").output.split(separator: "\n")

        // then
        #expect(lines.map { "\($0.prefix { $0 != " " }).md" }.sorted() == pages.sorted())
        #expect(lines.contains { $0.hasPrefix("unknown-key  ") && $0.hasSuffix("  The key is unknown in this map.") })
        #expect(lines.allSatisfy { $0.hasSuffix(".") })
    }

    @Test(
        "suggests the nearest code for an unknown one, and exits with 64",
        arguments: [
            ("unknwn-key", "Error: there is no code 'unknwn-key'; did you mean 'unknown-key'?\n"),
            ("x", "Error: there is no code 'x'; 'nettask explain' lists all codes\n"),
        ]
    )
    func unknown(code: String, message: String) throws {
        // when
        let result = try nettask("explain", code)

        // then
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix(message))
    }
}
