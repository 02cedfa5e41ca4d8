#if SQLite
    import Dispatch
    import Foundation
    import GRDB
    import NetTaskCore
    import NetTaskDurable

    /// Detects changes of the database by other processes.
    ///
    /// It polls once a second, but only while other owners exist. The system reports when an owner arrives, so that a single
    /// process does not poll. (Linux reports this for some hundred stores of a user at a time; all further stores poll always.)
    final class ChangeWatch: Sendable {
        private struct State {
            var timer: (any DispatchSourceTimer)?
            var arrivals: FolderWatch?
            var version: Int64?
            /// The number of arrivals that the system has reported.
            var arrivalCount = 0
            var isOver = false
        }

        private let database: any DatabaseWriter
        private let owners: StoreOwners
        private let didChange: @Sendable () -> Void
        private let state = Locked(State())

        init(database: any DatabaseWriter, owners: StoreOwners, didChange: @escaping @Sendable () -> Void) {
            self.database = database
            self.owners = owners
            self.didChange = didChange
        }

        deinit {
            state.withLock { $0.timer?.cancel() }
        }

        var isLooking: Bool { state.withLock { $0.timer != nil } }

        /// Begins the watch. Must be called before a change could be missed.
        func begin() {
            let arrivals = FolderWatch(owners.folder) { [weak self] in self?.arrive() }
            let version = try? database.unsafeReentrantWrite { try $0.number("PRAGMA data_version") }
            state.withLock { state in
                state.arrivals = arrivals
                state.version = version
                if arrivals == nil || owners.hasOtherOwners { start(&state) }
            }
        }

        /// Watches the folder again. Must be called if the folder may have been replaced.
        func renew() {
            let arrivals = FolderWatch(owners.folder) { [weak self] in self?.arrive() }
            state.withLock { state in
                guard !state.isOver else { return }
                state.arrivals = arrivals
                // The next poll detects owners that arrived in the meantime.
                start(&state)
            }
        }

        func end() {
            let arrivals = state.withLock { state in
                state.isOver = true
                stop(&state)
                defer { state.arrivals = nil }
                return state.arrivals
            }
            arrivals?.cancel()
        }

        /// Checks for other owners, and reads the number that SQLite increments when another connection commits.
        func look() {
            if state.withLock({ $0.isOver }) { return }
            database.asyncWriteWithoutTransaction { [weak self] db in
                // After the end, the database may be closed, and must not be used.
                guard let self, !state.withLock({ $0.isOver }), let version = try? db.number("PRAGMA data_version")
                else { return }
                let arrivalCount = state.withLock { $0.arrivalCount }
                let isAlone = !owners.hasOtherOwners
                state.withLock { state in
                    // An owner that arrived in the meantime may be missing in `isAlone`.
                    let mayStop = isAlone && state.arrivals != nil && state.arrivalCount == arrivalCount
                    if mayStop { stop(&state) } else { start(&state) }
                }
                let isNew = state.withLock { state in
                    defer { state.version = version }
                    return state.version != version
                }
                if isNew { didChange() }
            }
        }

        private func arrive() {
            state.withLock { state in
                state.arrivalCount += 1
                start(&state)
            }
        }

        private func start(_ state: inout State) {
            guard state.timer == nil, !state.isOver else { return }
            let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
            timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(100))
            timer.setEventHandler { [weak self] in self?.look() }
            timer.resume()
            state.timer = timer
        }

        private func stop(_ state: inout State) {
            state.timer?.cancel()
            state.timer = nil
        }
    }
#endif
