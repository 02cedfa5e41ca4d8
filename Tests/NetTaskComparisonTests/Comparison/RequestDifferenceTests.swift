import Testing

@testable import NetTaskComparison
@testable import NetTaskSpec

/// What else is in a request.
@Suite struct RequestDifferenceTests {
    @Test("a new header that says how the request is to be read breaks the server, another one only adds")
    func newHeaders() {
        let found = differences(
            "endpoints: {Add: {method: POST, uri: a}}",
            "endpoints: {Add: {method: POST, uri: a, headers: {Content-Language: en, X-Trace: full}}}"
        )
        #expect(found.contains { $0.contains(" server endpoints.Add.headers.Content-Language: it was added") })
        #expect(found.contains { $0.contains(" additive endpoints.Add.headers.X-Trace: it was added") })
    }

    @Test("a body that may be absent now breaks the server, and one that has to be there again does not")
    func optionalBodies() {
        #expect(
            differences(
                """
                shapes: {P: {fields: {a: Int}}}
                endpoints: {Put: {method: PUT, uri: x, body: P}, Set: {method: PUT, uri: x, body: String?}}
                """,
                """
                shapes: {P: {fields: {a: Int}}}
                endpoints: {Put: {method: PUT, uri: x, body: P?}, Set: {method: PUT, uri: x, body: String}}
                """
            ).map { $0.split(separator: " ").dropFirst(2).joined(separator: " ") } == [
                "callers+server endpoints.Put: its `body` changed from `P` to `P?`",
                "callers endpoints.Set: its `body` changed from `String?` to `String`",
            ]
        )
    }
}
