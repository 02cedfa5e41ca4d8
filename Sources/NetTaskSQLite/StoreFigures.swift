#if SQLite
    import Foundation
    import GRDB
    import NetTaskDurable

    /// The figures and the audit log of a store.
    struct StoreFigures {
        let db: Database

        /// Counts an event of a kind in its minute.
        func count(_ kind: String, now: Date, _ body: (inout TaskFigure) -> Void) throws {
            let minute = TaskFigure.minute(of: now)
            var figure = TaskFigure(minute: minute, kind: kind)
            body(&figure)
            if figure == TaskFigure(minute: minute, kind: kind) { return }
            try db.run(
                """
                INSERT INTO nettask_figure VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET \
                enqueued = enqueued + excluded.enqueued, begun = begun + excluded.begun, \
                succeeded = succeeded + excluded.succeeded, failed = failed + excluded.failed, \
                died = died + excluded.died, cancelled = cancelled + excluded.cancelled
                """,
                Int64(minute.timeIntervalSince1970),
                kind,
                figure.enqueued,
                figure.begun,
                figure.succeeded,
                figure.failed,
                figure.died,
                figure.cancelled
            )
        }

        func figures(since date: Date) throws -> [TaskFigure] {
            try db.rows(
                "SELECT * FROM nettask_figure WHERE minute >= ? ORDER BY minute, kind",
                Int64(TaskFigure.minute(of: date).timeIntervalSince1970)
            ) { row in
                var figure = TaskFigure(
                    minute: Date(timeIntervalSince1970: try row.decode(atIndex: 0)),
                    kind: try row.decode(atIndex: 1)
                )
                figure.enqueued = try row.decode(atIndex: 2)
                figure.begun = try row.decode(atIndex: 3)
                figure.succeeded = try row.decode(atIndex: 4)
                figure.failed = try row.decode(atIndex: 5)
                figure.died = try row.decode(atIndex: 6)
                figure.cancelled = try row.decode(atIndex: 7)
                return figure
            }
        }

        /// Removes figures that are older than the limit.
        func prune(now: Date) throws {
            let oldest = Int64(now.timeIntervalSince1970 - TaskFigure.retention)
            try db.run("DELETE FROM nettask_figure WHERE minute < ?", oldest)
        }

        func record(_ entry: AuditEntry) throws {
            let text = String(decoding: try JSONEncoder().encode(entry), as: UTF8.self)
            try db.run("INSERT INTO nettask_audit (entry) VALUES (?)", text)
            try db.run("DELETE FROM nettask_audit WHERE id <= ?", db.lastInsertedRowID - Int64(AuditEntry.maxCount))
        }

        /// Returns the latest entries first, without unreadable ones.
        func audit(limit: Int) throws -> [AuditEntry] {
            try db.rows("SELECT entry FROM nettask_audit ORDER BY id DESC LIMIT ?", max(0, limit)) { row in
                try? JSONDecoder().decode(AuditEntry.self, from: Data(row.decode(String.self, atIndex: 0).utf8))
            }.compactMap(\.self)
        }
    }

    extension TaskTransaction {
        var figures: StoreFigures { StoreFigures(db: db) }

        /// - Returns: the kinds that were changed.
        func setPaused(_ isPaused: Bool, kinds: Set<String>) throws -> Set<String> {
            try kinds.filter { kind in
                if isPaused {
                    try db.run("INSERT INTO nettask_paused VALUES (?) ON CONFLICT DO NOTHING", kind)
                } else {
                    try db.run("DELETE FROM nettask_paused WHERE kind = ?", kind)
                }
                return db.changesCount > 0
            }
        }
    }
#endif
