#if Durable
    import Dispatch
    import Foundation
    import GRDB
    import NetTaskRuntime

    /// Looks once a second whether another process has changed the database. Only while others live who could: nobody polls
    /// when he is alone.
    final class ChangeWatch: Sendable {
        private struct State {
            var timer: (any DispatchSourceTimer)?
            var version: Int64?
        }

        private let database: any DatabaseWriter
        private let didChange: @Sendable () -> Void
        private let state = Locked(State())

        init(database: any DatabaseWriter, didChange: @escaping @Sendable () -> Void) {
            self.database = database
            self.didChange = didChange
        }

        deinit {
            state.withLock { $0.timer?.cancel() }
        }

        var isOn: Bool { state.withLock { $0.timer != nil } }

        func set(isOn: Bool) {
            state.withLock { state in
                if !isOn {
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

        /// Compares the number that SQLite counts up when another connection commits.
        func look() {
            database.asyncWriteWithoutTransaction { [weak self] db in
                guard let self, let version = try? db.number("PRAGMA data_version") else { return }
                let isNew = state.withLock { state in
                    defer { state.version = version }
                    return state.version != version
                }
                if isNew { didChange() }
            }
        }
    }
#endif
