import Foundation
import HTTPTypes
import NetTaskRuntime

/// Stands between a transport, which brings bytes, and who reads elements: it cuts and reads the bytes as they come, and
/// keeps elements until they are taken.
final class StreamFeed<T: HTTPStreamTask>: HTTPReplyReceiver {
    private struct State {
        /// nil while bytes are cut, which calls code of the user's; and until the head is there.
        var cutter: PieceCutter?
        var head: HTTPReply?
        /// Those that wait to be taken, with the sizes of what they were made of.
        var elements: [T.Element] = []
        var sizes: [Int] = []
        /// The place in `elements` of the next one that is taken.
        var next = 0
        /// How many bytes the elements were made of that wait.
        var size = 0
        /// How many elements have come.
        var count = 0
        var lastEventID: String?
        var retryDelay: Duration?
        /// The latest attempt that brought an element.
        var fruitfulAttempt = 0
        /// Whether the stream has said that it is over.
        var hasEnded = false
        /// How the task ended.
        var end: (any Error)??
        /// Those who wait for an element: one, unless a stream is misused.
        var readers: [CheckedContinuation<Void, Never>] = []
        /// What is called once there is room.
        var waiting: [@Sendable () -> Void] = []

        mutating func takeWaiting() -> [@Sendable () -> Void] {
            defer { waiting = [] }
            return waiting
        }

        mutating func takeElement() -> T.Element? {
            guard next < elements.count else { return nil }
            let element = elements[next]
            size -= sizes[next]
            next += 1
            if next == elements.count || next >= 1_024 {
                elements.removeFirst(next)
                sizes.removeFirst(next)
                next = 0
            }
            return element
        }
    }

    /// The elements of one piece of the body, which are handed over at once.
    private struct Batch {
        let end: Data?
        let head: HTTPReply?
        var elements: [T.Element] = []
        var sizes: [Int] = []
        /// How many elements have come before.
        let countBefore: Int
        /// The latest id of an event; nil where none had one.
        var eventID: String?
        var hasEnded = false

        /// Makes an element of a piece.
        ///
        /// - Returns: whether more is wanted.
        mutating func take(_ piece: HTTPStreamPiece) throws -> Bool {
            if let end, piece.data == end {
                hasEnded = true
                return false
            }
            do {
                elements.append(try T.element(of: piece))
            } catch {
                var error = error as? ParseError ?? ParseError(String(describing: error), underlying: error)
                error.reason = "element \(countBefore + elements.count + 1) of the stream: \(error.reason)"
                error.reply = head
                error.reply?.body = Data(piece.data)
                throw error
            }
            sizes.append(piece.data.count + StreamFeed.elementSize)
            eventID = piece.id ?? eventID
            return true
        }
    }

    /// How many bytes may wait to be taken before the transport is to hold back.
    private static var room: Int { 256 * 1024 }
    /// What an element counts for, beside the bytes that it was made of.
    private static var elementSize: Int { 64 }

    private let format = T.stream
    private let state = Locked(State())

    /// Whether the head of an accepted reply was there.
    var hasBegun: Bool { state.withLock { $0.head != nil } }
    /// What the next attempt goes on behind.
    var lastEventID: String? { state.withLock { $0.lastEventID } }

    /// Counted are the attempts in a row that have brought nothing. A server may say how long to wait; else it is 3 seconds,
    /// as in browsers.
    var resumption: (uncounted: Int, delay: Duration) {
        state.withLock { state in
            guard state.head != nil else { return (0, .zero) }
            return (max(state.fruitfulAttempt - 1, 0), state.retryDelay ?? .seconds(3))
        }
    }

    // MARK: For the transport

    var idle: Duration? { format.idle }

    var isFull: Bool { state.withLock { $0.size > Self.room } }

    func begin(_ head: HTTPReply, limit: Int) throws {
        let framing = try framing(of: head)
        try state.withLock { state in
            if state.hasEnded || state.end != nil || state.head != nil && state.lastEventID == nil {
                throw ParseError("the stream has been read already; make an HTTPStream for each", reply: head)
            }
            state.head = head
            state.cutter = PieceCutter(framing, limit: limit)
        }
    }

    func receive(_ data: Data) throws -> Bool {
        try cut { cutter, batch in try cutter.cut(data) { try batch.take($0) } }
    }

