import Foundation

/// The work of a child process, which its parent sends.
public struct Work: Codable, Sendable {
    /// The file of the store.
    public var store: String
    public var server: String
    /// The numbers of the tasks that it adds.
    public var numbers: [Int] = []
    /// Those of them that end the process.
    public var poison: Set<Int> = []
    /// Where it ends itself; nil if nowhere.
    public var faultPoint: String?
    /// How often it passes by there before.
    public var passes = 0
    /// What is wrong with its store, to see that the check finds it.
    public var planted: PlantedFault?

    public init(store: String, server: String) {
        self.store = store
        self.server = server
    }
}

/// A way for a store to break its promises.
public enum PlantedFault: String, Codable, Sendable, CaseIterable {
    /// It says that a task is stored a while before it is.
    case skippedCommit
    /// Each claim brings another idempotency key.
    case newKeys
}
