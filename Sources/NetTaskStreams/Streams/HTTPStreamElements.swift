import NetTaskHTTP

/// The elements of a stream as they arrive; see `NetTaskQueue.stream`.
public struct HTTPStreamElements<T: HTTPStreamTask>: AsyncSequence, Sendable {
    public typealias Element = T.Element

    private let open: @Sendable () -> NetTaskHandle<HTTPStream<T>>?

    /// - Parameter open: adds the task, or returns the handle of the task that was added.
    init(_ open: @escaping @Sendable () -> NetTaskHandle<HTTPStream<T>>?) {
        self.open = open
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(open())
    }

    /// Iterates over the elements. The task is cancelled when the iterator is released.
    public struct Iterator: AsyncIteratorProtocol {
        /// Ends the task when the last copy of the iterator is released.
        private final class Owner: Sendable {
            let handle: NetTaskHandle<HTTPStream<T>>

            init(_ handle: NetTaskHandle<HTTPStream<T>>) {
                self.handle = handle
                let feed = handle.task.feed
                // Subscribes without a reference from the task to its own handle.
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

        /// Returns the next element, or `nil` at the end of the stream.
        ///
        /// - Throws: a `NetTaskError` of the task: an error of the reply, of an element, or of the connection; or a
        ///   cancellation, including that of the current Swift task.
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
