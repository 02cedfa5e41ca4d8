#if SQLite
    import Dispatch
    import Foundation
    import GRDB
    import NetTaskCore
    import NetTaskDurable

    /// Notices what other processes do to the database: it looks once a second, but only while others live who could do
    /// anything. The system tells when one comes, so that nobody looks when he is alone. (Linux does
    /// so for some hundred stores of a user at a time; those beyond look always.)
    final class ChangeWatch: Sendable {
        private struct State {
            var timer: (any DispatchSourceTimer)?
            var arrivals: FolderWatch?
            var version: Int64?
            /// How often the system has told of somebody.
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

        /// To be called before anybody can miss a change.
        func begin() {
            let arrivals = FolderWatch(owners.folder) { [weak self] in self?.arrive() }
            let version = try? database.unsafeReentrantWrite { try $0.number("PRAGMA data_version") }
            state.withLock { state in
                state.arrivals = arrivals
                state.version = version
                if arrivals == nil || owners.hasOtherOwners { start(&state) }
            }
        }

        /// To be called when the folder may be another than before.
        func renew() {
            let arrivals = FolderWatch(owners.folder) { [weak self] in self?.arrive() }
            state.withLock { state in
                guard !state.isOver else { return }
                state.arrivals = arrivals
                // The next look finds out whether anybody came in the meantime.
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

        /// Finds out whether others live, and looks at the number that SQLite counts up when another connection commits.
        func look() {
            if state.withLock({ $0.isOver }) { return }
            database.asyncWriteWithoutTransaction { [weak self] db in
                // After its end, the database may be closed, and must not be touched.
                guard let self, !state.withLock({ $0.isOver }), let version = try? db.number("PRAGMA data_version")
                else { return }
                let arrivalCount = state.withLock { $0.arrivalCount }
                let isAlone = !owners.hasOtherOwners
                state.withLock { state in
                    // Who came in the meantime may not have been seen.
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
