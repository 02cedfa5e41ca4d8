import Testing

@testable import NetTaskComparison
@testable import NetTaskSpec

/// What comes back, and what fails.
@Suite struct ReplyDifferenceTests {
    @Test("the case of a reply header's name makes no difference")
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
