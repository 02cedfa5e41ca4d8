#if Durable
    import Dispatch
    import Foundation
    import GRDB
    import NetTaskRuntime

    /// Notices what other processes do to the database: it looks once a second, but only while others live who could do
    /// anything. The system tells when one comes, so that nobody looks when he is alone.
    final class ChangeWatch: Sendable {
        private struct State {
            var timer: (any DispatchSourceTimer)?
            var arrivals: FolderWatch?
            var version: Int64?
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

        func begin() {
            let arrivals = FolderWatch(owners.folder) { [weak self] in self?.setTimer(isOn: true) }
            state.withLock { $0.arrivals = arrivals }
            look()
        }

        func end() {
            let arrivals = state.withLock { state in
                state.isOver = true
                state.timer?.cancel()
                state.timer = nil
                defer { state.arrivals = nil }
                return state.arrivals
            }
            arrivals?.cancel()
        }

        /// Finds out whether others live, and looks at the number that SQLite counts up when another connection commits.
        func look() {
            if state.withLock({ $0.isOver }) { return }
            database.asyncWriteWithoutTransaction { [weak self] db in
                guard let self, let version = try? db.number("PRAGMA data_version") else { return }
                setTimer(isOn: owners.haveCompany)
                let isNew = state.withLock { state in
                    defer { state.version = version }
                    return state.version.map { $0 != version } ?? false
                }
                if isNew { didChange() }
            }
        }

        private func setTimer(isOn: Bool) {
            state.withLock { state in
                if !isOn || state.isOver {
                    state.timer?.cancel()
                    state.timer = nil
                } else if state.timer == nil {
                    let timer = DispatchSource.makeTimerSource(queue: .global(qos: .utility))
                    timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(100))
                    timer.setEventHandler { [weak self] in self?.look() }
                    timer.resume()
                    state.timer = timer
                }
            }
        }
    }
#endif
