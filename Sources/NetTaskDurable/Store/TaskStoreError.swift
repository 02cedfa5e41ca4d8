import Foundation
public import NetTaskRuntime

/// Why a store could not do what it was asked to.
///
/// A `do` that can throw it has to end with a `catch` without a pattern, such as `catch { throw error }`. Without one,
/// Swift 6.3.1 crashes in many functions that throw.
public enum TaskStoreError: Error, Sendable, Hashable {
    /// The disk is full. Nothing was changed; what is stored is as it was.
    case full(String)
    /// The file, or its folder, cannot be written.
    case readOnly(String)
    /// The file is damaged, or is no store. Nothing was changed.
    case damaged(String)
    /// The file was written by a later version of NetTask.
    case tooNew(String)
    /// Somebody else kept the file to himself for too long.
    case busy(String)
    /// A task is to depend on one that the store does not know, or no longer.
    case unknownDependency(DurableTaskID)
    /// The store was closed.
    case closed
    /// Anything else.
    case other(String)
}

extension TaskStoreError: DescribedError {
    public var description: String {
        switch self {
        case .full(let text), .readOnly(let text), .damaged(let text), .tooNew(let text), .busy(let text),
            .other(let text):
            text
        case .unknownDependency(let id): "There is no task \(id) to depend on, or no longer"
        case .closed: "The store is closed"
        }
    }
}
