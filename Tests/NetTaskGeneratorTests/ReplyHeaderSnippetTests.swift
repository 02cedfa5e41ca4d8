import Testing

@testable import NetTaskGenerator

@Suite("Headers of replies: YAML, and the Swift that it becomes")
struct ReplyHeaderSnippetTests {
    @Test("alone")
    func alone() throws {
        let swift = try swift(for: "endpoints: {Ping: {method: HEAD, uri: a, response: {headers: {server: String}}}}")
        #expect(swift.contains("            try Response(server: reply.header(\"server\"))\n"))
        #expect(!swift.contains("body"))
    }

    @Test("beside a file, which still receives the body")
    func file() throws {
        let swift = try swift(for: "endpoints: {Get: {uri: a, response: {type: File, headers: {etag: String}}}}")
        #expect(swift.contains("            endpoint.receivesFile = true\n"))
        #expect(swift.contains("            try Response(body: reply.download(), etag: reply.header(\"etag\"))\n"))
    }
}
