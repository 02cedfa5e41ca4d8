#if Observability
    import Foundation

    /// A value behind a lock, for what tests count and collect.
    final class Box<Value>: @unchecked Sendable {
        // Unchecked, because `stored` is touched under `lock` alone.
        private var stored: Value
        private let lock = NSLock()

        init(_ value: Value) {
            stored = value
        }

        var value: Value { lock.withLock { stored } }

        func update<Result>(_ body: (inout Value) -> Result) -> Result {
            lock.withLock { body(&stored) }
        }
    }
#endif
