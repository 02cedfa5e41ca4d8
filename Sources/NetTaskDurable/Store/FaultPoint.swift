/// A point at which the process may end. Tests end it there.
package enum FaultPoint: String, Sendable, CaseIterable {
    case insertBeforeCommit, insertAfterCommit
    case claimBeforeCommit, claimAfterCommit
    case endBeforeCommit, endAfterCommit
    case recoverBeforeCommit, recoverAfterCommit
    /// A claimed task was read, and nothing was sent.
    case runBeforeSend
    /// The reply has arrived, and the store was not notified.
    case runAfterReply
}

/// Called at each point. Only tests set it.
package struct FaultPoints: Sendable {
    package var reached: (@Sendable (FaultPoint) -> Void)?

    package init(reached: (@Sendable (FaultPoint) -> Void)? = nil) {
        self.reached = reached
    }

    @inline(__always)
    package func callAsFunction(_ point: FaultPoint) {
        reached?(point)
    }
}
