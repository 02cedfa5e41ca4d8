#if PostgreSQL
    import Foundation
    import NetTaskCore
    import NetTaskDurable

    /// A query as SQL.
    struct TaskSelection {
        private(set) var sql: String
        private(set) var values: [PostgreSQLValue]

        init(_ query: TaskQuery) {
            let columns = query.includesPayloads ? TaskColumns.all : TaskColumns.withoutPayload
            sql = "SELECT \(columns) FROM nettask.\(Self.view(of: query)) WHERE id > $1"
            values = [.int(query.after?.rawValue ?? .min)]
            if let states = query.states {
                // The numbers are part of the text, as in the predicates of the indexes.
                let numbers = states.map(\.column).sorted().map(String.init)
                let isOne = numbers.count == 1
                sql += isOne ? " AND state = \(numbers[0])" : " AND state = ANY ('{\(numbers.joined(separator: ","))}')"
            }
            if let kinds = query.kinds { add("kind = ANY", .texts(kinds.sorted())) }
            if let reasons = query.deathReasons { add("death_reason = ANY", .texts(reasons.map(\.rawValue).sorted())) }
            if let tag = query.tag { add("jsonb_exists", tags: .text(tag)) }
            if let group = query.group { add("group_name =", .text(group)) }
            if let key = query.uniqueKey { add("unique_key =", .text(key)) }
            values.append(.int(Int64(max(0, query.limit))))
            sql += " ORDER BY id LIMIT $\(values.count)"
        }

        /// The view with all states of the query.
        private static func view(of query: TaskQuery) -> String {
            guard let states = query.states, !states.isEmpty else { return "all_task" }
            if states.allSatisfy(\.isEnd) { return "ended_task" }
            return states.contains(where: \.isEnd) ? "all_task" : "open_task"
        }

        private mutating func add(_ condition: String, _ value: PostgreSQLValue) {
            values.append(value)
            sql += " AND \(condition) ($\(values.count))"
        }

        private mutating func add(_ function: String, tags value: PostgreSQLValue) {
            values.append(value)
            sql += " AND \(function)(tags, $\(values.count))"
        }
    }
#endif
