#if AsyncHTTPClient
    import AsyncHTTPClient
    import NIOConcurrencyHelpers
    import NIOCore
    import NIOFoundationEssentialsCompat
    import NetTaskHTTP
    import NetTaskSystem

    /// Sends the body of a request in pieces. Each piece is read after the previous one was sent, so that only one is in
    /// memory.
    ///
    /// It relies on the client's reports of sent pieces instead of the writer's futures, because the client drops unfulfilled
    /// futures when a request ends early.
    final class AsyncHTTPClientUpload: Sendable {
        private struct State {
            var task: Task<Void, Never>?
            /// Waits until a piece was sent. The value is whether more is needed.
            var continuation: CheckedContinuation<Bool, Never>?
            var isRejected = false
            var isDone = false
        }

        /// The maximum number of bytes that are sent in one call.
        static let pieceSize = 256 * 1024

        private let reader: HTTPBodyReader
        private let writer: HTTPClient.Body.StreamWriter
        private let eventLoop: any EventLoop
        private let promise: EventLoopPromise<Void>
        private let state = NIOLockedValueBox(State())

        /// - Parameter eventLoop: the event loop on which the client runs the request.
        init(_ reader: HTTPBodyReader, to writer: HTTPClient.Body.StreamWriter, on eventLoop: any EventLoop) {
            self.reader = reader
            self.writer = writer
            self.eventLoop = eventLoop
            promise = eventLoop.makePromise()
        }

        /// Succeeds when the whole body was sent, or fails when the request has ended.
        var done: EventLoopFuture<Void> { promise.futureResult }

        /// - Parameter fail: called with the error of reading.
        func start(fail: @escaping @Sendable (any Error) -> Void) {
            let task = Task {
                do {
                    while var rest = try await reader.next() {
                        while !rest.isEmpty {
                            guard await send(ByteBuffer(data: rest.prefix(Self.pieceSize))) else { return }
                            rest = rest.dropFirst(Self.pieceSize)
                        }
                    }
                    finish()
                } catch {
                    fail(error)
                }
            }
            let isDone = state.withLockedValue { state in
                if !state.isDone {
                    state.task = task
                }
                return state.isDone
            }
            if isDone {
                task.cancel()
            }
        }

        /// The latest piece was sent.
        func didSendPiece() {
            let continuation = state.withLockedValue { state in
                defer { state.continuation = nil }
                return state.continuation
            }
            continuation?.resume(returning: true)
        }

        /// The server does not need the rest of the body.
        func reject() {
            state.withLockedValue { $0.isRejected = true }
        }

        /// The request has ended.
        func stop() {
            let (task, continuation, isDone) = state.withLockedValue { state in
                defer { (state.task, state.continuation, state.isDone) = (nil, nil, true) }
                return (state.task, state.continuation, state.isDone)
            }
            task?.cancel()
            continuation?.resume(returning: false)
            if !isDone {
                promise.fail(CancellationError())
            }
        }

        private func finish() {
            let isDone = state.withLockedValue { state in
                defer { (state.task, state.isDone) = (nil, true) }
                return state.isDone
            }
            if !isDone {
                promise.succeed()
            }
        }

        /// - Returns: whether more is needed, after the piece was sent.
        private func send(_ piece: ByteBuffer) async -> Bool {
            await withCheckedContinuation { continuation in
                // On the event loop, so that the request cannot end between the check and the write.
                eventLoop.execute { [self] in
                    let isWanted = state.withLockedValue { state in
                        guard !state.isDone, !state.isRejected else { return false }
                        state.continuation = continuation
                        return true
                    }
                    if isWanted {
                        _ = writer.write(.byteBuffer(piece))
                    } else {
                        continuation.resume(returning: false)
                    }
                }
            }
        }
    }
#endif
