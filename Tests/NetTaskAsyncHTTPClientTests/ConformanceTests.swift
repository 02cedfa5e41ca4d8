#if AsyncHTTPClient
    import NetTaskAsyncHTTPClient
    import NetTaskTesting
    import Testing

    @Suite("async-http-client conforms", .serialized, .timeLimit(.minutes(5)))
    struct ConformanceTests {
        @Test("AsyncHTTPClientTransport", arguments: HTTPTransportConformance.cases)
        func conforms(one: HTTPTransportConformance.Case) async throws {
            try await one.run(over: { AsyncHTTPClientTransport() })
        }
    }
#endif
