public import Foundation
public import NetTaskRuntime

/// A task that can be written down and made again of what was written: by another process, after a relaunch, after an
/// update of the app.
///
/// Generated code conforms where the spec says `durable`. A task of your own conforms by being `Codable`, and saying what
/// it is called on disk:
///
///     struct UploadPhoto: NetTask, DurableNetTask, Codable {
///         static let storedForm = StoredForm(kind: "UploadPhoto")
///         var path: String
///     }
public protocol DurableNetTask<Request, Reply>: NetTask {
    /// What its kind is called on disk, and which spec it is of. Must not change as long as tasks of it are stored, but
    /// for what ``StoredForm/formerKinds`` is for.
    static var storedForm: StoredForm { get }
    /// How often it is run, and how long it waits in between. Default: ``NetTaskDurability`` with its own defaults.
    static var durability: NetTaskDurability { get }
    /// Whether a reply to it may be kept on disk, so that its response can be had after a relaunch. Defaults to `true`; false
    /// in generated code where the spec says that something in the response or the errors is secret.
    static var keepsReply: Bool { get }

    /// Writes the task down. Called once, when it is enqueued, on the thread that enqueues it.
    func stored() throws -> Data
    /// Makes the task that was written down, perhaps by an earlier version of the app.
    ///
    /// - Throws: if the bytes are not of a task of this type. It is kept then, and reported.
    init(stored bytes: Data) throws
}

extension DurableNetTask {
    public static var durability: NetTaskDurability { NetTaskDurability() }

    public static var keepsReply: Bool { true }
}

extension DurableNetTask where Self: Codable {
    /// Writes the task as JSON.
    public func stored() throws -> Data {
        try JSONEncoder().encode(self)
    }

    /// Reads the task from JSON.
    public init(stored bytes: Data) throws {
        self = try JSONDecoder().decode(Self.self, from: bytes)
    }
}
