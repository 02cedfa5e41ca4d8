#if SQLite
    import Foundation
    import GRDB
    import NetTaskCore
    import NetTaskDurable

    // The access to the database.

    extension SQLiteTaskStore {
        static let onlyRead = TaskStoreError.readOnly(
            "The store is open for reading only. Open it with init(path:)."
        )

        /// The open database.
        ///
        /// - Throws: `TaskStoreError.suspended` or `TaskStoreError.closed`.
        func connection() throws(TaskStoreError) -> StoreConnection {
            switch state.withLock({ $0 }) {
            case .open(let connection): return connection
            case .suspended: throw .suspended
            case .closed: throw .closed
            }
        }

        func read<Value: Sendable>(
            _ body: @escaping @Sendable (Database) throws -> Value
        ) async throws(TaskStoreError) -> Value {
            try await read(from: try connection(), body)
        }

        func read<Value: Sendable>(
            from connection: StoreConnection,
            _ body: @escaping @Sendable (Database) throws -> Value
        ) async throws(TaskStoreError) -> Value {
            let result: Result<Value, TaskStoreError> = await withCheckedContinuation { done in
                connection.database.asyncRead { access in
                    done.resume(returning: Result { try body(access.get()) }.mapError(TaskStoreError.init))
                }
            }
            return try value(of: result, from: connection)
        }

        /// Returns the value of a result. An error of damage marks the file for the next store that opens it.
        private func value<Value>(
            of result: Result<Value, TaskStoreError>,
            from connection: StoreConnection
        ) throws(TaskStoreError) -> Value {
            guard case .failure(let error) = result else { return try result.get() }
            recordDamage(error)
            // A call that fails because the store is suspended meanwhile may have another error.
            guard try self.connection() === connection else { throw .suspended }
            throw error
        }

        func recordDamage(_ error: TaskStoreError) {
            if case .damaged(let reason) = error, let salvage {
                try? reason.write(toFile: salvage.marker, atomically: true, encoding: .utf8)
            }
        }

        func write<Value: Sendable>(
            _ now: Date,
            _ points: (before: FaultPoint, after: FaultPoint)? = nil,
            _ body: @escaping @Sendable (TaskTransaction) throws -> Value
        ) async throws(TaskStoreError) -> Value where Value: Collection {
            try await write(now, points, { $0.isEmpty ? TaskChange() : .any }, body)
        }

        /// - Parameter change: returns the change for the listeners.
        func write<Value: Sendable>(
            to connection: StoreConnection? = nil,
            _ now: Date,
            _ points: (before: FaultPoint, after: FaultPoint)?,
            _ change: @escaping @Sendable (Value) -> TaskChange,
            _ body: @escaping @Sendable (TaskTransaction) throws -> Value
        ) async throws(TaskStoreError) -> Value {
            let connection = if let connection { connection } else { try self.connection() }
            guard let writing = connection.writing else { throw Self.onlyRead }
            let author = TaskChangeSource.author
            let result: Result<Value, TaskStoreError> = await withCheckedContinuation { done in
                let value = Locked<Value?>(nil)
                let job = GroupCommit.Job(points: points) { [lanes] db in
                    let result = try body(TaskTransaction(db: db, lanes: lanes, now: now))
                    value.withLock { $0 = result }
                } finish: { [changeSource] error in
                    guard error == nil, let value = value.withLock({ $0 }) else {
                        done.resume(returning: .failure(TaskStoreError(error ?? TaskStoreError.closed)))
                        return
                    }
                    changeSource.send(change(value), by: author)
                    done.resume(returning: .success(value))
                }
                writing.commits.submit(job)
            }
            return try value(of: result, from: connection)
        }
    }
#endif
