/// A rule that the model breaks on purpose, to verify that the comparison detects it.
enum ModelFault: Sendable, CaseIterable {
    case limitIsOneMore
    case lifoAndFifoAreSwapped
    case noRefillAfterCancel
    case noRefillInRetryWait
    case retryOvertakesTheLine
    case keyLimitIsIgnored
    case fullKeyBlocksOthers
    case priorityChangeIsIgnored
    case samePriorityGoesToTheEnd
    case dependentsOfAFailedTaskRun
    case failurePolicyIsIgnored
    case causeIsTheFirstOfTheChain
    case groupIsIgnored
    case groupEndsWithASuccess
    case groupSparesRunningTasks
    case newDependencyLeavesATaskReady
    case cyclesAreAccepted
    case dateIsIgnoredAfterDependencies
    case expiryEndsRunningTasks
    case retryAfterExpiryIsWaitedFor
    case deadlineCountsFromAdding
    case deadlineSparesRunningTasks
    case timeOutIsToldTwice
    case suspendedRetryStarts
    case staleAttemptIsAccepted
    case shutDownStillRetries
    case releaseForgetsWaitingTasks
    case wakesThoughFull

    /// The number of sequences within which it must be detected.
    var patience: UInt64 {
        switch self {
        case .samePriorityGoesToTheEnd, .staleAttemptIsAccepted: 5_000
        default: 500
        }
    }
}
