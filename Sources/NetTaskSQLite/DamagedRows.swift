#if SQLite
    import Foundation
    import GRDB
    import NetTaskDurable

    /// Reads the tasks of a damaged file: all rows except those on unreadable pages.
    struct DamagedRows {
        let db: Database
        /// The columns. The first one is `id`.
        let columns: String

        /// Calls the body with each readable row in the order of the ids, until it returns false.
        func forEach(_ body: (Row) throws -> Bool) throws {
            var next = Int64.min
            while true {
                let isOver: Void? = try Damage.skip {
                    let sql = "SELECT \(columns) FROM nettask_task WHERE id >= ? ORDER BY id"
                    let cursor = try Row.fetchCursor(db, sql: sql, arguments: [next])
                    while let row = try cursor.next() {
                        let id = try row.decode(Int64.self, atIndex: 0)
                        // If the order is damaged, too, rows may be read twice.
                        guard id >= next, id < .max else { continue }
                        next = id + 1
                        if try !body(row) { return }
                    }
                }
                if isOver != nil { return }
                guard let readable = try firstReadable(after: next) else { return }
                next = readable
            }
        }

        /// Returns the smallest greater id from which on rows can be read again. Ids are dense, and a damaged page has the rows
        /// of a short range of ids.
        private func firstReadable(after id: Int64) throws -> Int64? {
            var unreadable = max(id, try lowest() ?? id)
            var step: Int64 = 1
            var readable: Int64?
            while readable == nil {
                let (place, isTooFar) = unreadable.addingReportingOverflow(step)
                if isTooFar { return nil }
                switch try look(place) {
                case .row(let id): readable = id
                case .end: return nil
                case .damage:
                    unreadable = place
                    step = step > .max / 2 ? .max : step * 2
                }
            }
            // The step may have skipped readable rows.
            while let found = readable, found - unreadable > 1 {
                let middle = unreadable + (found - unreadable) / 2
                if case .row(let id) = try look(middle) {
                    guard id < found else { break }
                    readable = id
                } else {
                    unreadable = middle
                }
            }
            return readable
        }

        private enum Sight {
            case row(Int64)
            case end
            case damage
        }

        private func look(_ place: Int64) throws -> Sight {
            let sql = "SELECT \(columns) FROM nettask_task WHERE id >= ? ORDER BY id LIMIT 1"
            let sight = try Damage.skip {
                guard let row = try Row.fetchOne(db, sql: sql, arguments: [place]) else { return Sight.end }
                let id = try row.decode(Int64.self, atIndex: 0)
                return id < place ? .damage : .row(id)
            }
            return sight ?? .damage
        }

        /// Returns the number before the first id, so that the search does not begin at the smallest integer.
        private func lowest() throws -> Int64? {
            let candidates = ["nettask_waiting WHERE state = 0", "nettask_ended WHERE state IN (3, 5)"].map {
                "SELECT min(id) FROM nettask_task INDEXED BY \($0)"
            }
            let found = try candidates.compactMap { sql in try Damage.skip { try Int64.fetchOne(db, sql: sql) } ?? nil }
            return found.min().map { $0 - 1 } ?? 0
        }
    }
#endif
