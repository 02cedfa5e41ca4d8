/// A long-running operation and its polls: `longRunning:`.
///
/// The endpoint's `response` is that of the last poll.
package struct LongRunning: Sendable, Equatable {
    /// The endpoint to poll, by its `qualifiedName`.
    package var poll: String
    /// The sources of the poll's params; `nil` if the URL is always in `Location`.
    package var params: [Param]?
    /// The conditions for success, which must all be met; empty if the status of a poll determines it.
    package var done: [Condition]
    /// The conditions for failure, which must all be met; empty if there are none.
    package var failed: [Condition]
    /// The wait between two polls; `nil` for the runtime's default.
    package var interval: Duration?
    /// The accepted statuses of the first request, as for an endpoint.
    package var acceptedStatuses: [ClosedRange<Int>]

    /// A param of the poll, and the source of its value.
    package struct Param: Sendable, Equatable {
        package var field: Field
        package var source: Source
    }

    package enum Source: Sendable, Equatable {
        /// A value in the JSON of the first reply, with the path of its keys.
        case body([String], Field.Format?)
        /// A header of the first reply.
        case header(Field)
        /// A param of the task with the same name.
        case param(Field)
    }

    package struct Condition: Sendable, Equatable {
        package var path: ResponsePath
        /// The values that match; `nil` for any value.
        package var values: [Field.DefaultValue]?
    }
}
