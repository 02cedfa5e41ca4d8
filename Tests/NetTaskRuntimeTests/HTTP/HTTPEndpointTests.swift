import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Endpoints")
struct HTTPEndpointTests {
    @Test(
        "Methods that RFC 9110 defines as idempotent are idempotent; for others this is unknown",
        arguments: [
            (HTTPRequest.Method.get, true as Bool?), (.head, true), (.put, true), (.delete, true), (.options, true),
            (.trace, true), (.post, nil), (.patch, nil), (.connect, nil),
        ]
    )
    func idempotency(method: HTTPRequest.Method, expected: Bool?) {
        #expect(HTTPEndpoint("Test", method).settings.isIdempotent == expected)
    }

    private struct Counted: HTTPNetTask {
        typealias Response = String
        @TaskLocal static var evaluations = Box(0)

        static var endpoint: HTTPEndpoint {
            evaluations.update { $0 += 1 }
            return HTTPEndpoint("Counted", .get, "counted", baseURL: "http://a.test")
        }

        var uri: String { "counted" }
    }

    @Test("An attempt evaluates the endpoint once: to pack, to send and to check")
    func evaluations() async throws {
        // given
        let task = Counted()
        let handler = HTTPNetTaskQueueHandler(transport: HTTPMockTransport { _ in .status(200, "x") })
        let evaluations = Box(0)
        // when
        try await Counted.$evaluations.withValue(evaluations) {
            let message = try task.pack()
            let reply = try await handler.send(message, context: NetTaskContext(name: "Counted", task: task))
            try Counted.check(reply)
        }
        // then
        #expect(evaluations.value == 1)
    }

    @Test("An endpoint keeps its name and idempotency if its settings are replaced")
    func replacedSettings() {
        // given
        var api = HTTPAPI(baseURL: "http://a.test")
        api.settings.timeout = .seconds(1)
        var endpoint = api.endpoint("API.Get", .get, "x")
        // when
        endpoint.settings = NetTaskSettings(deadline: .seconds(2))
        // then
        #expect(endpoint.settings.name == "API.Get")
        #expect(endpoint.settings.isIdempotent == true)
        #expect(endpoint.settings.timeout == nil)
        #expect(endpoint.settings.deadline == .seconds(2))
        #expect(api.settings.timeout == .seconds(1))
    }
}
