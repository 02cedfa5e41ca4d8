/// One source of values for any number of `AsyncStream`s.
package final class Broadcast<Element: Sendable>: Sendable {
    private struct Listeners {
        var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
        var lastKey = 0
    }

    private let listeners = Locked(Listeners())

    package init() {}

    /// A stream of what is yielded from now on, after the first value.
    package func stream(
        from first: Element?,
        bufferingPolicy: AsyncStream<Element>.Continuation.BufferingPolicy = .unbounded
    ) -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream<Element>.makeStream(bufferingPolicy: bufferingPolicy)
        if let first {
            continuation.yield(first)
        }
        let key = listeners.withLock { listeners in
            listeners.lastKey += 1
            listeners.continuations[listeners.lastKey] = continuation
            return listeners.lastKey
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.listeners.withLock { $0.continuations.removeValue(forKey: key) }
        }
        return stream
    }

    package func yield(_ element: Element) {
        for continuation in current() {
            continuation.yield(element)
        }
    }

    package func finish() {
        for continuation in current() {
            continuation.finish()
        }
    }

    /// A copy, made under the lock: ThreadSanitizer sees no order between a read of the dictionary's own storage and a
    /// later change in place, which only its reference count gives.
    private func current() -> [AsyncStream<Element>.Continuation] {
        listeners.withLock { Array($0.continuations.values) }
    }
}

extension AsyncStream where Element: Sendable {
    /// A stream that is over after that value.
    package static func ended(with last: Element?) -> AsyncStream {
        AsyncStream { continuation in
            if let last {
                continuation.yield(last)
            }
            continuation.finish()
        }
    }
}
