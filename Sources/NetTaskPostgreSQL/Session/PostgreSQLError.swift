#if PostgreSQL
    import Foundation
    import NetTaskCore

    /// What can go wrong with a database. No text has the password in it.
    package enum PostgreSQLError: Error, Sendable, Hashable {
        /// The server cannot be reached, refuses connections, or was lost. What was asked for may have been done.
        case unavailable(String)
        /// The server reports an error. `sqlState` is its code of five characters, such as `23505`. What failed is undone.
        case server(sqlState: String, message: String, detail: String?)
        /// All connections were in use for as long as a caller waits. Nothing was done.
        case exhausted(String)
        /// The Swift task that waited was cancelled.
        case cancelled
        /// The session was closed, or the transaction is over.
        case closed
        /// A value is not of the type that was asked for or that can be sent.
        case unexpected(String)
        /// The connection string cannot be read.
        case configuration(String)

        /// The code of an error of the server; nil for the others.
        package var sqlState: String? {
            if case .server(let sqlState, _, _) = self { sqlState } else { nil }
        }
    }

    extension PostgreSQLError: DescribedError {
        package var description: String {
            switch self {
            case .unavailable(let text), .exhausted(let text), .unexpected(let text), .configuration(let text):
                text
            case .server(let sqlState, let message, let detail):
                "PostgreSQL error \(sqlState): \(message)" + (detail.map { " (\($0))" } ?? "")
            case .cancelled: "The statement was cancelled, since nobody waits for it any more"
            case .closed: "The session with PostgreSQL is closed, or the transaction is over"
            }
        }
    }
#endif
