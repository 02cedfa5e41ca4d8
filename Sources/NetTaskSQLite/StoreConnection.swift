#if SQLite
    import Dispatch
    import Foundation
    import GRDB
    import NetTaskCore
    import NetTaskDurable

    /// An open database of a store, with what the store needs to write to it. A store that is resumed has a new one.
    final class StoreConnection: Sendable {
        struct Writing: Sendable {
            let database: any DatabaseWriter
            let commits: GroupCommit
            let owners: StoreOwners
            let watch: ChangeWatch
        }

        let database: any DatabaseReader
        /// nil if the file is only read.
        let writing: Writing?
        /// Whether the store opened the database, and closes it.
        private let isOwn: Bool
        private let lanes: LaneTable

        /// Opens a file for reading only.
        init(reading path: String, lanes: LaneTable) throws {
            database = try StoreInspection.open(path)
            writing = nil
            isOwn = true
            self.lanes = lanes
        }

        /// Adds a new owner to a database.
        init(
            _ database: any DatabaseWriter,
            isOwn: Bool,
            lanes: LaneTable,
            changes: TaskChangeSource,
            faults: FaultPoints
        ) throws {
            let owners = try StoreOwners(path: database.path, database: database)
            // An app may turn the log of its database off and on.
            let file = OpenedFile(path: database.path, hasOwnLog: isOwn)
            let commits = GroupCommit(database: database, file: file, faults: faults) { lanes.forget() }
            let watch = ChangeWatch(database: database, owners: owners) { changes.send(.any) }
            self.database = database
            self.isOwn = isOwn
            self.lanes = lanes
            writing = Writing(database: database, commits: commits, owners: owners, watch: watch)
            watch.begin()
        }

        /// Ends the writing, releases the owner's lock, and closes the database if the store opened it.
        ///
        /// - Parameter returnDate: when the leases are returned; nil to leave them to others as lost leases.
        func close(returningLeasesAt returnDate: Date?) async {
            if let writing {
                writing.commits.close()
                writing.watch.end()
                await leave(writing, returnDate)
            }
            guard isOwn else { return }
            await withCheckedContinuation { done in
                DispatchQueue.global().async { [database] in
                    // The writing connection must be the last one, since it updates the file.
                    (database as? DatabasePool)?.invalidateReadOnlyConnections()
                    // Current reads are waited for. A file that cannot be closed is closed with the process.
                    try? database.close()
                    done.resume()
                }
            }
        }

        /// Removes the owner from the table, unless it has leases. Other owners must be able to detect that these are lost.
        private func leave(_ writing: Writing, _ returnDate: Date?) async {
            await withCheckedContinuation { done in
                writing.database.asyncWriteWithoutTransaction { [lanes] db in
                    writing.commits.end()
                    let id = writing.owners.id
                    if let returnDate { try? Self.returnLeases(of: id, db, lanes, returnDate) }
                    try? db.run(
                        """
                        DELETE FROM nettask_owner WHERE id = ?1 \
                        AND NOT EXISTS (SELECT 1 FROM nettask_task WHERE state = 2 AND owner = ?1)
                        """,
                        id
                    )
                    writing.owners.leave(isForgotten: db.changesCount > 0)
                    done.resume()
                }
            }
        }

        private static func returnLeases(of owner: Int64, _ db: Database, _ lanes: LaneTable, _ now: Date) throws {
            try db.inTransaction(.immediate) {
                let leases = try db.rows("SELECT id, token FROM nettask_task WHERE state = 2 AND owner = ?", owner) {
                    TaskLease(
                        id: DurableTaskID(rawValue: try $0.decode(atIndex: 0)),
                        token: try $0.decode(atIndex: 1)
                    )
                }
                let transaction = TaskTransaction(db: db, lanes: lanes, now: now)
                for lease in leases {
                    _ = try transaction.end(TaskEnd(lease, .returned))
                }
                return .commit
            }
        }
    }
#endif
