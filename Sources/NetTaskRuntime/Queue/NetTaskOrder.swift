/// Which of the tasks of one priority is started first.
public enum NetTaskOrder: Sendable, Hashable, CaseIterable {
    /// The one that became ready first. A task is ready when it is added, or when what it waits for has come: its date,
    /// its dependencies, its next attempt.
    case fifo
    /// The one that became ready last, such as for what the user looks at now.
    case lifo
}
