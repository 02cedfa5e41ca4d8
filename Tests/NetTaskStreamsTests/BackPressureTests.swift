import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskStreams
import Testing

@testable import NetTaskURLSession
@testable import NetTaskTesting

/// What `URLSessionTransport` does on Apple's systems, without a session.
@Suite("The gate of a session's replies")
struct BackPressureTests {
    @Test("suspends once, even if more bytes arrive meanwhile, and resumes once")
    func balance() async throws {
        // given
        let transport = GatedTransport(piece: Data(data(String(repeating: "x", count: 10_000)).utf8), count: 100)
        let queue = HTTPNetTaskQueue(transport: transport, baseURL: "http://127.0.0.1")
        var iterator = queue.stream(Feed()).makeAsyncIterator()
        // when
        try await transport.waitUntilBrought()
        // then
        #expect(transport.calls == [false])
        // when
        var count = 0
        while try await iterator.next() != nil { count += 1 }
        // then
        #expect(count == 100)
        #expect(transport.calls == [false, true])
    }
}

/// Brings all pieces at once, as a session may that is suspended too late.
private final class GatedTransport: HTTPTransport {
    private let piece: Data
    private let count: Int
    /// The calls that open the gate, or close it.
    private let state = Watched((calls: [Bool](), hasBrought: false))

    init(piece: Data, count: Int) {
        (self.piece, self.count) = (piece, count)
    }

    var calls: [Bool] { state.value.calls }

    func waitUntilBrought() async throws {
        try await state.wait { $0.hasBrought ? () : nil }
    }

    func send(_ request: HTTPRequest, body: HTTPRequestBody?, exchange: HTTPExchange) async throws {
        try exchange.receive(HTTPResponse(status: .ok, headerFields: [.contentType: "text/event-stream"]))
        let gate = BackPressure(exchange, whenDone: { _ in }) { [state] isOpen in
            state.update { $0.calls.append(isOpen) }
        }
        for _ in 1...count { try gate.receive(piece) }
        state.update { $0.hasBrought = true }
    }
}
