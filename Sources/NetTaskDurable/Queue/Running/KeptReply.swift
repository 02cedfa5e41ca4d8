import Foundation
import NetTaskRuntime

/// What is kept of a success: the task, since only it can read its reply, and the reply.
///
/// In bytes: the length of the task in four of them, the most significant first; the task; the reply.
struct KeptReply: Sendable, Hashable {
    var task: Data
    var reply: Data

    /// The largest task that is kept with its reply, in bytes: 64 KB.
    static let maxTask = 65_536

    init(task: Data, reply: Data) {
        self.task = task
        self.reply = reply
    }

    /// nil if the bytes are nothing of that kind.
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

    /// What to keep of a reply; nil for nothing.
    ///
    /// - Parameters:
    ///   - payload: the task as it writes itself down.
    ///   - codec: seals it, if the task is sealed.
    static func bytes(of reply: any Sendable, payload: Data, codec: (any DurableCodec)?) throws -> Data? {
        guard payload.count <= maxTask, let stored = (reply as? any DurableReply)?.stored() else { return nil }
        let bytes = KeptReply(task: payload, reply: stored).bytes
        return try codec.map { try $0.seal(bytes) } ?? bytes
    }
}
