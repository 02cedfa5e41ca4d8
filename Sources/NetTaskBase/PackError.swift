import NetTaskSystem

/// A task cannot be made into a request. Nothing was sent.
public struct PackError: Error, Sendable, Hashable {
    /// The name of the task's operation.
    public var task: String
    /// The wire name of the param, such as `author.name` for one inside a shape. Empty if the error is not about a param.
    public var parameter: String
    /// What is invalid, and what is valid instead.
    public var reason: String
    /// The constraint of the spec that the value violates, such as `minimum: 1`; `nil` for other errors. Only endpoints with
    /// `validate: true` check constraints.
    public var constraint: String?

    /// The method and the uri in the spec, such as `GET posts/{id}`; empty if the protocol has none.
    package var request = ""

    /// Makes an error, such as in your own implementation of `pack`.
    public init(task: String, parameter: String, reason: String, constraint: String? = nil) {
        (self.task, self.parameter, self.reason, self.constraint) = (task, parameter, reason, constraint)
    }
}

extension PackError: DescribedError {
    public var description: String {
        let what = parameter.isEmpty ? "the task" : "\"\(parameter)\""
        return errorStart(request.isEmpty ? task : request, attempt: 0) + "\(what) cannot be packed: \(reason)"
    }
}
