public import Foundation
public import NetTaskCore

/// A task that can be stored and decoded again: by another process, after a relaunch, or after an update of the app.
///
/// Generated tasks conform if the spec has `durable`. A task of your own conforms if it is `Codable` and has a stored form:
///
///     struct UploadPhoto: NetTask, DurableNetTask, Codable {
///         static let storedForm = StoredForm(kind: "UploadPhoto")
///         var path: String
///     }
public protocol DurableNetTask<Request, Reply>: NetTask {
    /// The name of its kind on disk, and its spec. While tasks of the kind are stored, change it only with the help of
    /// ``StoredForm/formerKinds``.
    static var storedForm: StoredForm { get }
    /// The number of runs, and the waits between them. Default: ``NetTaskDurability`` with its defaults.
    static var durability: NetTaskDurability { get }
    /// Whether a reply may be stored, so that its response is available after a relaunch. Default: `true`; false in generated
    /// code if the spec marks a part of the response or of the errors as secret.
    static var keepsReply: Bool { get }

    /// Encodes the task. Called once on the thread of the caller, when the task is enqueued.
    func stored() throws -> Data
    /// Decodes a stored task, possibly of an earlier version of the app.
    ///
    /// - Throws: an error if the bytes are not a task of this type. The stored task is then kept and reported.
    init(stored bytes: Data) throws
}

extension DurableNetTask {
    public static var durability: NetTaskDurability { NetTaskDurability() }

    public static var keepsReply: Bool { true }
}

extension DurableNetTask where Self: Codable {
    /// Encodes the task as JSON.
    public func stored() throws -> Data {
        try JSONEncoder().encode(self)
    }

    /// Decodes the task from JSON.
    public init(stored bytes: Data) throws {
        self = try JSONDecoder().decode(Self.self, from: bytes)
    }
}

/// The durable tasks of a client, to be registered with a durable queue. Generated code has one such value for each client,
/// such as `Shop.durableTasks`.
public struct DurableNetTasks<Request: Sendable, Reply: Sendable>: Sendable {
    /// The types, each once.
    public var types: [any DurableNetTask<Request, Reply>.Type]

    /// Makes a list of types.
    public init(_ types: [any DurableNetTask<Request, Reply>.Type]) {
        self.types = types
    }
}

/// The description of a task's type that is stored with it, so that a later version of the app knows the type.
public struct StoredForm: Sendable, Hashable {
    /// The name on disk, such as `Shop.PlaceOrder`.
    public var kind: String
    /// Its former names. Tasks that were stored under one of them have this type.
    public var formerKinds: [String]
    /// The version of the spec, for display; empty if the spec has none.
    public var version: String
    /// Identifies the layout of the stored task: it changes with the fields of the task or of its shapes. Empty for types
    /// without a spec.
    public var hash: String
    /// The version of the payload. Raise it when versions of the app that still run cannot read the new payloads: they then
    /// leave these tasks alone, and this version runs theirs. Default: 1.
    public var payloadVersion: Int

    /// Makes a form. Values that are left out are empty.
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

/// A conversion between the stored form of a task and the disk, such as encryption. A spec names it (`durable: {codec:
/// Vault}`), and the configuration of the durable queue has a codec of that name.
public protocol DurableCodec: Sendable {
    /// Seals bytes for the disk. Called on the thread of the caller, when a task is enqueued.
    ///
    /// - Throws: an error if the bytes cannot be sealed. The task is then not enqueued.
    func seal(_ bytes: Data) throws -> Data
    /// Reverses ``seal(_:)``. Called on a thread of the concurrency pool.
    ///
    /// - Throws: an error if the bytes cannot be opened, for example without the key. The task is then kept and reported.
    func open(_ sealed: Data) throws -> Data
}

/// A reply that can be stored, so that the response of a durable task is available after a relaunch.
public protocol DurableReply: Sendable {
    /// Encodes the reply; nil if it is not to be stored.
    func stored() -> Data?
    /// Decodes a stored reply.
    init(stored bytes: Data) throws
}
