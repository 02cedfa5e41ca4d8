import HTTPTypes
import NetTaskRuntime
import Testing

@Suite("Endpoints")
struct HTTPEndpointTests {
    @Test(
        "Methods that RFC 9110 calls idempotent are so; of others nothing is said",
        arguments: [
            (HTTPRequest.Method.get, true as Bool?), (.head, true), (.put, true), (.delete, true), (.options, true),
            (.trace, true), (.post, nil), (.patch, nil), (.connect, nil),
        ]
    )
    func idempotency(method: HTTPRequest.Method, expected: Bool?) {
        #expect(HTTPEndpoint("Test", method).settings.isIdempotent == expected)
    }
}
