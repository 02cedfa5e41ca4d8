/// A stage of a task's life. The last three are ends.
public enum NetTaskPhase: Sendable, Hashable, CaseIterable {
    /// Not started yet: in line, or waiting for its date or for other tasks.
    case waiting
    /// An attempt is under way.
    case running
    /// Waiting for its next attempt.
    case retrying
    /// It has its response.
    case succeeded
    /// It ended with an error other than a cancellation.
    case failed
    /// It was cancelled.
    case cancelled

    var isEnd: Bool {
        switch self {
        case .waiting, .running, .retrying: false
        case .succeeded, .failed, .cancelled: true
        }
    }
}
