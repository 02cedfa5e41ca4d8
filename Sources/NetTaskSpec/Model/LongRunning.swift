/// What an endpoint starts that takes long, and how it is asked how far that has come: what `longRunning:` says.
///
/// The endpoint's `response` is what comes of it then, which is that of the endpoint that asks.
package struct LongRunning: Sendable, Equatable {
    /// The endpoint that asks, by its `qualifiedName`.
    package var poll: String
    /// Where its params come from; nil where only a `Location` says whom to ask.
    package var params: [Param]?
    /// When it is over, all of these; empty where the status of a poll says it.
    package var done: [Condition]
    /// When it has failed, all of these; empty where nothing says it.
    package var failed: [Condition]
    /// The wait between two polls; nil for what the runtime has.
    package var interval: Duration?
    /// As of the endpoint, of the request that starts it.
    package var acceptedStatuses: [ClosedRange<Int>]

    /// A param of the endpoint that asks, and where its value is.
    package struct Param: Sendable, Equatable {
        package var field: Field
        package var source: Source
    }

    package enum Source: Sendable, Equatable {
        /// In the JSON of the first reply, at these keys.
        case body([String], Field.Format?)
        /// A header of the first reply.
        case header(Field)
        /// A param of the task that starts it, of the same name.
        case param(Field)
    }

    package struct Condition: Sendable, Equatable {
        package var path: ResponsePath
        /// One of these is there; nil where any will do.
        package var values: [Field.DefaultValue]?
    }
}
