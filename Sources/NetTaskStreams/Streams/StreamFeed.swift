import HTTPTypes
import NetTaskHTTP
import NetTaskSystem

/// Connects a transport, which receives bytes, with the reader of elements: it splits and parses the bytes as they arrive, and
/// buffers elements until they are read.
final class StreamFeed<T: HTTPStreamTask>: HTTPReplyReceiver {
    private struct State {
        /// `nil` before the head has arrived, and while bytes are split, which calls code of users without the lock.
        var cutter: PieceCutter?
        var head: HTTPReply?
        /// The number of failed attempts.
        var failureCount = 0
        /// The buffered elements with their sizes. The first ones may have been read already.
        var elements: [T.Element] = []
        var sizes: [Int] = []
        /// The index in `elements` of the next one to read.
        var next = 0
        /// The size of the buffered elements, and that of elements that have been read but are still in `elements`.
        var size = 0
        var takenSize = 0
        /// The number of elements that have arrived.
        var count = 0
        var lastEventID: String?
        var retryDelay: Duration?
        /// The latest attempt with an element; 0 for none.
        var latestAttemptWithElement = 0
        /// Whether the data that ends the stream has arrived.
        var hasEnded = false
        /// The result of the task, or `nil` until it ends.
        var end: (any Error)??
        /// The readers that wait for an element: one, unless the stream is used incorrectly.
        var readers: [CheckedContinuation<Void, Never>] = []
        /// The closures to call when the transport may continue.
        var waiting: [@Sendable () -> Void] = []

        /// Also `true` while the transport is paused, even if elements were read meanwhile.
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
            // Not after each element, because the remaining elements are moved. But large elements must not stay in memory.
            if next == elements.count || takenSize >= max(StreamFeed.room / 4, size) {
                elements.removeFirst(next)
                sizes.removeFirst(next)
                (next, takenSize) = (0, 0)
            }
            return element
        }
    }

    /// The elements of one chunk of the body, which are delivered together.
    private struct Batch {
        let end: Data?
        let head: HTTPReply?
        var elements: [T.Element] = []
        var sizes: [Int] = []
        var size = 0
        /// The number of elements that arrived before.
        let countBefore: Int
        /// The latest ID of an event, or `nil` if there is none.
        var eventID: String?
        var hasEnded = false

        /// Makes an element from a piece.
        ///
        /// - Returns: whether more is needed.
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

        /// Counts all bytes of the chunk, because an element may be a slice, which keeps the whole chunk in memory.
        mutating func addSize(of data: Data) {
            guard data.count > size, !sizes.isEmpty else { return }
            sizes[sizes.count - 1] += data.count - size
            size = data.count
        }
    }

    /// The number of buffered bytes beyond which the transport should pause.
    private static var room: Int { 256 * 1024 }
    /// The size of an element without its bytes.
    private static var elementSize: Int { 64 }

    private let format = T.stream
    private let state = Locked(State())

    /// Whether the head of an accepted reply has arrived.
    var hasBegun: Bool { state.withLock { $0.head != nil } }
    /// The ID of the latest event, or `nil` if the stream cannot be resumed.
    var lastEventID: String? { state.withLock { $0.lastEventID } }

    /// The latest attempt with an element, and the shortest delay of the next one that the server has stated.
    var resumption: (latestAttempt: Int, delay: Duration) {
        state.withLock { ($0.latestAttemptWithElement, $0.retryDelay ?? .zero) }
    }

    /// Ends an attempt that failed. Bytes of it that still arrive are ignored, because the next attempt receives them again.
    func endAttempt() {
        state.withLock { state in
            state.failureCount += 1
            state.cutter = nil
        }
    }

    // MARK: Use by the transport

    var idle: Duration? { format.idle }

    var isFull: Bool { state.withLock { $0.isFull } }

    func begin(_ head: HTTPReply, limit: Int) throws {
        let framing = try framing(of: head)
        try state.withLock { state in
            if state.hasEnded || state.end != nil || state.head != nil && state.lastEventID == nil {
                throw ParseError("the stream has been read already; make a new HTTPStream for each task", reply: head)
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

    /// Makes elements, and delivers them, including those before one that cannot be parsed.
    private func cut(_ body: (inout PieceCutter, inout Batch) throws -> Bool) throws -> Bool {
        var (taken, head, count, failureCount) = state.withLock { state in
            (state.cutter.take(), state.head, state.count, state.failureCount)
        }
        // The cutter has only one owner, so that it appends to its bytes in place. A copy for each chunk would make the cost of
        // a large event quadratic.
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
            // An empty ID means that the stream can no longer be resumed.
            if let id = batch.eventID { state.lastEventID = id.isEmpty ? nil : id }
            state.latestAttemptWithElement = head?.attempt ?? 0
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
            throw TransportError(.connectionLost, reason: "the stream ended without \"\(end)\"")
        }
        return nil
    }

    /// Reads the body of a complete reply, unless it has arrived as a stream.
    func read(_ reply: HTTPReply) throws {
        if state.withLock({ $0.head?.attempt == reply.attempt }) { return }
        try begin(reply, limit: .max)
        if try receive(reply.body) {
            try finish()
        }
    }

    /// Returns all elements of a complete reply.
    func all(of reply: HTTPReply) throws -> [T.Element] {
        try read(reply)
        return state.withLock { $0.elements }
    }

    /// - Throws: ``ParseError`` if the reply is not a stream of this format.
    private func framing(of head: HTTPReply) throws(ParseError) -> PieceCutter.Framing {
        let type = head.headers.mediaType
        switch format.framing {
        case .events:
            if type.isEmpty || type == "text/event-stream" || head.status.code == 204 { return .events }
            throw ParseError(
                "it is \"\(excerpt(of: type.utf8))\"; a stream of events (text/event-stream) was expected",
                reply: head
            )
        case .lines:
            if type == "text/html" || type == "text/event-stream" {
                throw ParseError("it is \"\(type)\"; lines of JSON were expected", reply: head)
            }
            return type == "application/json-seq" ? .sequence : .lines
        }
    }

    // MARK: Use by the reader

    /// Returns the next element when it has arrived, or `nil` at the end.
    ///
    /// - Throws: the error of the task.
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

    /// Ends the stream with the result of the task. Earlier elements can still be read, unless the task was cancelled.
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
