import NetTaskRuntime

/// What the tests let attempts fail with.
enum TestError: Error, Equatable {
    case unsent, transient, final
    case throttled(Duration)
    case numbered(Int)
}

/// A handler of a protocol that is not HTTP: text goes out, text comes back, and the test says when and which.
final class ManualHandler: NetTaskQueueHandler {
    /// An attempt that waits for its answer.
    struct Call: Sendable {
        let request: String
        let context: NetTaskContext
        fileprivate let number: Int
        fileprivate let handler: ManualHandler

        func succeed(_ reply: String = "") { handler.answer(number, .success(reply)) }
        func fail(_ error: any Error) { handler.answer(number, .failure(error)) }
        var isCancelled: Bool { handler.state.value.cancelled.contains(number) }
    }

    private struct State {
        var calls: [Call] = []
        var nextCall = 0
        var watchers: [CheckedContinuation<Call, Never>] = []
        var open: [Int: CheckedContinuation<String, any Error>] = [:]
        var cancelled: Set<Int> = []
        var highestCount = 0
        var judged = 0
    }

    private let state = Box(State())
    private let endsWhenCancelled: Bool

    /// - Parameter endsWhenCancelled: whether an attempt that is cancelled throws by itself.
    init(endsWhenCancelled: Bool = true) {
        self.endsWhenCancelled = endsWhenCancelled
    }

    /// The requests so far, in order.
    var requests: [String] { state.value.calls.map(\.request) }
    var inFlightCount: Int { state.value.open.count }
    /// The most attempts that were under way at once.
    var highestCount: Int { state.value.highestCount }
    /// How often a failure was judged.
    var judgedCount: Int { state.value.judged }

    /// The next attempt in order of arrival that no one has taken yet.
    func next() async -> Call {
        await withCheckedContinuation { continuation in
            let call: Call? = state.update { state in
                if state.nextCall < state.calls.count {
                    defer { state.nextCall += 1 }
                    return state.calls[state.nextCall]
                }
                state.watchers.append(continuation)
                return nil
            }
            if let call {
                continuation.resume(returning: call)
            }
        }
    }

    func send(_ request: String, context: NetTaskContext) async throws -> String {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                begin(request, context, continuation)
            }
        } onCancel: {
            cancel(id: context.id, attempt: context.attempt)
        }
    }

    private func begin(
        _ request: String,
        _ context: NetTaskContext,
        _ continuation: CheckedContinuation<String, any Error>
    ) {
        let (watcher, call) = state.update { state in
            let call = Call(request: request, context: context, number: state.calls.count, handler: self)
            state.calls.append(call)
            state.open[call.number] = continuation
            state.highestCount = max(state.highestCount, state.open.count)
            guard !state.watchers.isEmpty else { return (nil as CheckedContinuation<Call, Never>?, call) }
            state.nextCall += 1
            return (state.watchers.removeFirst(), call)
        }
        watcher?.resume(returning: call)
        if Task.isCancelled {
            cancel(id: context.id, attempt: context.attempt)
        }
    }

    private func cancel(id: NetTaskID, attempt: Int) {
        let call = state.update { state in
            let call = state.calls.last { $0.context.id == id && $0.context.attempt == attempt }
            if let call {
                state.cancelled.insert(call.number)
            }
            return call
        }
        if endsWhenCancelled {
            call?.fail(CancellationError())
        }
    }

    private func answer(_ number: Int, _ result: Result<String, any Error>) {
        state.update { $0.open.removeValue(forKey: number) }?.resume(with: result)
    }

    func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition {
        state.update { $0.judged += 1 }
        switch error as? TestError {
        case .unsent: return .unsent
        case .transient, .numbered: return .transient
        case .throttled(let wait): return .throttled(after: wait)
        case .final: return .final
        case nil: return error is TimeoutError ? .transient : .final
        }
    }
}
