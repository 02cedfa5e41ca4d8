import Foundation
public import NetTaskHTTP

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
        guard var reply = start as? HTTPReply, let polling = task as? any NetTaskPolling<HTTPMessage, HTTPReply> else {
            guard let bytes = (start as? any DurableReply)?.stored() else { throw StartNotKeptError(T.name, .type) }
            return bytes
        }
        let poll = try? reply.poll(of: polling)
        // What seals it seals what is secret. Else that of the polls counts, too, which may have come with this reply.
        reply.redaction = isSealed ? Redaction(secrets: []) : poll.map(reply.redaction.adding) ?? reply.redaction
        guard let bytes = reply.stored() else {
            throw StartNotKeptError(T.name, reply.isTooLargeToStore ? .size : .secret)
        }
        // A header that is left out may be the one that says whom to ask.
        guard (try? HTTPReply(stored: bytes).poll(of: polling)) == poll else {
            throw StartNotKeptError(T.name, .secret)
        }
        return bytes
    }
}

extension HTTPReply {
    /// What a task sends to poll after this reply.
    fileprivate func poll<T: NetTaskPolling>(of task: T) throws -> HTTPMessage
    where T.Request == HTTPMessage, T.Reply == HTTPReply {
        try T.poll(for: task, after: self).pack()
    }
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
