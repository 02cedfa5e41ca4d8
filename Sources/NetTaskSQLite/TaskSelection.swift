#if SQLite
    import Foundation
    import GRDB
    import NetTaskDurable

    /// A query as SQL.
    struct TaskSelection {
        private(set) var sql: String
        private(set) var values: [(any DatabaseValueConvertible)?] = []

        init(_ query: TaskQuery) throws {
            let columns = query.includesPayloads ? TaskColumns.all : Self.withoutPayload
            sql = "SELECT \(columns) FROM nettask_task WHERE id > ?"
            values = [query.after?.rawValue ?? Int64.min]
            if let states = query.states {
                try add("state IN", states.map(\.column).sorted())
                if query.group != nil || query.uniqueKey != nil, states.allSatisfy({ !$0.isEnd }) {
                    // This condition is that of the indexes of groups and of keys.
                    sql += " AND state < 3"
                } else if !states.contains(.waiting) {
                    // Waiting tasks may be many. The other states have indexes of their own.
                    let parts = Self.indexedStates.filter { !states.isDisjoint(with: $0.states) }
                    let ids = parts.map { "SELECT id FROM nettask_task WHERE \($0.condition)" }
                    sql += " AND id IN (\(ids.joined(separator: " UNION ALL ")))"
                }
            }
            if let kinds = query.kinds { try add("kind IN", kinds.sorted()) }
            if let reasons = query.deathReasons { try add("death_reason IN", reasons.map(\.rawValue).sorted()) }
            if let tag = query.tag {
                sql += " AND json_valid(tags) AND EXISTS (SELECT 1 FROM json_each(tags) WHERE value = ?)"
                values.append(tag)
            }
            if let group = query.group {
                sql += " AND group_name = ?"
                values.append(group)
            }
            if let key = query.uniqueKey {
                sql += " AND unique_key = ?"
                values.append(key)
            }
            sql += " ORDER BY id LIMIT ?"
            values.append(max(0, query.limit))
        }

        /// SQLite does not read columns that are not selected: a large payload is on pages of its own.
        private static let withoutPayload = TaskColumns.all.replacingOccurrences(
            of: "reply, payload",
            with: "NULL, x''"
        )

        private static let indexedStates: [(states: Set<TaskState>, condition: String)] = [
            ([.blocked], "state = 1"), ([.running], "state = 2"), ([.dead], "state = 4"),
            ([.succeeded, .cancelled], "state IN (3, 5)"),
        ]

        private mutating func add(_ condition: String, _ list: some Encodable) throws {
            sql += " AND \(condition) (SELECT value FROM json_each(?))"
            values.append(String(decoding: try JSONEncoder().encode(list), as: UTF8.self))
        }
    }
#endif
