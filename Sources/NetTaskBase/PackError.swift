import Foundation

/// A task that cannot be made into a request. Nothing was sent.
public struct PackError: Error, Sendable, Hashable {
    /// The name of the task's operation.
    public var task: String
    /// The wire name of the param, `author.name` for one inside a shape; empty where it is not about one.
    public var parameter: String
    /// What is wrong, and what would be right.
    public var reason: String

    /// Makes an error, such as in a `pack` of your own.
    public init(task: String, parameter: String, reason: String) {
        self.task = task
        self.parameter = parameter
        self.reason = reason
    }
}

extension PackError: DescribedError {
    public var description: String {
        let what = parameter.isEmpty ? task : "\(task): \"\(parameter)\""
        return "\(what) cannot be packed: \(reason)"
    }
}
