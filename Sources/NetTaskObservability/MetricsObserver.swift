#if Observability
    public import Metrics
    public import NetTaskHTTP

    /// Counts and measures the events of a queue.
    ///
    ///     HTTPNetTaskQueue(observers: [MetricsObserver(queue: "api")])
    ///
    /// - `nettask.queue.depth`, a gauge: the number of tasks in the queue, waiting and running.
    /// - `nettask.queue.latency`, a timer: how long an attempt waited although it could have started.
    /// - `nettask.run.duration`, a timer: the time from the start of the first attempt to the end of the task.
    /// - `nettask.outcome`, a counter of ended tasks: `succeeded`, `failed` or `cancelled`; for runs of a durable queue, also
    ///   `pending`.
    /// - `nettask.resend`, a counter of requests that were not sent and were sent again within their attempt.
    /// - `nettask.pending`, a counter of replies of long-running operations that have not completed.
    /// - `nettask.limit.holds`, a counter of the holds that servers' limits have caused.
    /// - `nettask.limit.wait`, a timer: the duration of these holds.
    /// - `nettask.retry`, a counter of retries, by reason.
    /// - `nettask.retry.refused`, a counter of retries that the handler did not permit.
    ///
    /// The dimensions are `nettask.queue` and, for metrics about single tasks, `nettask.operation`, `nettask.outcome` and
    /// `nettask.retry.reason`. The number of their values is limited by the operations in the specs. Tasks that share a run
    /// count once.
    public struct MetricsObserver: NetTaskObserver {
        private struct Key: Hashable {
            var label: String
            var dimensions: [String: String]

            var pairs: [(String, String)] {
                dimensions.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
            }
        }

        private let queue: String
        private let depth: Gauge
        private let timers: MetricCache<Key, Timer>
        private let counters: MetricCache<Key, Counter>

        /// Makes an observer for one queue.
        ///
        /// - Parameters:
        ///   - queue: the name of the queue.
        ///   - factory: makes the metrics. Default: that of `MetricsSystem`, which must be bootstrapped before.
        public init(queue: String, factory: any MetricsFactory = MetricsSystem.factory) {
            self.queue = queue
            depth = Gauge(label: "nettask.queue.depth", dimensions: [("nettask.queue", queue)], factory: factory)
            timers = MetricCache { key in
                Timer(label: key.label, dimensions: key.pairs, preferredDisplayUnit: .seconds, factory: factory)
            }
            counters = MetricCache { key in
                Counter(label: key.label, dimensions: key.pairs, factory: factory)
            }
        }

        public func observe(_ event: NetTaskQueueEvent) {
            switch event.kind {
            case .accepted:
                depth.record(event.taskCount)
            case .started(_, let waited):
                timers.metric(key("nettask.queue.latency", event)).recordNanoseconds(waited.nanoseconds)
            case .resent:
                counters.metric(key("nettask.resend", event)).increment()
            case .retrying(_, _, let reason):
                counters.metric(key("nettask.retry", event, ["nettask.retry.reason": reason.name])).increment()
            case .pending:
                counters.metric(key("nettask.pending", event)).increment()
            case .retryRefused(let reason):
                counters.metric(key("nettask.retry.refused", event, ["nettask.retry.reason": reason.name])).increment()
            case .held(_, let wait):
                counters.metric(key("nettask.limit.holds", event)).increment()
                timers.metric(key("nettask.limit.wait", event)).recordNanoseconds(wait.nanoseconds)
            case .stillHeld:
                break
            case .ended(let phase, _, _, let runDuration):
                depth.record(event.taskCount)
                let outcome = ["nettask.outcome": phase.outcome]
                counters.metric(key("nettask.outcome", event, outcome)).increment()
                if let runDuration {
                    timers.metric(key("nettask.run.duration", event, outcome))
                        .recordNanoseconds(runDuration.nanoseconds)
                }
            }
        }

        private func key(_ label: String, _ event: NetTaskQueueEvent, _ more: [String: String] = [:]) -> Key {
            let dimensions = ["nettask.queue": queue, "nettask.operation": event.name]
            return Key(label: label, dimensions: dimensions.merging(more) { $1 })
        }
    }
#endif
