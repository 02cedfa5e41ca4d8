import Foundation
public import NetTaskCore

/// What is kept of a task that has started something, until that is over: its next runs poll, and do not start it again.
struct KeptStart: Codable, Sendable, Hashable {
    var acceptedAt: Date
    /// How long all of it may take from then on.
    var deadline: Duration?
    /// How many polls were answered.
    var pollCount = 0
    /// How many of its runs counted when the latest reply came.
    var runCount: Int
    /// The reply to the request that has started it.
    var reply: Data
}

extension KeptStart {
    /// What a task has kept; nil if it has started nothing, or has ended.
    init?(of task: StoredTask, _ configuration: DurableConfiguration) throws {
        guard !task.state.isEnd, let bytes = task.reply else { return nil }
        try self.init(bytes: configuration.open(bytes, task.task.codec))
    }

    /// Reads ``bytes()``.
    init(bytes: Data) throws {
        let json = Data(bytes.dropFirst(Self.checksumLength))
        guard bytes.prefix(Self.checksumLength) == Data(SHA256.hash(json)) else {
            throw ParseError("what is kept of its start is damaged")
        }
        self = try JSONDecoder().decode(Self.self, from: json)
    }

    /// As it is stored, before it is sealed: a checksum, so that no other number is polled than was given, and JSON.
    func bytes() throws -> Data {
        let json = try JSONEncoder().encode(self)
        return Data(SHA256.hash(json)) + json
    }

    private static let checksumLength = 32

    func reply<Reply>(as type: Reply.Type) throws -> Reply {
        guard let kept = type as? any DurableReply.Type, let reply = try kept.init(stored: reply) as? Reply else {
            throw ParseError("\(type) is no DurableReply")
        }
        return reply
    }

    /// What is left of its deadline. A clock that was set back adds nothing to it.
    func timeLeft(at now: Date) -> Duration? {
        deadline.map { min($0, $0 - .seconds(now.timeIntervalSince(acceptedAt))) }
    }

    /// What to keep of a reply that has accepted a task.
    ///
    /// - Throws: ``StartNotKeptError``.
    static func bytes<T: DurableNetTask>(of start: any Sendable, to task: T, isSealed: Bool) throws -> Data {
        guard T.keepsReply || isSealed else { throw StartNotKeptError(T.name, .secret) }
        if let reply = start as? any ConfidentialReply { return try reply.storedStart(of: task, isSealed: isSealed) }
        guard let bytes = (start as? any DurableReply)?.stored() else { throw StartNotKeptError(T.name, .type) }
        return bytes
    }
}

/// A reply that may quote secrets of the requests to which it belongs.
protocol ConfidentialReply: DurableReply {
    /// Returns the reply as it is to be kept: with the secrets of the task's own request known to it, too.
    func hidingSecrets(of task: some NetTask) throws -> Self
    /// Writes down the reply that accepted a task, so that the task can be polled after a relaunch.
    ///
    /// - Parameter isSealed: Whether a codec seals what is returned, and with it all secrets.
    /// - Throws: ``StartNotKeptError``.
    func storedStart(of task: some NetTask, isSealed: Bool) throws -> Data
}

/// A durable task was accepted by the server, and the reply that says so cannot be kept until it is polled, so that it could
/// not be polled after a relaunch. The task is in the dead letters; what it has started goes on.
public struct StartNotKeptError: DescribedError, Hashable {
    /// What keeps it from being kept.
    public enum Reason: Sendable, Hashable, CaseIterable {
        /// It is larger than 64 KB, or in a file.
        case size
        /// It holds a secret, or may do so, and no codec seals the task; or a header that polls need carries credentials.
        case secret
        /// Its type is no ``DurableReply``, or it does not write itself down.
        case type
    }

    /// The name of the task's operation.
    public var task: String
    /// What keeps it from being kept.
    public var reason: Reason

    /// Makes an error; queues do so by themselves.
    public init(_ task: String, _ reason: Reason) {
        self.task = task
        self.reason = reason
    }

    public var description: String {
        let why =
            switch reason {
            case .size: "it is larger than 64 KB; the server would have to say less"
            case .secret: "it may hold a secret; give the task a codec, which seals it"
            case .type: "it is nothing that writes itself down; its type has to be a DurableReply"
            }
        return "\(task) was accepted, and the reply that says so cannot be kept until it is polled: \(why)"
    }
}
