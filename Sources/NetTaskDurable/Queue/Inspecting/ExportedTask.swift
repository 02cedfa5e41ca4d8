import Foundation
import NetTaskPacking

/// A stored task as a line of JSON.
enum ExportedTask {
    static func line(for task: StoredTask) -> Data {
        let object = object(of: task).compactMapValues { $0 }
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        // Cannot fail, because the object contains only JSON types.
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

    /// The JSON of the payload, or Base64 for sealed payloads and those that are not JSON; `nil` if the payload is empty.
    private static func payload(of task: NewTask) -> Any? {
        if task.payload.isEmpty { return nil }
        if task.codec == nil, let json = try? JSONSerialization.jsonObject(with: task.payload) {
            return json
        }
        return ["base64": task.payload.base64EncodedString()]
    }
}
