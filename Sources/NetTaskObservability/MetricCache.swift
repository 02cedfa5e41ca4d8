#if Observability
    import Foundation

    /// Metrics by key, each created once: creating a metric costs a backend a lookup or a series.
    ///
    /// Unchecked: `metrics` is accessed only with `lock` held.
    final class MetricCache<Key: Hashable & Sendable, Metric: Sendable>: @unchecked Sendable {
        private var metrics: [Key: Metric] = [:]
        private let lock = NSLock()
        private let make: @Sendable (Key) -> Metric
        private let limit: Int

        /// - Parameter limit: the maximum number of metrics. Default: no limit.
        init(limit: Int = .max, make: @escaping @Sendable (Key) -> Metric) {
            self.limit = limit
            self.make = make
        }

        /// - Parameter overflow: replaces a new key when the limit has been reached.
        func metric(_ key: Key, overflow: @autoclosure () -> Key) -> Metric {
            lock.withLock {
                if let metric = metrics[key] { return metric }
                let key = metrics.count < limit ? key : overflow()
                let metric = metrics[key] ?? make(key)
                metrics[key] = metric
                return metric
            }
        }

        func metric(_ key: Key) -> Metric {
            metric(key, overflow: key)
        }
    }
#endif
