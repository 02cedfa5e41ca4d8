#if Observability
    import Foundation
    import HTTPTypes
    import NetTaskRuntime

    /// A transport that answers at once, as the test says, and remembers what it was asked.
    final class AnsweringTransport: HTTPTransport {
        private let log = Box<[HTTPRequest]>([])
        private let answer: @Sendable (HTTPRequest, Int) throws -> (HTTPResponse, String)

        /// - Parameter answer: called with the request and its number, from 1.
        init(_ answer: @escaping @Sendable (HTTPRequest, Int) throws -> (HTTPResponse, String)) {
            self.answer = answer
        }

        /// Answers with these codes, one after the other, and with the last one for ever.
        convenience init(_ codes: Int...) {
            self.init { _, number in (HTTPResponse(status: .init(code: codes[min(number, codes.count) - 1])), "") }
        }

        var requests: [HTTPRequest] { log.value }

        func send(_ request: HTTPRequest, body: HTTPRequestBody?, exchange: HTTPExchange) async throws {
            let number = log.update { log in
                log.append(request)
                return log.count
            }
            let (response, text) = try answer(request, number)
            try exchange.receive(response)
            try exchange.receive(Data(text.utf8))
        }
    }
#endif
