#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking
    import NetTaskRuntime
    import Testing

    @testable import NetTaskHTTP
    @testable import NetTaskURLSession

    // On Linux, Foundation provides only curl's message for the error.
    @Suite("Errors of URLSession on Linux")
    struct URLSessionErrorTests {
        private func error(_ code: URLError.Code, _ text: String) -> TransportError {
            TransportError(urlSession: URLError(code, userInfo: [NSLocalizedDescriptionKey: text]))
        }

        @Test(
            "A request that found no server was not sent, with any code",
            arguments: [
                "Failed to connect to 198.51.100.1 port 80 after 0 ms: Couldn't connect to server",
                "Failed to connect to api.example.com port 443 after 127405 ms: Timeout was reached",
                "Couldn't connect to server", "Could not connect to server",
                "Connection timed out after 300001 milliseconds", "Connection timeout after 300001 ms",
                "Resolving timed out after 300001 milliseconds", "Could not resolve host: api.example.com",
            ],
            [URLError.Code.unknown, .timedOut, .cannotConnectToHost, .cannotFindHost]
        )
        func unsent(text: String, code: URLError.Code) {
            let error = error(code, text)
            #expect(error.kind == .cannotConnect)
            #expect(error.isUnsent)
        }

        @Test(
            "A request whose connection was lost may have arrived, even if an address of the host refused before",
            arguments: [
                "Empty reply from server", "Recv failure: Connection reset by peer", "Operation timed out after 5 ms",
            ],
            [URLError.Code.unknown, .timedOut, .cannotConnectToHost, .networkConnectionLost, .badServerResponse]
        )
        func lost(text: String, code: URLError.Code) {
            #expect(error(code, text).kind == .connectionLost)
        }
    }
#endif