    /// Has the cutter make elements, and hands them over, also those in front of one that cannot be read.
    private func cut(_ body: (inout PieceCutter, inout Batch) throws -> Bool) throws -> Bool {
        let (taken, head, count) = state.withLock { ($0.cutter.take(), $0.head, $0.count) }
        guard var cutter = taken else { return true }
        var batch = Batch(end: format.end.map { Data($0.utf8) }, head: head, countBefore: count)
        let isWanted = Result { try body(&cutter, &batch) }
        wakeReaders { state in
            state.cutter = cutter
            state.retryDelay = cutter.retryDelay ?? state.retryDelay
            state.hasEnded = state.hasEnded || batch.hasEnded
            if batch.elements.isEmpty { return }
            state.count += batch.elements.count
            state.size += batch.sizes.reduce(0, +)
            if state.elements.isEmpty {
                (state.elements, state.sizes) = (batch.elements, batch.sizes)
            } else {
                state.elements += batch.elements
                state.sizes += batch.sizes
            }
            // An empty one says that there is none any more.
            if let id = batch.eventID { state.lastEventID = id.isEmpty ? nil : id }
            state.fruitfulAttempt = head?.attempt ?? 0
        }
        return try isWanted.get()
    }

    func whenReady(_ resume: @escaping @Sendable () -> Void) {
        let isReady = state.withLock { state in
            if state.size > Self.room, state.end == nil {
                state.waiting.append(resume)
                return false
            }
            return true
        }
        if isReady { resume() }
    }

    func finish() throws {
        _ = try cut { cutter, batch in
            try cutter.finish { try batch.take($0) }
            return true
        }
        let (hasEnded, isEmpty) = state.withLock { ($0.hasEnded, $0.head?.status == .noContent) }
        if let end = format.end, !hasEnded, !isEmpty {
            throw TransportError(.connectionLost, reason: "the stream ended before \"\(end)\" came")
        }
    }

    /// Reads the body of a reply that a handler has brought as a whole, unless it came as a stream.
    func read(_ reply: HTTPReply) throws {
        if state.withLock({ $0.head?.attempt == reply.attempt }) { return }
        try begin(reply, limit: .max)
        if try receive(reply.body) {
            try finish()
        }
    }

    /// All elements of such a reply.
    func all(of reply: HTTPReply) throws -> [T.Element] {
        try read(reply)
        return state.withLock { $0.elements }
    }

    /// - Throws: ``ParseError`` if the reply is something else than such a stream.
    private func framing(of head: HTTPReply) throws(ParseError) -> PieceCutter.Framing {
        let value = head.headers[.contentType] ?? ""
        let type = value.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        switch format.framing {
        case .events:
            if type.isEmpty || type == "text/event-stream" || head.status.code == 204 { return .events }
            throw ParseError(
                "it is \"\(excerpt(of: type.utf8))\", and should be a stream of events (text/event-stream)",
                reply: head
            )
        case .lines:
            if type == "text/html" || type == "text/event-stream" {
                throw ParseError("it is \"\(type)\", and should be lines of JSON", reply: head)
            }
            return type == "application/json-seq" ? .sequence : .lines
        }
    }

    // MARK: For the reader

    /// The next element, once it is there; nil at the end.
    ///
    /// - Throws: what the task ended with.
    func next() async throws -> T.Element? {
        while true {
            let (element, end, waiting) = state.withLock { state in
                let element = state.takeElement()
                return (element, state.end, state.size <= Self.room / 2 ? state.takeWaiting() : [])
            }
            for resume in waiting { resume() }
            if let element { return element }
            if let end {
                if let end { throw end }
                return nil
            }
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if state.next < state.elements.count || state.end != nil { return true }
                    state.readers.append(continuation)
                    return false
                }
                if isReady { continuation.resume() }
            }
        }
    }

    /// The task has ended; elements that came before it can still be taken, unless it was cancelled.
    func end(_ error: NetTaskError<T.Failure>?) {
        let waiting = state.withLock { state in
            if case .cancelled? = error {
                (state.elements, state.sizes, state.next, state.size) = ([], [], 0, 0)
            }
            state.end = .some(error)
            return state.takeWaiting()
        }
        for resume in waiting { resume() }
        wakeReaders { _ in }
    }

    private func wakeReaders(_ body: (inout State) -> Void) {
        let readers = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            body(&state)
            guard state.next < state.elements.count || state.end != nil else { return [] }
            defer { state.readers = [] }
            return state.readers
        }
        for reader in readers { reader.resume() }
    }
}
