#if Observability
    import NetTaskHTTP

    /// Metrics by key, each created once: creating a metric costs a backend a lookup or a series.
    final class MetricCache<Key: Hashable & Sendable, Metric: Sendable>: Sendable {
        private let metrics = Locked<[Key: Metric]>([:])
        private let make: @Sendable (Key) -> Metric
        private let limit: Int

        /// - Parameter limit: the maximum number of metrics. Default: no limit.
        init(limit: Int = .max, make: @escaping @Sendable (Key) -> Metric) {
            self.limit = limit
            self.make = make
        }

        /// - Parameter overflow: replaces a new key when the limit has been reached.
        func metric(_ key: Key, overflow: @autoclosure () -> Key) -> Metric {
            metrics.withLock { metrics in
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
