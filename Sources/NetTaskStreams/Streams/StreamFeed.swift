import Foundation
import HTTPTypes
import NetTaskHTTP

/// Stands between a transport, which brings bytes, and who reads elements: it cuts and reads the bytes as they come, and
/// keeps elements until they are taken.
final class StreamFeed<T: HTTPStreamTask>: HTTPReplyReceiver {
    private struct State {
        /// nil while bytes are cut, which calls code of the user's; and until the head is there.
        var cutter: PieceCutter?
        var head: HTTPReply?
        /// How many attempts have failed.
        var failureCount = 0
        /// Those that wait to be taken, behind some that have been, with their sizes.
        var elements: [T.Element] = []
        var sizes: [Int] = []
        /// The place in `elements` of the next one that is taken.
        var next = 0
        /// The sizes of all that wait, and of those that have been taken but are still in `elements`.
        var size = 0
        var takenSize = 0
        /// How many elements have come.
        var count = 0
        var lastEventID: String?
        var retryDelay: Duration?
        /// The latest attempt that brought an element; 0 if none has.
        var fruitfulAttempt = 0
        /// Whether the stream has said that it is over.
        var hasEnded = false
        /// How the task ended.
        var end: (any Error)??
        /// Those who wait for an element: one, unless a stream is misused.
        var readers: [CheckedContinuation<Void, Never>] = []
        /// What is called once there is room.
        var waiting: [@Sendable () -> Void] = []

        /// Also while the transport holds back: nothing comes then, however much has been read meanwhile.
        var isFull: Bool { size > StreamFeed.room || !waiting.isEmpty }

        mutating func takeWaiting() -> [@Sendable () -> Void] {
            defer { waiting = [] }
            return waiting
        }

        mutating func takeElement() -> T.Element? {
            guard next < elements.count else { return nil }
            let element = elements[next]
            size -= sizes[next]
            takenSize += sizes[next]
            next += 1
            // Not after each element, because the others move; but large ones must not stay.
            if next == elements.count || takenSize >= max(StreamFeed.room / 4, size) {
                elements.removeFirst(next)
                sizes.removeFirst(next)
                (next, takenSize) = (0, 0)
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
        var size = 0
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
            let texts = piece.name.utf8.count + (piece.id?.utf8.count ?? 0)
            sizes.append(piece.data.count + texts + StreamFeed.elementSize)
            size += sizes[sizes.count - 1]
            eventID = piece.id ?? eventID
            return true
        }

        /// Counts all bytes that the elements were cut from: an element may be a slice, which keeps them.
        mutating func addSize(of data: Data) {
            guard data.count > size, !sizes.isEmpty else { return }
            sizes[sizes.count - 1] += data.count - size
            size = data.count
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
    /// The id of the latest event; nil if the stream cannot be resumed.
    var lastEventID: String? { state.withLock { $0.lastEventID } }

    /// The latest attempt that brought an element, and the least wait before the next one, as the server says.
    var resumption: (latestAttempt: Int, delay: Duration) {
        state.withLock { ($0.fruitfulAttempt, $0.retryDelay ?? .zero) }
    }

    /// Ends an attempt that failed. Bytes of it may still arrive; they are ignored, because the next attempt brings them.
    func endAttempt() {
        state.withLock { state in
            state.failureCount += 1
            state.cutter = nil
        }
    }

    // MARK: For the transport

    var idle: Duration? { format.idle }

    var isFull: Bool { state.withLock { $0.isFull } }

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
        try cut { cutter, batch in
            defer { batch.addSize(of: data) }
            return try cutter.cut(data) { try batch.take($0) }
        }
    }

    /// Has the cutter make elements, and hands them over, also those in front of one that cannot be read.
    private func cut(_ body: (inout PieceCutter, inout Batch) throws -> Bool) throws -> Bool {
        var (taken, head, count, failureCount) = state.withLock { state in
            (state.cutter.take(), state.head, state.count, state.failureCount)
        }
        // The cutter has one owner, so that it appends to its bytes in place. A copy for each piece of the body would make
        // the cost of a large event quadratic.
        guard var cutter = taken.take() else { return true }
        var batch = Batch(end: format.end.map { Data($0.utf8) }, head: head, countBefore: count)
        let isWanted = Result { try body(&cutter, &batch) }
        wakeReaders { state in
            if state.failureCount != failureCount { return }
            state.cutter = cutter
            state.retryDelay = cutter.retryDelay ?? state.retryDelay
            state.hasEnded = state.hasEnded || batch.hasEnded
            if batch.elements.isEmpty { return }
            state.count += batch.elements.count
            state.size += batch.size
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
            if state.isFull, state.end == nil {
                state.waiting.append(resume)
                return false
            }
            return true
        }
        if isReady { resume() }
    }

    @discardableResult
    func finish() throws -> HTTPFile? {
        _ = try cut { cutter, batch in
            try cutter.finish { try batch.take($0) }
            return true
        }
        let (hasEnded, isEmpty) = state.withLock { ($0.hasEnded, $0.head?.status == .noContent) }
        if let end = format.end, !hasEnded, !isEmpty {
            throw TransportError(.connectionLost, reason: "the stream ended before \"\(end)\" came")
        }
        return nil
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
        let type = head.headers.mediaType
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
                (state.elements, state.sizes, state.next, state.size, state.takenSize) = ([], [], 0, 0, 0)
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
