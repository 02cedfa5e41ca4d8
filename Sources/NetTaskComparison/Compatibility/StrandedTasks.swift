package import NetTaskSpec

/// A change of a spec that concerns tasks which were stored before it.
package struct StrandedTasks: Sendable, Hashable {
    package var kind: Kind
    /// What changed, such as `endpoints.PlaceOrder.params.count`. Where there are several clients, it begins with theirs.
    package var path: String
    /// What was, and what is.
    package var message: String
    /// What to do about it.
    package var remedy: String
    /// What the tasks are called on disk, in the order of the old spec.
    package var tasks: [String]
    package var side: Difference.Side
    package var place: Diagnostic.Place

    package enum Kind: String, Sendable, CaseIterable {
        /// Stored tasks cannot be read any more, or would do something else than when they were enqueued. They are kept, and
        /// not run.
        case stranded
        /// Stored tasks are run, and there is something to know about them.
        case note
    }
}
