#if Observability
    import NetTaskHTTP

    extension RetryDisposition {
        /// The case, without the delay.
        var name: String {
            switch self {
            case .unsent: "unsent"
            case .transient: "transient"
            case .throttled: "throttled"
            case .final: "final"
            case .never: "never"
            }
        }
    }

    extension NetTaskPhase {
        /// The outcome of a task that has ended with this phase.
        var outcome: String { self == .waiting ? "pending" : rawValue }
    }
#endif
