import Testing

@testable import NetTaskComparison
@testable import NetTaskSpec

/// What comes back, and what fails.
@Suite struct ReplyDifferenceTests {
    @Test("a header of a reply is the same in capitals")
    func capitalsOfHeaders() {
        let found = differences(
            "endpoints: {A: {uri: a, response: {2xx: {type: String, headers: {tag: {type: String, wireName: ETag}}}}}}",
            """
            endpoints:
              A:
                uri: a
                response:
                  2xx: {type: String, headers: {tag: {type: String, wireName: ETag}}}
                  202: {type: String, headers: {tag: {type: String, wireName: etag}}}
            """
        )
        #expect(found.map { $0.contains(" callers endpoints.A.response.202: it was added") } == [true])
    }
}
