#if canImport(FoundationNetworking)
    import Foundation
    import NetTaskHTTP

    /// Forwards the body of a reply to its exchange, no faster than the exchange accepts it. Used by a transport that cannot
    /// pause its server. Bytes that arrive too early wait in memory, and beyond a limit in a file.
    ///
    /// The methods are called by one thread at a time. Another thread may forward bytes.
    final class ReplyBuffer: Sendable {
        /// The number of bytes that wait in memory before they are moved to a file.
        private static let room = 256 << 10
        /// The limit for waiting bytes if no file can be used.
        private static let roomWithoutFile: Int64 = 16 << 20
        /// The maximum number of waiting bytes that are forwarded in one call.
        private static let pieceSize = 64 * 1024

        private struct State {
            /// Whether a file may be created for the next bytes beyond the limit.
            var mayHaveFile = true
            /// The bytes that arrived first.
            var file: SpoolFile?
            /// The bytes after those in the file.
            var bytes = Data()
            /// The number of bytes in `bytes` that have been forwarded.
            var start = 0
            /// Whether a thread is forwarding bytes, or the exchange is full.
            var isBusy = false
            var isStopped = false
            /// The result of the transfer, or `nil` until it ends.
            var end: (any Error)??

            var count: Int64 { (file?.count ?? 0) + Int64(bytes.count - start) }
        }

        private enum Step {
            case forward(Data)
            case end((any Error)?)
            case wait
        }

        private let exchange: HTTPExchange
        private let whenDone: @Sendable ((any Error)?) -> Void
        private let state = Locked(State())

        /// - Parameter whenDone: called after the last byte was forwarded, or with the error that ended the transfer. Only the
        ///   first call has an effect.
        init(_ exchange: HTTPExchange, whenDone: @escaping @Sendable ((any Error)?) -> Void) {
            self.exchange = exchange
            self.whenDone = whenDone
        }

        // MARK: Use by the transport

        /// Forwards bytes, or stores them until the exchange accepts more.
        ///
        /// - Throws: ``TransportError`` if too many bytes wait or if they cannot be written; or the error of the exchange.
        func receive(_ data: Data) throws {
            let isFree = try state.withLock { state in
                if state.isStopped { return false }
                if state.isBusy {
                    try store(data, &state)
                    return false
                }
                state.isBusy = true
                return true
            }
            guard isFree else { return }
            try exchange.receive(data)
            forwardStored()
        }

        /// Ends the exchange when all bytes have been forwarded.
        func end(_ error: (any Error)?) {
            let isOver = state.withLock { state in
                state.end = .some(error)
                return !state.isBusy && !state.isStopped
            }
            if isOver { stop(error) }
        }

        /// Ends the exchange now, and discards the waiting bytes.
        func stop(_ error: (any Error)?) {
            state.withLock { ($0.isStopped, $0.file, $0.bytes) = (true, nil, Data()) }
            whenDone(error)
        }

        // MARK: Waiting bytes

        private func store(_ data: Data, _ state: inout State) throws {
            if state.start >= Self.room {
                // Moves the bytes even while some are waiting: if the reader is about as fast as the server, the buffer never
                // becomes empty.
                (state.bytes, state.start) = (Data(state.bytes.dropFirst(state.start)), 0)
            }
            state.bytes.append(data)
            if state.bytes.count - state.start <= Self.room { return }
            if state.file == nil, state.mayHaveFile {
                state.file = try makeFile()
                state.mayHaveFile = state.file != nil
            }
            guard let file = state.file else {
                if state.count > Self.roomWithoutFile { throw Self.tooMuch(Self.roomWithoutFile, "in memory") }
                return
            }
            if state.count > file.capacity { throw Self.tooMuch(file.capacity, "on disk") }
            try file.write(state.bytes.dropFirst(state.start))
            (state.bytes, state.start) = (Data(), 0)
        }

        /// Returns the file for waiting bytes, or `nil` if they must wait in memory.
        ///
        /// - Throws: ``TransportError`` if the configured folder is not writable.
        private func makeFile() throws -> SpoolFile? {
            let (limit, folder) = exchange.spool
            if limit <= Self.room { return nil }
            if let folder {
                return TemporaryFile.isInMemory(folder) ? nil : try SpoolFile(in: folder, capacity: limit)
            }
            let temporary = TemporaryFile.folder
            return TemporaryFile.isInMemory(temporary) ? nil : try? SpoolFile(in: temporary, capacity: limit)
        }

        private static func tooMuch(_ limit: Int64, _ place: String) -> TransportError {
            let reason =
                "the reply arrives faster than it is read, and more than \(limit) bytes wait \(place); "
                + "set HTTPConfiguration.maxSpoolSize and spoolFolder, or use a transport that can pause its server"
            return TransportError(.replyTooLarge, reason: reason)
        }

        /// Forwards the waiting bytes until the exchange is full.
        private func forwardStored() {
            do {
                while true {
                    if exchange.isFull {
                        return exchange.whenReady { [self] in DispatchQueue.global().async { self.forwardStored() } }
                    }
                    switch try nextStep() {
                    case .forward(let data): try exchange.receive(data)
                    case .end(let error): return stop(error)
                    case .wait: return
                    }
                }
            } catch {
                stop(error)
            }
        }

        private func nextStep() throws -> Step {
            try state.withLock { state in
                if state.isStopped { return .wait }
                if let data = try state.file?.read(Self.pieceSize) { return .forward(data) }
                let end = min(state.start + Self.pieceSize, state.bytes.count)
                if state.start < end {
                    defer { state.start = end }
                    return .forward(Data(state.bytes[state.start..<end]))
                }
                (state.bytes, state.start, state.isBusy) = (Data(), 0, false)
                return state.end.map { .end($0) } ?? .wait
            }
        }
    }
#endif
