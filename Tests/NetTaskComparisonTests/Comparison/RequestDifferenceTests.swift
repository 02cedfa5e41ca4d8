import Testing

@testable import NetTaskComparison
@testable import NetTaskSpec

/// What else is in a request.
@Suite struct RequestDifferenceTests {
    @Test("a new header that changes how the request is read breaks the server; another one is additive")
    func newHeaders() {
        let found = differences(
            "endpoints: {Add: {method: POST, uri: a}}",
            "endpoints: {Add: {method: POST, uri: a, headers: {Content-Language: en, X-Trace: full}}}"
        )
        #expect(found.contains { $0.contains(" server endpoints.Add.headers.Content-Language: it was added") })
        #expect(found.contains { $0.contains(" additive endpoints.Add.headers.X-Trace: it was added") })
    }

    @Test("a body that becomes optional breaks the server, and one that becomes required does not")
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
