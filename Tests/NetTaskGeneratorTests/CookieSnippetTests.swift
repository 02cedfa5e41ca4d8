import Testing

@testable import NetTaskGenerator

@Suite("Cookies: YAML, and the Swift that it becomes")
struct CookieSnippetTests {
    @Test("a param that is a cookie says so")
    func cookies() throws {
        let swift = try swift(
            for: """
                endpoints:
                  Call:
                    method: POST
                    uri: a
                    params:
                      session: {type: String, in: cookie, wireName: SID, secret: true}
                      tags: {type: [String], in: cookie, style: pipe}
                """
        )
        #expect(
            swift.contains(
                """
                            packer.add("SID", packer.keepSecret(session), in: .cookie)
                            packer.add("tags", tags, style: .pipe, in: .cookie)

                """
            )
        )
    }
}
