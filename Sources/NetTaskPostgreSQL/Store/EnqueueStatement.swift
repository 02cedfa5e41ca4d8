#if PostgreSQL
    public import Foundation
    import NetTaskCore
    public import NetTaskDurable

    /// A statement that stores a task, for any client of PostgreSQL, in its current transaction. The task exists if the
    /// transaction is committed, and not if it is rolled back. The result is one row with the id of the task, a `bigint`.
    ///
    ///     let statement = try PlaceOrder(order).enqueueStatement()
    ///     try await client.query(statement.sql, statement.values)
    ///
    /// The statement fails with the SQLSTATE `NT001` if the payload has more than 1 MB, with `NT002` if the task must not be
    /// stored beside another one with the same key, and with `NT003` if it depends on an unknown task.
    public struct EnqueueStatement: Sendable, Hashable {
        /// The value of a parameter.
        public enum Value: Sendable, Hashable {
            /// Is sent as `text`. The statement casts it to its type.
            case text(String)
            /// Is sent as `bytea`.
            case bytes(Data)
        }

        /// The text, with `$1`, `$2` and so on for the values.
        public var sql: String
        /// The values, beginning with that of `$1`.
        public var values: [Value] = []

        init(_ task: NewTask, _ schema: PostgreSQLSchema) throws(TaskStoreError) {
            try TaskInsert.check(task)
            sql = ""
            var arguments: [String] = []
            func add(_ name: String, _ value: Value?, _ expression: (String) -> String) {
                guard let value else { return }
                values.append(value)
                arguments.append("\(name) => \(expression("$\(values.count)"))")
            }
            func add(_ name: String, _ text: String?, as type: String = "text") {
                add(name, text.map(Value.text)) { "\($0)::\(type)" }
            }
            func add(_ name: String, _ date: Date?) throws(TaskStoreError) {
                let microseconds = try date.map(TaskInsert.microseconds)
                add(name, microseconds.map { .text(String($0)) }) { "nettask.date(\($0)::bigint)" }
            }
            func add(_ name: String, _ duration: Duration, unless standard: Duration) {
                if duration == standard { return }
                add(name, .text(String(duration.nanoseconds / 1_000))) { "\($0)::bigint * interval '1 microsecond'" }
            }
            func add(_ name: String, _ number: Int, unless standard: Int) {
                add(name, number == standard ? nil : String(number), as: "bigint")
            }
            let standard = NetTaskDurability()
            add("kind", task.kind)
            add("payload", .bytes(task.payload)) { "\($0)::bytea" }
            add("idempotency_key", task.idempotencyKey)
            if task.priority != .normal { add("priority", String(task.priority.rawValue), as: "integer") }
            try add("not_before", task.notBefore)
            try add("expires", task.expires)
            if !task.tags.isEmpty {
                add("tags", .text(try TaskInsert.json(task.tags))) {
                    "ARRAY(SELECT jsonb_array_elements_text(\($0)::jsonb))"
                }
            }
            add("group_name", task.group)
            add("unique_key", task.uniqueness?.key)
            add("unique_policy", task.uniqueness?.policy.rawValue)
            if !task.dependencies.isEmpty { add("dependencies", try TaskInsert.json(task.dependencies), as: "jsonb") }
            add("requirements", task.requirements.rawValue, unless: 0)
            add("max_run_count", task.durability.maxRunCount, unless: standard.maxRunCount)
            add("run_interval", task.durability.interval, unless: standard.interval)
            add("max_interval", task.durability.maxInterval, unless: standard.maxInterval)
            if task.payloadVersion != 1 { add("payload_version", String(task.payloadVersion), as: "integer") }
            if !task.specVersion.isEmpty { add("spec_version", task.specVersion) }
            if !task.specHash.isEmpty { add("spec_hash", task.specHash) }
            add("codec", task.codec)
            add("durable_requirements", task.durability.requirements.rawValue, unless: 0)
            if !task.traceContext.isEmpty { add("trace_context", try TaskInsert.json(task.traceContext), as: "jsonb") }
            sql = schema.sql("SELECT nettask.enqueue(\(arguments.joined(separator: ", ")))")
        }
    }

    extension DurableNetTask {
        /// Makes the statement that stores this task, for the app's client and transaction. This sends nothing.
        ///
        /// Values that are relative to now, such as an expiry in the task's settings, are relative to this call.
        ///
        /// - Parameters:
        ///   - options: the options, as for `DurableNetTaskQueue.enqueue(_:options:)`. Default: none.
        ///   - schema: the schema of the ``PostgreSQLTaskStore``. Default: `nettask`.
        ///   - codecs: the codecs that seal tasks, by the names in their types. Default: none.
        /// - Throws: `EnqueueError`, such as `EnqueueError.store(_:)` with `TaskStoreError.tooLarge(_:)`.
        public func enqueueStatement(
            options: [DurableNetTaskOption] = [],
            schema: String = "nettask",
            codecs: [String: any DurableCodec] = [:]
        ) throws(EnqueueError) -> EnqueueStatement {
            var configuration = DurableConfiguration()
            configuration.codecs = codecs
            let task = try newTask(options, configuration)
            do {
                return try EnqueueStatement(task, PostgreSQLSchema(schema))
            } catch {
                throw .store(error)
            }
        }
    }
#endif
