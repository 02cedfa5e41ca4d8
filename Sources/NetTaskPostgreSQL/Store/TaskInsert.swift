#if PostgreSQL
    import Foundation
    import NetTaskCore
    import NetTaskDurable

    /// The values that many tasks of a kind share.
    struct TaskForm: Encodable, Hashable {
        var kind: String
        var payloadVersion: Int
        var specVersion: String
        var specHash: String
        var codec: String?
        var requirements: Int
        var maxRunCount: Int
        var interval: Int64
        var maxInterval: Int64
        var durableCodec: String?
        var durableRequirements: Int

        init(_ task: NewTask) {
            kind = task.kind
            payloadVersion = task.payloadVersion
            specVersion = task.specVersion
            specHash = task.specHash
            codec = task.codec
            requirements = task.requirements.rawValue
            maxRunCount = task.durability.maxRunCount
            interval = task.durability.interval.nanoseconds
            maxInterval = task.durability.maxInterval.nanoseconds
            durableCodec = task.durability.codec
            durableRequirements = task.durability.requirements.rawValue
        }
    }

    /// New tasks as `nettask.insert_tasks` takes them.
    struct TaskInsert {
        static let sql = "SELECT * FROM nettask.insert_tasks($1, $2, $3, $4, $5, $6, $7)"
        /// The largest size of a payload in bytes.
        static let maxPayloadSize = 1_048_576

        /// The values that few tasks have.
        private struct Options: Encodable {
            var notBefore: Int64?
            var expires: Int64?
            var tags: [String]?
            var traceContext: [String: String]?
            var group: String?
            var uniqueKey: String?
            var uniquePolicy: String?
            var dependencies: [TaskDependency]?

            init?(_ task: NewTask) throws(TaskStoreError) {
                if task.notBefore == nil, task.expires == nil, task.tags.isEmpty, task.traceContext.isEmpty,
                    task.isPlain
                {
                    return nil
                }
                notBefore = try task.notBefore.map(TaskInsert.microseconds)
                expires = try task.expires.map(TaskInsert.microseconds)
                tags = task.tags.isEmpty ? nil : task.tags
                traceContext = task.traceContext.isEmpty ? nil : task.traceContext
                group = task.group
                uniqueKey = task.uniqueness?.key
                uniquePolicy = task.uniqueness?.policy.rawValue
                dependencies = task.dependencies.isEmpty ? nil : task.dependencies
            }
        }

        private var forms: [TaskForm] = []
        private var numbers: [TaskForm: Int64] = [:]
        private var formOf: [Int64?] = []
        private var keys: [String?] = []
        private var payloads: [Data?] = []
        private var priorities: [Int64?] = []
        private var options: [String?] = []

        init(_ tasks: [NewTask]) throws(TaskStoreError) {
            for task in tasks {
                try Self.check(task)
                let form = TaskForm(task)
                let number = numbers[form] ?? Int64(forms.count + 1)
                if number > forms.count {
                    forms.append(form)
                    numbers[form] = number
                }
                formOf.append(number)
                keys.append(task.idempotencyKey)
                payloads.append(task.payload)
                priorities.append(Int64(task.priority.rawValue))
                options.append(try Options(task).map(Self.json))
            }
        }

        /// - Throws: `TaskStoreError.tooLarge(_:)`.
        static func check(_ task: NewTask) throws(TaskStoreError) {
            if task.payload.count > maxPayloadSize {
                throw .tooLarge(
                    """
                    A task of the kind \(task.kind) has a payload of \(task.payload.count) bytes, and PostgreSQL stores \
                    keep at most \(maxPayloadSize). Keep large data elsewhere, such as in a file that all workers reach, \
                    and let the task say where it is.
                    """
                )
            }
        }

        func values(now: PostgreSQLValue) throws(TaskStoreError) -> [PostgreSQLValue] {
            [
                .text(try Self.json(forms)), .ints(formOf), .texts(keys), .manyBytes(payloads), .ints(priorities),
                .texts(options), now,
            ]
        }

        static func json(_ value: some Encodable) throws(TaskStoreError) -> String {
            do {
                return String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
            } catch {
                throw .other("A task cannot be encoded: \(error)")
            }
        }

        /// The time since 1970.
        static func microseconds(_ date: Date) throws(TaskStoreError) -> Int64 {
            guard let number = Int64(exactly: (date.timeIntervalSince1970 * 1_000_000).rounded()) else {
                throw .other("A task has a date that PostgreSQL cannot store.")
            }
            return number
        }

        static func insertion(_ row: PostgreSQLRow) throws(PostgreSQLError) -> TaskInsertion {
            let id = DurableTaskID(rawValue: try row.get(1))
            return switch try row.get(0, as: String.self) {
            case "kept": .kept(id)
            case "rejected": .rejected(id)
            case "replaced":
                .replaced(try row.get(2, as: [Int64]?.self).map { $0.map(DurableTaskID.init) } ?? [], by: id)
            default: .inserted(id)
            }
        }
    }

    extension NewTask {
        /// Whether the task can be stored without reading other tasks.
        var isPlain: Bool { group == nil && uniqueness == nil && dependencies.isEmpty }
    }
#endif
