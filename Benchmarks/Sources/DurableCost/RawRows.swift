import Foundation
import GRDB

/// Inserts rows like the first one of a store's table into a table with the same schema, in a file of its own.
struct RawRows {
    private let pool: DatabasePool
    private let sql: String
    private let values: StatementArguments

    /// - Parameter path: the path of a store with a task.
    init(like path: String, synchronous: String) throws {
        let store = try DatabaseQueue(path: path)
        let (schema, row) = try store.read { db in
            (
                try String.fetchAll(
                    db,
                    sql: """
                        SELECT sql FROM sqlite_schema WHERE tbl_name = 'nettask_task' AND sql IS NOT NULL
                        ORDER BY type DESC
                        """
                ),
                try Row.fetchOne(db, sql: "SELECT * FROM nettask_task LIMIT 1")!
            )
        }
        pool = try DatabasePool(path: path + "-raw")
        // Not earlier, because a pool sets NORMAL when it opens.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = \(synchronous)") }
        try pool.write { db in
            for statement in schema { try db.execute(sql: statement) }
        }
        // The table assigns the id, as in the store.
        let columns = row.columnNames.filter { $0 != "id" }
        let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
        let marks = columns.map { _ in "?" }.joined(separator: ", ")
        sql = "INSERT INTO nettask_task (\(names)) VALUES (\(marks))"
        values = StatementArguments(columns.map { row[$0] as DatabaseValue })
    }

    func insert() async throws {
        try await pool.write { [sql, values] db in
            let statement = try db.cachedStatement(sql: sql)
            try statement.execute(arguments: values)
        }
    }
}
