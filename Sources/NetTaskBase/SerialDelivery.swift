/// Calls closures one after the other, in the order in which they were posted.
///
/// The closures run on the concurrency pool, never on the thread that posts them, because that thread may hold locks.
package final class SerialDelivery: Sendable {
    package typealias Action = @Sendable () async -> Void

    private struct State {
        var actions: [Action] = []
        var isDelivering = false
    }

    private let state = Locked(State())

    package init() {}

    package func post(_ action: @escaping Action) {
        let isFirst = state.withLock { state in
            state.actions.append(action)
            defer { state.isDelivering = true }
            return !state.isDelivering
        }
        guard isFirst else { return }
        Task.detached(priority: Task.currentPriority) {
            var actions = self.takeAll()
            while !actions.isEmpty {
                for action in actions {
                    await action()
                }
                actions = self.takeAll()
            }
        }
    }

    private func takeAll() -> [Action] {
        state.withLock { state in
            state.isDelivering = !state.actions.isEmpty
            defer { state.actions = [] }
            return state.actions
        }
    }
}
