#if canImport(os)
    public import NetTaskHTTP
    import os

    /// Writes the events of a queue to the system's log, and records its tasks and attempts as intervals of signposts, for
    /// Console and Instruments.
    ///
    ///     HTTPNetTaskQueue(observers: [OSLogObserver(subsystem: "com.example.app", category: "api")])
    ///
    /// The log has the name and the number of each task, its attempts, waits and durations. Descriptions of errors, which contain
    /// URLs, and tags are private: the system replaces them with `<private>`, unless a debugger or a profile shows them. Params and
    /// bodies are not logged. Failures have the level `error`, retries and holds `info`, and all others `debug`, which the system
    /// does not store.
    ///
    /// Signposts have the names `Task`, from the acceptance to the end, and `Attempt`. Use one category for each queue, because
    /// queues number their tasks separately.
    public struct OSLogObserver: NetTaskObserver {
        private let logger: Logger
        private let signposter: OSSignposter

        /// Makes an observer.
        ///
        /// - Parameters:
        ///   - subsystem: the subsystem of the entries, usually the identifier of the app.
        ///   - category: the category of the entries. Default: `NetTask`.
        public init(subsystem: String, category: String = "NetTask") {
            logger = Logger(subsystem: subsystem, category: category)
            signposter = OSSignposter(subsystem: subsystem, category: category)
        }

        public func observe(_ event: NetTaskQueueEvent) {
            let entry = EventEntry(event)
            switch entry.level {
            case .debug: logger.debug("\(entry.text, privacy: .public) \(entry.detail, privacy: .private(mask: .hash))")
            case .info: logger.info("\(entry.text, privacy: .public) \(entry.detail, privacy: .private)")
            case .error: logger.error("\(entry.text, privacy: .public) \(entry.detail, privacy: .private)")
            }
            for change in entry.intervals {
                let id = OSSignpostID(event.id.number)
                let state = OSSignpostIntervalState.beginState(id: id)
                switch change {
                case .beginTask: _ = signposter.beginInterval("Task", id: id, "\(event.name, privacy: .public)")
                case .beginAttempt: _ = signposter.beginInterval("Attempt", id: id, "\(event.name, privacy: .public)")
                case .endAttempt: signposter.endInterval("Attempt", state)
                case .endTask: signposter.endInterval("Task", state)
                }
            }
        }
    }
#endif
