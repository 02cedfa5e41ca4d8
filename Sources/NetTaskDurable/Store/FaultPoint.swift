/// A moment at which the process may end, for the tests that end it there.
package enum FaultPoint: String, Sendable, CaseIterable {
    case insertBeforeCommit, insertAfterCommit
    case claimBeforeCommit, claimAfterCommit
    case endBeforeCommit, endAfterCommit
    case recoverBeforeCommit, recoverAfterCommit
    /// A claimed task has been read, and nothing has been sent.
    case runBeforeSend
    /// The reply is there, and the store has not been told.
    case runAfterReply
}

/// Told of each point that is reached. Nobody is, but in tests.
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
