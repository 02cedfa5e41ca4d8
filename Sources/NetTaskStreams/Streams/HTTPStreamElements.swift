import NetTaskHTTP

/// The elements of a stream, as they come; see `NetTaskQueue.stream`.
public struct HTTPStreamElements<T: HTTPStreamTask>: AsyncSequence, Sendable {
    public typealias Element = T.Element

    private let open: @Sendable () -> NetTaskHandle<HTTPStream<T>>?

    /// - Parameter open: adds the task, or gives the one that was added.
    init(_ open: @escaping @Sendable () -> NetTaskHandle<HTTPStream<T>>?) {
        self.open = open
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(open())
    }

    /// Reads one element after the other. Once it is gone, the task is cancelled.
    public struct Iterator: AsyncIteratorProtocol {
        /// Ends the task when the last copy of the iterator is gone.
        private final class Owner: Sendable {
            let handle: NetTaskHandle<HTTPStream<T>>

            init(_ handle: NetTaskHandle<HTTPStream<T>>) {
                self.handle = handle
                let feed = handle.task.feed
                // The task does not keep its own handle.
                handle.subscribe(.ended) { status in
                    switch status.result {
                    case .failure(let error): feed.end(error)
                    case .success, nil: feed.end(nil)
                    }
                }
            }

            deinit {
                handle.cancel()
            }
        }

        private let owner: Owner?

        init(_ handle: NetTaskHandle<HTTPStream<T>>?) {
            owner = handle.map(Owner.init)
        }

        /// The next element; nil at the end of the stream.
        ///
        /// - Throws: a `NetTaskError` of the task: what was wrong with the reply, with an element, or with the connection; or
        ///   that it was cancelled, also by the Swift task that this is called in.
        public mutating func next() async throws -> T.Element? {
            guard let owner else { return nil }
            let handle = owner.handle
            if Task.isCancelled {
                handle.cancel()
                throw NetTaskError<T.Failure>.cancelled(.caller)
            }
            return try await withTaskCancellationHandler {
                try await handle.task.feed.next()
            } onCancel: {
                handle.cancel()
            }
        }
    }
}
