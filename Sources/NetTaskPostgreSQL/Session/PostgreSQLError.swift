#if PostgreSQL
    import Foundation
    import NetTaskCore

    /// An error of a database. No text contains the password.
    package enum PostgreSQLError: Error, Sendable, Hashable {
        /// The server cannot be reached, rejects connections, or the connection was lost. The statement may have taken effect.
        case unavailable(String)
        /// The server reports an error. `sqlState` is its code of five characters, such as `23505`. The statement had no
        /// effect.
        case server(sqlState: String, message: String, detail: String?)
        /// All connections were in use longer than a caller waits. Nothing was done.
        case exhausted(String)
        /// The waiting Swift task was cancelled.
        case cancelled
        /// The session was closed, or the transaction has ended.
        case closed
        /// A value does not have the requested type, or cannot be sent.
        case unexpected(String)
        /// The connection string cannot be parsed.
        case configuration(String)

        /// The code of an error of the server; nil for other errors.
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
            case .cancelled: "The statement was cancelled because its caller was cancelled"
            case .closed: "The session with PostgreSQL is closed, or the transaction has ended"
            }
        }
    }
#endif
