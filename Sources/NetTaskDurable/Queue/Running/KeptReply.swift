import Foundation
import NetTaskCore

/// What is stored of a success: the task, since only the task can read its reply, and the reply.
///
/// The format in bytes: the length of the task as a big-endian number of four bytes, the task, and the reply.
struct KeptReply: Sendable, Hashable {
    var task: Data
    var reply: Data

    /// The largest task that is stored with its reply, in bytes: 64 KB.
    static let maxTask = 65_536
}

extension KeptReply {
    /// Returns nil if the bytes do not have this format.
    init?(_ bytes: Data) {
        guard bytes.count >= 4 else { return nil }
        let length = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard length <= bytes.count - 4 else { return nil }
        let rest = bytes.dropFirst(4)
        task = Data(rest.prefix(length))
        reply = Data(rest.dropFirst(length))
    }

    var bytes: Data {
        let length = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: task.count >> $0) }
        return Data(length) + task + reply
    }

    /// Returns what to store of a reply; nil for nothing.
    ///
    /// - Parameters:
    ///   - payload: the encoded task.
    ///   - codec: the codec that seals the bytes; nil if the task is not sealed.
    static func bytes(of reply: any Sendable, payload: Data, codec: (any DurableCodec)?) throws -> Data? {
        guard payload.count <= maxTask, let stored = (reply as? any DurableReply)?.stored() else { return nil }
        let bytes = KeptReply(task: payload, reply: stored).bytes
        return try codec.map { try $0.seal(bytes) } ?? bytes
    }
}

/// Makes the typed end of a stored task, for ends that were caused elsewhere.
enum StoredEnd<T: DurableNetTask> {
    /// Returns the end of a task. The task must have ended.
    static func result(
        of task: StoredTask,
        _ configuration: DurableConfiguration
    ) -> Result<T.Response, DurableTaskError<T.Rejection, T.Failure>> {
        switch task.state {
        case .succeeded:
            if let nothing = () as? T.Response { return .success(nothing) }
            guard let response = response(of: task, configuration) else { return .failure(.responseNotKept) }
            return .success(response)
        case .dead:
            let error = rejection(of: task, configuration)
            return .failure(.dead(task.deathReason ?? .abandoned, message: task.lastError ?? "", error))
        case .cancelled, .waiting, .blocked, .running:
            return .failure(.cancelled(task.cancellation ?? "The task was cancelled"))
        }
    }

    private static func rejection(
        of task: StoredTask,
        _ configuration: DurableConfiguration
    ) -> TaskError<T.Rejection, T.Failure>? {
        guard let type = T.Rejection.self as? any DurableRejection.Type, let reply = task.reply,
            let bytes = try? configuration.open(reply, task.task.codec)
        else { return nil }
        return (try? type.init(storedReply: bytes)).map { T.failure(for: $0, reply: nil) }
    }

    private static func response(of task: StoredTask, _ configuration: DurableConfiguration) -> T.Response? {
        guard let type = T.Reply.self as? any DurableReply.Type, let reply = task.reply else { return nil }
        do {
            let bytes = try configuration.open(reply, task.task.codec)
            guard let kept = KeptReply(bytes), let reply = try type.init(stored: kept.reply) as? T.Reply else {
                return nil
            }
            return try T(stored: kept.task).parse(reply)
        } catch {
            // The task succeeded, even if its response cannot be read.
            return nil
        }
    }
}
