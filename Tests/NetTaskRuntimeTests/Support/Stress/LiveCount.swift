/// The number of living objects that were passed to a queue.
final class LiveCount: Sendable {
    /// Lives as long as the object that contains it.
    final class Token: Sendable {
        private let count: LiveCount

        init(_ count: LiveCount) {
            self.count = count
            count.state.update { $0.count += 1 }
        }

        deinit {
            count.leave()
        }
    }

    private let state = Box((count: 0, waiter: CheckedContinuation<Void, Never>?.none))

    private func leave() {
        let waiter = state.update { state in
            state.count -= 1
            return state.count == 0 ? state.waiter.take() : nil
        }
        waiter?.resume()
    }

    /// The number of living objects when the last one has been released, 0, or when the caller is cancelled.
    func left() async -> Int {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.update { state in
                    if state.count == 0 || Task.isCancelled { return true }
                    state.waiter = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.update { $0.waiter.take() }?.resume()
        }
        return state.value.count
    }
}
