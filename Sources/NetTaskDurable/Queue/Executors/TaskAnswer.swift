/// What an executor says of a run.
public enum TaskAnswer: Sendable {
    /// The task is done.
    case success
    /// It went wrong, and may be tried again.
    case failure(any Error)
    /// It went wrong, and would again: the task goes to the dead letters.
    case abandon(any Error)
}
