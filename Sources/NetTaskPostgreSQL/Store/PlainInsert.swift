#if PostgreSQL
    import Foundation
    import NetTaskCore
    import NetTaskDurable

    /// New tasks that can be stored without reading others, as `nettask.insert_plain` takes them: one statement for each of
    /// their forms.
    struct PlainInsert {
        static let sql = "SELECT nettask.insert_plain($1, $2, $3, $4, $5, $6, $7, $8, $9)"

        private let tasks: [NewTask]
        /// The forms, and the tasks of each form.
        private var places: [(form: TaskForm, tasks: [Int])] = []

        init(_ tasks: [NewTask]) throws(TaskStoreError) {
            self.tasks = tasks
            var numbers: [TaskForm: Int] = [:]
            for (place, task) in tasks.enumerated() {
                try TaskInsert.check(task)
                let form = TaskForm(task)
                if let number = numbers[form] {
                    places[number].tasks.append(place)
                } else {
                    numbers[form] = places.count
                    places.append((form, [place]))
                }
            }
        }

        /// Whether the tasks of one caller can be stored this way: their ids are in order only if they have the same form.
        static func isPossible(for tasks: [NewTask]) -> Bool {
            guard let first = tasks.first else { return true }
            let form = TaskForm(first)
            return tasks.allSatisfy { $0.isPlain && TaskForm($0) == form }
        }

        func statements(_ sql: String, now: PostgreSQLValue) throws(TaskStoreError) -> [PostgreSQLStatement] {
            try places.map { form, places throws(TaskStoreError) in
                let tasks = places.map { self.tasks[$0] }
                return PostgreSQLStatement(
                    sql,
                    [
                        .text(try TaskInsert.json(form)), .texts(tasks.map(\.idempotencyKey)),
                        .manyBytes(tasks.map(\.payload)), .ints(tasks.map { Int64($0.priority.rawValue) }),
                        Self.dates(tasks.map(\.notBefore)), Self.dates(tasks.map(\.expires)),
                        try Self.json(tasks.map(\.tags)), try Self.json(tasks.map(\.traceContext)), now,
                    ]
                )
            }
        }

        private static func dates(_ dates: [Date?]) -> PostgreSQLValue {
            dates.allSatisfy { $0 == nil } ? .null : .dates(dates)
        }

        private static func json(_ values: [some Encodable & Collection]) throws(TaskStoreError) -> PostgreSQLValue {
            if values.allSatisfy(\.isEmpty) { return .null }
            return .texts(
                try values.map { value throws(TaskStoreError) in value.isEmpty ? nil : try TaskInsert.json(value) }
            )
        }

        func insertions(_ results: [PostgreSQLRows]) throws(PostgreSQLError) -> [TaskInsertion] {
            var insertions = [TaskInsertion?](repeating: nil, count: tasks.count)
            for (rows, places) in zip(results, places) {
                let ids = try rows[0].get(0, as: [Int64].self)
                for (place, id) in zip(places.tasks, ids) {
                    insertions[place] = .inserted(DurableTaskID(rawValue: id))
                }
            }
            return insertions.compactMap(\.self)
        }
    }
#endif
