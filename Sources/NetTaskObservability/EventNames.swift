#if Observability
    import NetTaskHTTP

    extension RetryDisposition {
        /// The case, without the wait that the other side asked for.
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
        /// How a task has ended that stands there.
        var outcome: String { self == .waiting ? "pending" : rawValue }
    }
#endif
