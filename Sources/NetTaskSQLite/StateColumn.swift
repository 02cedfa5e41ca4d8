#if SQLite
    import NetTaskDurable

    /// The states in the table. Partial indexes use these numbers. States below 3 are not ends.
    extension TaskState {
        var column: Int64 {
            switch self {
            case .waiting: 0
            case .blocked: 1
            case .running: 2
            case .succeeded: 3
            case .dead: 4
            case .cancelled: 5
            }
        }

        init?(column: Int64) {
            switch column {
            case 0: self = .waiting
            case 1: self = .blocked
            case 2: self = .running
            case 3: self = .succeeded
            case 4: self = .dead
            case 5: self = .cancelled
            default: return nil
            }
        }
    }
#endif
