public import NetTaskDurable
import NetTaskHTTP

/// Has what a test says that is there.
public final class ManualConditions: ConditionProvider {
    private struct State {
        var current: TaskRequirements
        var listeners: [Int: AsyncStream<TaskRequirements>.Continuation] = [:]
        var lastListener = 0
    }

    private let state: Locked<State>

    /// Makes one; by default with nothing there.
    public init(_ current: TaskRequirements = []) {
        state = Locked(State(current: current))
    }

    public var current: TaskRequirements { state.withLock { $0.current } }

    /// Says what is there from now on, and tells those who listen.
    public func set(_ current: TaskRequirements) {
        let listeners = state.withLock { state in
            state.current = current
            return Array(state.listeners.values)
        }
        listeners.forEach { $0.yield(current) }
    }

    public func changes() -> AsyncStream<TaskRequirements> {
        let (stream, continuation) = AsyncStream<TaskRequirements>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state in
            state.lastListener += 1
            state.listeners[state.lastListener] = continuation
            return state.lastListener
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }
}
