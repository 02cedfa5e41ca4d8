#if canImport(FoundationNetworking)
    import Foundation
    import NetTaskHTTP

    /// Passes the body of a reply to its exchange no faster than the exchange takes it, for a transport that cannot slow its
    /// server down. Bytes that come too early wait in memory, and beyond a bound in a file.
    ///
    /// The methods are called by one thread at a time; bytes may be passed on by another thread.
    final class ReplyBuffer: Sendable {
        /// How many bytes wait in memory before they go to a file.
        private static let room = 256 << 10
        /// The limit for waiting bytes if no file can be used.
        private static let roomWithoutFile: Int64 = 16 << 20
        /// How many of the waiting bytes are passed on at once.
        private static let pieceSize = 64 * 1024

        private struct State {
            /// Whether the next bytes beyond the bound may make a file.
            var mayHaveFile = true
            /// The bytes that came first.
            var file: SpoolFile?
            /// The bytes behind those in the file.
            var bytes = Data()
            /// How many of `bytes` have been passed on.
            var start = 0
            /// Whether a thread passes bytes on, or the exchange is full.
            var isBusy = false
            var isStopped = false
            /// How the transfer ended.
            var end: (any Error)??

            var count: Int64 { (file?.count ?? 0) + Int64(bytes.count - start) }
        }

        private enum Step {
            case pass(Data)
            case end((any Error)?)
            case rest
        }

        private let exchange: HTTPExchange
        private let whenDone: @Sendable ((any Error)?) -> Void
        private let state = Locked(State())

        /// - Parameter whenDone: called after the last byte was passed on, or with the error that ended it. The first call counts.
        init(_ exchange: HTTPExchange, whenDone: @escaping @Sendable ((any Error)?) -> Void) {
            self.exchange = exchange
            self.whenDone = whenDone
        }

        // MARK: For the transport

        /// Passes bytes on, or keeps them until the exchange has room.
        ///
        /// - Throws: ``TransportError`` if more wait than may, or if they cannot be written; what the exchange throws.
        func receive(_ data: Data) throws {
            let isFree = try state.withLock { state in
                if state.isStopped { return false }
                if state.isBusy {
                    try keep(data, &state)
                    return false
                }
                state.isBusy = true
                return true
            }
            guard isFree else { return }
            try exchange.receive(data)
            passOn()
        }

        /// Ends the exchange once all bytes have been passed on.
        func end(_ error: (any Error)?) {
            let isOver = state.withLock { state in
                state.end = .some(error)
                return !state.isBusy && !state.isStopped
            }
            if isOver { stop(error) }
        }

        /// Ends the exchange now, and gives up the bytes that wait.
        func stop(_ error: (any Error)?) {
            state.withLock { ($0.isStopped, $0.file, $0.bytes) = (true, nil, Data()) }
            whenDone(error)
        }

        // MARK: Bytes that wait

        private func keep(_ data: Data, _ state: inout State) throws {
            if state.start >= Self.room {
                // A reader that is about as fast as its server never takes the last byte.
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

        /// The file for bytes that wait; nil if they must wait in memory.
        ///
        /// - Throws: ``TransportError`` if a folder that the configuration names cannot be written to.
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
                "the reply comes faster than it is read, and more than \(limit) bytes wait \(place); "
                + "set HTTPConfiguration.maxSpoolSize and spoolFolder, or use a transport that slows its server down"
            return TransportError(.replyTooLarge, reason: reason)
        }

        /// Passes on what waits, until the exchange is full.
        private func passOn() {
            do {
                while true {
                    if exchange.isFull {
                        return exchange.whenReady { [self] in DispatchQueue.global().async { self.passOn() } }
                    }
                    switch try nextStep() {
                    case .pass(let data): try exchange.receive(data)
                    case .end(let error): return stop(error)
                    case .rest: return
                    }
                }
            } catch {
                stop(error)
            }
        }

        private func nextStep() throws -> Step {
            try state.withLock { state in
                if state.isStopped { return .rest }
                if let data = try state.file?.read(Self.pieceSize) { return .pass(data) }
                let end = min(state.start + Self.pieceSize, state.bytes.count)
                if state.start < end {
                    defer { state.start = end }
                    return .pass(Data(state.bytes[state.start..<end]))
                }
                (state.bytes, state.start, state.isBusy) = (Data(), 0, false)
                return state.end.map { .end($0) } ?? .rest
            }
        }
    }
#endif
