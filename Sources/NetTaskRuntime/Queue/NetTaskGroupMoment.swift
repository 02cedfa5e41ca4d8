/// What one can subscribe to with ``NetTaskGroupHandle/subscribe(_:_:)``.
public enum NetTaskGroupMoment: Sendable, Hashable, CaseIterable {
    /// The group succeeded or failed. A cancelled one never finishes.
    case finished
    /// The group was cancelled, or one of its tasks was.
    case cancelled
    /// The group is over, whichever way.
    case ended

    var ofTask: NetTaskMoment {
        switch self {
        case .finished: .finished
        case .cancelled: .cancelled
        case .ended: .ended
        }
    }
}
