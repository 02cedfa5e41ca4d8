#if SQLite
    import Dispatch
    public import Foundation
    import NetTaskCore
    public import NetTaskDurable

    extension SQLiteTaskStore {
        /// Suspends the store: returns its leases, releases the lock of its owner, and closes the file. No file of the store is
        /// then locked or open. Another process can run the tasks, including those that were running here. A returned run
        /// counts neither as a run nor as a lost lease. If the leases cannot be returned, such as on a full disk, they are lost
        /// instead.
        ///
        /// Until ``resume()``, all methods throw `TaskStoreError.suspended` and change nothing, including those that have not
        /// completed. ``changes()`` continues. Suspending a suspended or closed store has no effect.
        ///
        /// The app's own database stays open, and only the lock is released. Close or suspend the database itself, as GRDB's guide
        /// to sharing a database describes.
        ///
        /// - Parameter now: the current date.
        public func suspend(now: Date = Date()) async {
            await suspensions { await self.end(.suspended, returningLeasesAt: now) }
        }

        /// Opens the file of a suspended store again. Has no effect if the store is not suspended.
        ///
        /// - Throws: the errors of ``init(path:durability:setsAsideDamaged:)``; the store then stays suspended.
        ///   `TaskStoreError.closed` if the store was closed.
        public func resume() async throws(TaskStoreError) {
            try await suspensions { await self.resumeNow() }.get()
        }

        private func resumeNow() async -> Result<Void, TaskStoreError> {
            switch state.withLock({ $0 }) {
            case .open: return .success(())
            case .closed: return .failure(.closed)
            case .suspended: break
            }
            // Opening may wait for a lock of another process.
            let opened: Result<StoreConnection, any Error> = await withCheckedContinuation { done in
                DispatchQueue.global().async { [reopen, lanes] in
                    lanes.forget()
                    done.resume(returning: Result { try reopen() })
                }
            }
            do {
                let connection = try opened.get()
                state.withLock { $0 = .open(connection) }
                changeSource.send(.any, by: nil)
                return .success(())
            } catch {
                return .failure(TaskStoreError(error))
            }
        }

        public func close() async {
            await suspensions { [changeSource] in
                await self.end(.closed, returningLeasesAt: nil)
                changeSource.finish()
            }
        }

        private func end(_ next: State, returningLeasesAt date: Date?) async {
            let connection: StoreConnection? = state.withLock { state in
                if case .closed = state { return nil }
                defer { state = next }
                if case .open(let connection) = state { return connection }
                return nil
            }
            await connection?.close(returningLeasesAt: date)
        }
    }
#endif
