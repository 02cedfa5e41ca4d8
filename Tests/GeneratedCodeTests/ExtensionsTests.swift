import Foundation
import NetTaskRuntime
import Testing

/// Keeps the operations of the calls that pass.
private actor Operations: HTTPMiddleware {
    private(set) var all: [HTTPOperation] = []

    func send(_ call: HTTPCall, next: Next) async throws -> HTTPReply {
        all.append(call.operation)
        return try await next(call)
    }
}

@Suite("Keys of the author's own")
struct ExtensionsTests {
    @Test("a middleware sees them with the operation")
    func operation() async throws {
        // given
        let operations = Operations()

        // when
        try await RecordingServer.run { _, baseURL in
            let queue = HTTPNetTaskQueue(baseURL: baseURL) { $0.middleware = [operations] }
            _ = try await queue.run(Extensions.Call())
            _ = try await queue.run(Extensions.Plain())
            _ = try await queue.run(Statuses.Refuse())
        }

        // then
        let extensions = await operations.all.map { $0.endpoint?.extensions ?? [:] }
        #expect(
            extensions[0] == [
                "x-team": "core", "x-limits": ["perMinute": 60, "share": 0.25, "none": nil, "flags": [true, "true"]],
                "x-\"\\(a)\u{202E}": "\"\\(b)\n\u{202E}",
            ]
        )
        #expect(extensions[1] == ["x-team": "other"])
        #expect(extensions[2] == [:])
    }

    @Test("long keys have the same text")
    func long() {
        let text = String(repeating: "0123456789 ", count: 11).dropLast()
        #expect(Extensions.Long.endpoint.extensions["x-text"]?.stringValue == String(text))
        #expect(Extensions.Long.endpoint.extensions["x-one"]?[0]?[0]?.stringValue == String(text))
    }
}
