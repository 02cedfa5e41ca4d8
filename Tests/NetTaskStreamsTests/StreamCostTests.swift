import CAllocationCounter
import Foundation
import HTTPTypes
import NetTaskRuntime
import Testing

@testable import NetTaskStreams

/// A stream whose elements are the sizes of its pieces.
private struct Sizes<Form: StreamForm>: HTTPStreamTask {
    typealias Response = [Int]
    typealias Element = Int

    static var stream: HTTPStreamFormat { HTTPStreamFormat(Form.framing) }
    static func element(of piece: HTTPStreamPiece) -> Int { piece.data.count }
}

private protocol StreamForm { static var framing: HTTPStreamFormat.Framing { get } }
private enum Events: StreamForm { static var framing: HTTPStreamFormat.Framing { .events } }
private enum Lines: StreamForm { static var framing: HTTPStreamFormat.Framing { .lines } }

@Suite("The cost of a stream")
struct StreamCostTests {
    /// How many bytes a stream allocates for each byte of the body.
    private func cost<Form: StreamForm>(of body: String, _ form: Form.Type) throws -> Int {
        let body = Data(body.utf8)
        let chunks = stride(from: 0, to: body.count, by: 1_000).map { Data(body[$0..<min($0 + 1_000, body.count)]) }
        let feed = HTTPStream(Sizes<Form>()).feed
        let head = HTTPReply(status: .ok)
        try feed.begin(head, limit: .max)
        allocation_counting_begin()
        for chunk in chunks { _ = try feed.receive(chunk) }
        try feed.finish()
        _ = allocation_counting_end()
        #expect(try feed.all(of: head).count == 1)
        return allocation_counting_bytes() / body.count
    }

    // A copy of the bytes so far for each chunk would cost 2,000 bytes for each byte.

    @Test("grows linearly with the size of an event", .enabled(if: allocation_counting_is_available()))
    func largeEvent() throws {
        let text = String(repeating: "0123456789", count: 400_000)
        #expect(try cost(of: "data: \(text)\n\n", Events.self) < 20)
    }

    @Test("grows linearly with the number of an event's lines", .enabled(if: allocation_counting_is_available()))
    func eventOfManyLines() throws {
        let text = String(repeating: "data: 0123456789\n", count: 200_000)
        #expect(try cost(of: text + "\n", Events.self) < 20)
    }

    @Test("grows linearly with the size of a line", .enabled(if: allocation_counting_is_available()))
    func largeLine() throws {
        let text = String(repeating: "0123456789", count: 400_000)
        #expect(try cost(of: text, Lines.self) < 20)
    }

    @Test("counts the bytes that a small element keeps alive")
    func keptBytes() throws {
        // given
        let feed = HTTPStream(Sizes<Events>()).feed
        try feed.begin(HTTPReply(status: .ok), limit: .max)
        let comment = ":" + String(repeating: "c", count: 60_000) + "\n"

        // when
        for _ in 1...5 { _ = try feed.receive(Data((comment + "data: 1\n\n").utf8)) }

        // then
        #expect(feed.isFull)
    }

    @Test("does not count the time until the transport must send more")
    func time() async throws {
        // given
        let feed = HTTPStream(Sizes<Events>()).feed
        try feed.begin(HTTPReply(status: .ok), limit: .max)
        let event = Data(("data: " + String(repeating: "0", count: 10_000) + "\n\n").utf8)
        for _ in 1...30 { _ = try feed.receive(event) }
        let isReady = Locked(false)
        feed.whenReady { isReady.withLock { $0 = true } }

        // when
        for _ in 1...10 { _ = try await feed.next() }

        // then
        #expect(feed.isFull)
        #expect(!isReady.withLock { $0 })

        // when
        for _ in 1...10 { _ = try await feed.next() }

        // then
        #expect(!feed.isFull)
        #expect(isReady.withLock { $0 })
    }

    @Test("releases a large element after it was read")
    func takenElements() async throws {
        // given
        let feed = HTTPStream(Objects()).feed
        try feed.begin(HTTPReply(status: .ok), limit: .max)
        let large = String(repeating: "0", count: 100_000)
        _ = try feed.receive(Data("data: \(large)\n\ndata: 2\n\n".utf8))

        // when
        let first = Weak(object: try await feed.next())

        // then
        #expect(first.object == nil)
    }
}

private struct Weak {
    weak var object: Objects.Element?
}

/// A stream of objects.
private struct Objects: HTTPStreamTask {
    final class Element: Sendable {}
    typealias Response = [Element]

    static var stream: HTTPStreamFormat { HTTPStreamFormat(.events) }
    static func element(of piece: HTTPStreamPiece) -> Element { Element() }
}
