public import Foundation
public import NetTaskCore

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

/// The durable tasks of a client, to be registered with a durable queue. Generated code has one for each client, such as
/// `Shop.durableTasks`.
public struct DurableNetTasks<Request: Sendable, Reply: Sendable>: Sendable {
    /// The types, each once.
    public var types: [any DurableNetTask<Request, Reply>.Type]

    /// Names the types.
    public init(_ types: [any DurableNetTask<Request, Reply>.Type]) {
        self.types = types
    }
}

/// What a stored task says of its type, so that a later version of the app knows it.
public struct StoredForm: Sendable, Hashable {
    /// The name on disk, such as `Shop.PlaceOrder`.
    public var kind: String
    /// Names that it had before. Tasks that were stored under one of them are tasks of this type.
    public var formerKinds: [String]
    /// The version that the spec gives itself, to be shown; empty if it gives none.
    public var version: String
    /// Stands for the layout of what is stored: it differs where the fields of the task, or of the shapes in it, differ.
    /// Empty for types that no spec describes.
    public var hash: String
    /// Raise it where what is written cannot be read by versions of the app that still run beside this one: they leave its
    /// tasks alone, and this one runs theirs. Defaults to 1.
    public var payloadVersion: Int

    /// Makes a form; what is not said is empty.
    public init(
        kind: String,
        formerKinds: [String] = [],
        version: String = "",
        hash: String = "",
        payloadVersion: Int = 1
    ) {
        self.kind = kind
        self.formerKinds = formerKinds
        self.version = version
        self.hash = hash
        self.payloadVersion = payloadVersion
    }
}

/// What stands between the stored form of a task and the disk, such as encryption. A spec names it
/// (`durable: {codec: Vault}`), and the durable queue is given it under that name.
public protocol DurableCodec: Sendable {
    /// Makes what is kept on disk. Called on the thread that enqueues.
    ///
    /// - Throws: whatever keeps it from doing so; the task is not enqueued then.
    func seal(_ bytes: Data) throws -> Data
    /// Makes of what is on disk what it was before ``seal(_:)``. Called on a thread of the concurrency pool.
    ///
    /// - Throws: if it cannot, such as for lack of the key. The task is kept then, and reported.
    func open(_ sealed: Data) throws -> Data
}

/// A reply that can be written down, so that the response of a durable task can be had after a relaunch.
public protocol DurableReply: Sendable {
    /// Writes the reply down; nil if it is not to be kept.
    func stored() -> Data?
    /// Makes the reply that was written down.
    init(stored bytes: Data) throws
}
