package import NetTaskSpec

/// One thing in which a spec differs from what it was, and whom that concerns.
package struct Difference: Sendable, Hashable {
    package var kinds: Set<Kind>
    /// What differs, such as `endpoints.ListPosts.params.limit`. Where there are several clients, it begins with theirs.
    package var path: String
    /// What was, and what is.
    package var message: String
    package var side: Side
    package var place: Diagnostic.Place

    package enum Kind: String, Sendable, CaseIterable {
        /// Swift code that uses the generated client does not compile any more, or does something else.
        case callers
        /// A server for the old spec does not understand what is sent now, or its replies cannot be read any more.
        case server
        /// What was not there before, and is in nobody's way.
        case additive
        /// Nobody's code breaks, but tasks are delivered in another way: `durable`, `unique`, `coalesce`, `idempotent` and
        /// `idempotencyKey`.
        case delivery
        /// Nothing of that: documentation, times, retries and the like.
        case other
    }

    /// The spec in which the place is: the old one for what is gone.
    package enum Side: String, Sendable {
        case old
        case new
    }
}
