import Foundation
import NetTaskCore
import NetTaskPacking

/// Makes the values to store for tasks that are enqueued.
struct NewTaskMaker: Sendable {
    let configuration: DurableConfiguration
    let random: RandomSource
    let now: Date
    let traceContext: [String: String]

    func make<T: DurableNetTask>(of task: T, _ options: DurableNetTaskOptions) throws(EnqueueError) -> NewTask {
        let settings = T.settings
        let durability = options.durability ?? T.durability
        let form = T.storedForm
        let payload: Data
        do {
            payload = try task.stored()
        } catch {
            throw .notStorable(error)
        }
        var new = NewTask(
            kind: (task as? NamedTask)?.name ?? form.kind,
            specVersion: form.version,
            specHash: form.hash,
            codec: durability.codec,
            payload: try sealed(payload, by: durability.codec),
            idempotencyKey: try idempotencyKey(of: T.self, options)
        )
        new.payloadVersion = form.payloadVersion
        new.priority = options.priority ?? settings.priority
        new.notBefore = options.notBefore
        new.expires = options.expires ?? settings.expires.map { now + $0.seconds }
        new.durability = durability
        new.requirements = options.requirements.union(durability.requirements)
        new.tags = options.tags
        new.group = options.group
        new.dependencies = options.dependencies
        new.traceContext = traceContext
        new.uniqueness = options.uniqueness
        if new.uniqueness == nil {
            new.uniqueness = try uniqueness(of: task, settings, payload: payload)
        }
        return new
    }

    private func sealed(_ payload: Data, by name: String?) throws(EnqueueError) -> Data {
        guard let codec = try configuration.codec(name) else { return payload }
        do {
            return try codec.seal(payload)
        } catch {
            throw .notStorable(error)
        }
    }

    private func idempotencyKey<T: DurableNetTask>(
        of type: T.Type,
        _ options: DurableNetTaskOptions
    ) throws(EnqueueError) -> String {
        guard let key = options.idempotencyKey else { return random.uuid() }
        guard T.settings.idempotencyKey != nil else {
            throw .idempotencyKey("the settings of \(T.name) have no header for the key")
        }
        if let refusal = NetTaskIdempotencyKey.refusal(of: key) {
            throw .idempotencyKey(refusal)
        }
        return key
    }

    private func uniqueness<T: DurableNetTask>(
        of task: T,
        _ settings: NetTaskSettings,
        payload: Data
    ) throws(EnqueueError) -> TaskUniqueness? {
        let policy: TaskUniqueness.Policy
        switch settings.duplicates {
        case nil, .allow: return nil
        case .rejectNew: policy = .rejectNew
        case .cancelOld: policy = .cancelOld
        case .coalesce: policy = .coalesce
        }
        do {
            return TaskUniqueness(key: try UniqueKey.key(of: task, payload: payload), policy: policy)
        } catch {
            throw .notStorable(error)
        }
    }
}

/// A hash that identifies duplicates on disk. A hash, because the compared values may contain secrets.
enum UniqueKey {
    /// - Parameter payload: the stored form of the task, which is compared if its requests cannot be compared.
    static func key<T: DurableNetTask>(of task: T, payload: Data) throws -> String {
        let bytes = try ParameterPacker.identityBytes(of: task) ?? canonical(payload)
        return SHA256.hash(bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Returns JSON with sorted members, because equal tasks may be encoded in different orders. Other bytes stay unchanged.
    private static func canonical(_ payload: Data) -> Data {
        guard let object = try? JSONSerialization.jsonObject(with: payload, options: .fragmentsAllowed) else {
            return payload
        }
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed]
        return (try? JSONSerialization.data(withJSONObject: object, options: options)) ?? payload
    }
}

extension DurableNetTask {
    /// The values to store for the task, for code that stores it without a queue.
    package func newTask(
        _ options: [DurableNetTaskOption],
        _ configuration: DurableConfiguration
    ) throws(EnqueueError) -> NewTask {
        let options = DurableNetTaskOptions(options)
        let maker = NewTaskMaker(
            configuration: configuration,
            random: RandomSource(configuration.random),
            now: configuration.wallClock(),
            traceContext: options.traceContext ?? [:]
        )
        return try maker.make(of: self, options)
    }
}
