#if PostgreSQL
    import NetTaskDurable

    extension TaskStoreError {
        /// Translates an error for the callers of a store.
        init(_ error: any Error) {
            switch error {
            case let error as TaskStoreError: self = error
            case let error as PostgreSQLError: self.init(error)
            default: self = .other("\(error)")
            }
        }

        private init(_ error: PostgreSQLError) {
            switch error {
            case .unavailable, .cancelled: self = .unavailable(error.description)
            case .exhausted: self = .busy(error.description)
            case .closed: self = .closed
            case .unexpected, .configuration: self = .other(error.description)
            case .server(let sqlState, let message, let detail):
                self.init(
                    sqlState: sqlState,
                    message: message,
                    id: detail.flatMap(DurableTaskID.init),
                    error.description
                )
            }
        }

        private init(sqlState: String, message: String, id: DurableTaskID?, _ description: String) {
            switch (sqlState, id) {
            case ("NT001", _): self = .tooLarge(message)
            case ("NT003", let id?): self = .unknownDependency(id)
            case ("NT005", let id?): self = .circularDependency(id)
            case ("NT006", let id?): self = .begun(id)
            case ("53100", _): self = .full(description)
            case ("25006", _): self = .readOnly(description)  // a standby
            // Deadlocks, conflicts, and statements that took too long.
            case ("40P01", _), ("40001", _), ("55P03", _), ("57014", _), ("25P03", _): self = .busy(description)
            // The server is starting or stopping, or has too many connections.
            case ("57P01", _), ("57P02", _), ("57P03", _), ("53300", _): self = .unavailable(description)
            case ("XX001", _), ("XX002", _): self = .damaged(description)
            default: self = sqlState.hasPrefix("08") ? .unavailable(description) : .other(description)
            }
        }
    }

    extension PostgreSQLError {
        /// Whether the server undid a transaction because of others, so that it may succeed when it is repeated.
        var isConflict: Bool { sqlState == "40P01" || sqlState == "40001" }
    }
#endif
