/// What one can subscribe to with ``NetTaskHandle/subscribe(_:_:)``.
public enum NetTaskMoment: Sendable, Hashable, CaseIterable {
    /// An attempt began. Told once for each.
    case started
    /// An attempt failed and is to be repeated. Told once for each retry.
    case retrying
    /// The task succeeded or failed. A cancelled one never finishes.
    case finished
    /// The task was cancelled.
    case cancelled
    /// The task is over, whichever way.
    case ended

    /// Whether who waits for this moment is to be told of that one, which has come.
    func includes(_ moment: NetTaskMoment) -> Bool {
        self == moment || self == .ended && (moment == .finished || moment == .cancelled)
    }
}
