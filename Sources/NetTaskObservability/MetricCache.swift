#if Observability
    import Foundation

    /// Metrics by what tells them apart, each made once: to make one costs a backend a look-up, or a series.
    ///
    /// Unchecked, because `metrics` is touched under `lock` alone.
    final class MetricCache<Key: Hashable & Sendable, Metric: Sendable>: @unchecked Sendable {
        private var metrics: [Key: Metric] = [:]
        private let lock = NSLock()
        private let make: @Sendable (Key) -> Metric
        private let limit: Int

        /// - Parameter limit: how many are kept apart.
        init(limit: Int = .max, make: @escaping @Sendable (Key) -> Metric) {
            self.limit = limit
            self.make = make
        }

        /// - Parameter overflow: takes the place of a key that is new once there are as many as the limit says.
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
