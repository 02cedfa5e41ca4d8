import Foundation
import NetTaskPacking

/// A stored task as one line of JSON.
enum ExportedTask {
    static func line(for task: StoredTask) -> Data {
        let object = object(of: task).compactMapValues { $0 }
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        // All of it is made here, of what JSON can hold.
        let line = (try? JSONSerialization.data(withJSONObject: object, options: options)) ?? Data("{}".utf8)
        return line + Data("\n".utf8)
    }

    private static func object(of stored: StoredTask) -> [String: Any?] {
        let task = stored.task
        return [
            "id": stored.id.rawValue,
            "kind": task.kind,
            "state": stored.state.rawValue,
            "specVersion": task.specVersion,
            "specHash": task.specHash,
            "payloadVersion": task.payloadVersion,
            "codec": task.codec,
            "payload": payload(of: task),
            "idempotencyKey": task.idempotencyKey,
            "priority": "\(stored.priority)",
            "enqueuedAt": stored.enqueuedAt.iso8601Text,
            "dueAt": stored.dueAt.iso8601Text,
            "expires": task.expires.map(\.iso8601Text),
            "endedAt": stored.endedAt.map(\.iso8601Text),
            "runCount": stored.runCount,
            "lostLeaseCount": stored.lostLeaseCount,
            "lastError": stored.lastError,
            "deathReason": stored.deathReason?.rawValue,
            "cancellation": stored.cancellation,
            "tags": task.tags,
            "group": task.group,
            "uniqueKey": task.uniqueness?.key,
            "dependsOn": task.dependencies.map(\.id.rawValue),
            "requirements": task.requirements.rawValue,
            "traceContext": task.traceContext,
        ]
    }

    /// The JSON that it is, or Base64 of what is sealed or something else; nil if there is none.
    private static func payload(of task: NewTask) -> Any? {
        if task.payload.isEmpty { return nil }
        if task.codec == nil, let json = try? JSONSerialization.jsonObject(with: task.payload) {
            return json
        }
        return ["base64": task.payload.base64EncodedString()]
    }
}
