#if AsyncHTTPClient
    import AsyncHTTPClient
    import Foundation
    import NIOConcurrencyHelpers
    import NIOCore
    import NIOFoundationCompat
    import NetTaskHTTP

    /// Sends the body of a request in pieces. Each is read once the one before has gone out, so that one is in memory.
    ///
    /// It goes by what the client says to have sent, and not by the futures of the writer: the client forgets those it
    /// has not fulfilled when a request ends early.
    final class AsyncHTTPClientUpload: Sendable {
        private struct State {
            var task: Task<Void, Never>?
            /// Waits for a piece to go out; is told whether more is wanted.
            var continuation: CheckedContinuation<Bool, Never>?
            var isRefused = false
            var isDone = false
        }

        /// How much is sent at once, in bytes.
        static let pieceSize = 256 * 1024

        private let reader: HTTPBodyReader
        private let writer: HTTPClient.Body.StreamWriter
        private let eventLoop: any EventLoop
        private let promise: EventLoopPromise<Void>
        private let state = NIOLockedValueBox(State())

        /// - Parameter eventLoop: the one that the client runs the request on.
        init(_ reader: HTTPBodyReader, to writer: HTTPClient.Body.StreamWriter, on eventLoop: any EventLoop) {
            self.reader = reader
            self.writer = writer
            self.eventLoop = eventLoop
            promise = eventLoop.makePromise()
        }

        /// Once all has gone out, or the request has ended.
        var done: EventLoopFuture<Void> { promise.futureResult }

        /// - Parameter fail: called with what reading throws.
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

        /// The piece that was written last has gone out.
        func didSendPiece() {
            let continuation = state.withLockedValue { state in
                defer { state.continuation = nil }
                return state.continuation
            }
            continuation?.resume(returning: true)
        }

        /// The server wants no more of it.
        func refuse() {
            state.withLockedValue { $0.isRefused = true }
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

        /// - Returns: whether more is wanted, once the piece has gone out.
        private func send(_ piece: ByteBuffer) async -> Bool {
            await withCheckedContinuation { continuation in
                // There, so that nothing can end the request between the question and the writing.
                eventLoop.execute { [self] in
                    let isWanted = state.withLockedValue { state in
                        guard !state.isDone, !state.isRefused else { return false }
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
