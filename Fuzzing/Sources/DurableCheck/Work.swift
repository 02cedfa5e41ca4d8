import Foundation

/// The work of a child process, which its parent sends.
public struct Work: Codable, Sendable {
    /// The file of the store.
    public var store: String
    public var server: String
    /// The numbers of the tasks that it adds.
    public var numbers: [Int] = []
    /// The numbers of the tasks that end the process.
    public var poison: Set<Int> = []
    /// The fault point at which it ends itself; nil for none.
    public var faultPoint: String?
    /// The number of times it passes the point before.
    public var passes = 0
    /// The fault of its store, to test that the check finds it.
    public var planted: PlantedFault?

    public init(store: String, server: String) {
        self.store = store
        self.server = server
    }
}

/// A way for a store to break its promises.
public enum PlantedFault: String, Codable, Sendable, CaseIterable {
    /// It reports that a task is stored some time before it is.
    case skippedCommit
    /// Each claim returns another idempotency key.
    case newKeys
}
