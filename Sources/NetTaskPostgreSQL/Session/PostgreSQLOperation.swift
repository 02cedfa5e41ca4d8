#if PostgreSQL
    /// An operation of a connection, and its results so far.
    final class PostgreSQLOperation: @unchecked Sendable {
        // Unchecked, because only the queue of the connection accesses the variables.

        enum Work: Sendable {
            /// One transaction, unless one has already begun.
            case statements([PostgreSQLStatement])
            /// Any number of statements without values.
            case script(String)
        }

        enum Phase {
            case waiting
            /// Statements for the server to prepare and describe, with two results each.
            case preparing([(name: String, text: String)])
            case running
        }

        let work: Work
        var phase = Phase.waiting
        var begin: Duration = .zero
        var rows: [PostgreSQLRows] = []
        var resultCount = 0
        var error: PostgreSQLError?
        var isCancelled = false
        /// Whether the server is being asked to cancel the operation. It does not end before that is done, since the
        /// cancellation could affect the next operation.
        var isBeingCancelled = false
        var isDone = false
        var continuation: CheckedContinuation<Result<[PostgreSQLRows], PostgreSQLError>, Never>?

        init(_ work: Work) {
            self.work = work
        }

        /// The text of the statement with the next result.
        var sql: String {
            switch work {
            case .statements(let statements): rows.count < statements.count ? statements[rows.count].sql : ""
            case .script(let text): text
            }
        }

        var hasTimeLimit: Bool {
            if case .statements = work { true } else { false }
        }

        func fail(_ error: PostgreSQLError) {
            if self.error == nil { self.error = error }
        }

        /// Passes the result to the caller.
        func finish() {
            if let error {
                continuation?.resume(returning: .failure(error))
            } else {
                continuation?.resume(returning: .success(rows))
            }
            continuation = nil
        }
    }

    /// The statements that the server has prepared for a connection, by their texts.
    struct PreparedStatements {
        struct Statement {
            let name: String
            /// The types of its parameters.
            let types: [PostgreSQLType]
        }

        private var statements: [String: Statement] = [:]
        private var lastNumber = 0

        var count: Int { statements.count }

        subscript(text: String) -> Statement? { statements[text] }

        /// Names are never reused, since the server may have prepared a statement without reporting it.
        mutating func newName() -> String {
            lastNumber += 1
            return "nettask_\(lastNumber)"
        }

        mutating func add(_ text: String, name: String, types: [PostgreSQLType]) {
            statements[text] = Statement(name: name, types: types)
        }
    }
#endif
