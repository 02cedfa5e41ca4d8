#if SQLite
    import NetTaskDurable
    import NetTaskRuntime

    /// Who wants to be told of changes.
    final class ChangeSignal: Sendable {
        private struct Listeners {
            var streams: [Int: AsyncStream<Void>.Continuation] = [:]
            var last = 0
            var isFinished = false
        }

        private let listeners = Locked(Listeners())

        var hasListeners: Bool { listeners.withLock { !$0.streams.isEmpty } }

        func stream() -> AsyncStream<Void> {
            let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
            let number: Int? = listeners.withLock { listeners in
                guard !listeners.isFinished else { return nil }
                listeners.last += 1
                listeners.streams[listeners.last] = continuation
                return listeners.last
            }
            if let number {
                continuation.onTermination = { [weak self] _ in
                    self?.listeners.withLock { $0.streams[number] = nil }
                }
            } else {
                continuation.finish()
            }
            return stream
        }

        func send() {
            let streams = listeners.withLock { $0.streams.isEmpty ? [] : Array($0.streams.values) }
            streams.forEach { $0.yield() }
        }

        func finish() {
            let streams = listeners.withLock { listeners in
                listeners.isFinished = true
                defer { listeners.streams = [:] }
                return Array(listeners.streams.values)
            }
            streams.forEach { $0.finish() }
        }
    }
#endif
