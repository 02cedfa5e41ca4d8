import Foundation
public import NetTaskCore

/// The stored start of an operation that has not ended. Because of it, the next runs of the task poll and do not start the
/// operation again.
struct KeptStart: Codable, Sendable, Hashable {
    var acceptedAt: Date
    /// The time limit of the whole operation from ``acceptedAt`` on.
    var deadline: Duration?
    /// The number of answered polls.
    var pollCount = 0
    /// The number of counted runs when the latest reply came.
    var runCount: Int
    /// The reply to the request that started the operation.
    var reply: Data
}

extension KeptStart {
    /// Reads what a task has stored; nil if it has started nothing, or has ended.
    init?(of task: StoredTask, _ configuration: DurableConfiguration) throws {
        guard !task.state.isEnd, let bytes = task.reply else { return nil }
        try self.init(bytes: configuration.open(bytes, task.task.codec))
    }

    /// Decodes ``bytes()``.
    init(bytes: Data) throws {
        let json = Data(bytes.dropFirst(Self.checksumLength))
        guard bytes.prefix(Self.checksumLength) == Data(SHA256.hash(json)) else {
            throw ParseError("the stored start is damaged")
        }
        self = try JSONDecoder().decode(Self.self, from: json)
    }

    /// The stored form before it is sealed: a checksum and JSON. The checksum detects damage, so that the task never polls
    /// another operation.
    func bytes() throws -> Data {
        let json = try JSONEncoder().encode(self)
        return Data(SHA256.hash(json)) + json
    }

    private static let checksumLength = 32

    func reply<Reply>(as type: Reply.Type) throws -> Reply {
        guard let kept = type as? any DurableReply.Type, let reply = try kept.init(stored: reply) as? Reply else {
            throw ParseError("\(type) does not conform to DurableReply")
        }
        return reply
    }

    /// The time that is left until the deadline. A clock that was set back does not extend it.
    func timeLeft(at now: Date) -> Duration? {
        deadline.map { min($0, $0 - .seconds(now.timeIntervalSince(acceptedAt))) }
    }

    /// Returns what to store of a reply that accepted a task.
    ///
    /// - Throws: ``StartNotKeptError``.
    static func bytes<T: DurableNetTask>(of start: any Sendable, to task: T, isSealed: Bool) throws -> Data {
        guard T.keepsReply || isSealed else { throw StartNotKeptError(T.name, .secret) }
        if let reply = start as? any ConfidentialReply { return try reply.storedStart(of: task, isSealed: isSealed) }
        guard let bytes = (start as? any DurableReply)?.stored() else { throw StartNotKeptError(T.name, .type) }
        return bytes
    }
}

/// A reply that may contain secrets of its requests.
protocol ConfidentialReply: DurableReply {
    /// Returns the reply for storing: it also hides the secrets of the task's own request.
    func hidingSecrets(of task: some NetTask) throws -> Self
    /// Encodes the reply that accepted a task, so that the task can be polled after a relaunch.
    ///
    /// - Parameter isSealed: whether a codec seals the returned bytes, with all secrets in them.
    /// - Throws: ``StartNotKeptError``.
    func storedStart(of task: some NetTask, isSealed: Bool) throws -> Data
}

/// A server accepted a durable task, but its reply cannot be stored, so that the task could not be polled after a relaunch.
///
/// The task is moved to the dead letters. The operation continues on the server.
public struct StartNotKeptError: DescribedError, Hashable {
    /// Why the reply cannot be stored.
    public enum Reason: Sendable, Hashable, CaseIterable {
        /// The reply is larger than 64 KB, or in a file.
        case size
        /// The reply contains or may contain a secret, or a header that polls need carries credentials, and no codec seals the
        /// task.
        case secret
        /// The type of the reply does not conform to ``DurableReply``, or the reply cannot be encoded.
        case type
    }

    /// The name of the task's operation.
    public var task: String
    /// Why the reply cannot be stored.
    public var reason: Reason

    /// Makes an error. Queues make these errors themselves.
    public init(_ task: String, _ reason: Reason) {
        self.task = task
        self.reason = reason
    }

    public var description: String {
        let why =
            switch reason {
            case .size: "it is larger than 64 KB, so the server has to send a smaller one"
            case .secret: "it may contain a secret, so the task needs a codec that seals it"
            case .type: "it cannot be encoded, so its type has to conform to DurableReply"
            }
        return "\(task) was accepted, but the reply cannot be stored for polling: \(why)"
    }
}
