import Testing

@testable import NetTaskSpec

@Suite("The places of specs")
struct SourceTests {
    @Test("specs with the same content are equal at any place")
    func equality() throws {
        // given
        let text = """
            nettask: 1
            client: A
            auth: {token: bearer}
            defaults: {headers: {X-Version: "3"}, auth: token, errors: {404: Post}}
            shapes:
              Post: {fields: {id: Int, tags: {type: "[String]?", was: labels}}, conformances: [Hashable]}
              Kind: {oneOf: {post: Post, text: String}}
            endpoints:
              Get: {uri: "posts/{id}", params: {id: Int}, constants: {page: 1}, response: {events: Post}}
            """

        // when
        let spec = try read(text)
        let moved = try read("# A comment above it.\n" + text.replacing(": {", with: ":   {"))

        // then
        #expect(spec.endpoints.first?.keyRange != moved.endpoints.first?.keyRange)
        #expect(spec == moved)
    }
}
