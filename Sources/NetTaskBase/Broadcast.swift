/// Sends each value to any number of `AsyncStream`s.
package final class Broadcast<Element: Sendable>: Sendable {
    private struct Listeners {
        var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
        var lastKey = 0
    }

    private let listeners = Locked(Listeners())

    package init() {}

    /// Returns a stream of the values that are yielded from now on. `first`, if any, precedes them.
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

    /// A copy, made under the lock. Iterating over the dictionary itself would be ordered with a later change in place only by
    /// the reference count of its storage, which ThreadSanitizer doesn't see.
    private func current() -> [AsyncStream<Element>.Continuation] {
        listeners.withLock { Array($0.continuations.values) }
    }
}

extension AsyncStream where Element: Sendable {
    /// Returns a stream that yields `last`, if any, and then finishes.
    package static func ended(with last: Element?) -> AsyncStream {
        AsyncStream { continuation in
            if let last {
                continuation.yield(last)
            }
            continuation.finish()
        }
    }
}
