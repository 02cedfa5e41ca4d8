#if SQLite
    import Dispatch
    import Foundation
    import GRDB
    import NetTaskCore
    import NetTaskDurable

    /// Commits concurrent writes together. Jobs that arrive during a commit are part of the next one. A job that fails does not
    /// undo the others.
    final class GroupCommit: Sendable {
        struct Job: Sendable {
            /// The fault points before and after its commit, for tests.
            var points: (before: FaultPoint, after: FaultPoint)?
            /// Called in a transaction, and again if the transaction was undone because of other jobs.
            var perform: @Sendable (Database) throws -> Void
            /// Called after the commit with nil, or with the error of the job.
            var finish: @Sendable ((any Error)?) -> Void
        }

        private struct Line {
            var jobs: [Job] = []
            var isAtWork = false
            var isClosed = false
            /// Whether the database may be closed, and must not be used.
            var isOver = false
            /// The number of jobs of the last commit, and its duration.
            var last: (count: Int, nanoseconds: UInt64) = (0, 0)
            /// Whether the last commit failed because the disk was full, even for a checkpoint of SQLite's log.
            var wasDiskFull = false
        }

        private let database: any DatabaseWriter
        private let file: OpenedFile
        private let faults: FaultPoints
        private let didUndo: @Sendable () -> Void
        private let line = Locked(Line())

        /// - Parameter didUndo: called on the writer's queue when a write was undone.
        init(
            database: any DatabaseWriter,
            file: OpenedFile,
            faults: FaultPoints,
            didUndo: @escaping @Sendable () -> Void
        ) {
            self.database = database
            self.file = file
            self.faults = faults
            self.didUndo = didUndo
        }

        func submit(_ job: Job) {
            let (isClosed, isFirst) = line.withLock { line in
                guard !line.isClosed else { return (true, false) }
                line.jobs.append(job)
                defer { line.isAtWork = true }
                return (false, !line.isAtWork)
            }
            if isClosed {
                job.finish(TaskStoreError.closed)
            } else if isFirst {
                work()
            }
        }

        /// Ends the work. Must be called on the writer's queue before the database is closed. Waiting jobs then fail.
        func end() {
            line.withLock { $0.isOver = true }
        }

        /// Rejects further jobs.
        func close() {
            line.withLock { $0.isClosed = true }
        }

        /// Commits the waiting jobs. Further jobs get a new turn on the writer's queue, where others may wait.
        private func work() {
            database.asyncWriteWithoutTransaction { [self] db in
                waitForBatch()
                let (jobs, isDatabaseGone) = line.withLock { line in
                    defer { line.jobs.removeAll(keepingCapacity: true) }
                    return (line.jobs, line.isOver)
                }
                if isDatabaseGone {
                    jobs.forEach { $0.finish(TaskStoreError.closed) }
                    return
                }
                let wasDiskFull = line.withLock { line in
                    defer { line.wasDiskFull = false }
                    return line.wasDiskFull
                }
                let start = DispatchTime.now().uptimeNanoseconds
                do {
                    try file.check()
                    if wasDiskFull { try empty(db) }
                    commit(jobs, db, makesRoom: !wasDiskFull)
                } catch {
                    finish(jobs, jobs.map { _ in error })
                }
                let duration = DispatchTime.now().uptimeNanoseconds - start
                line.withLock { $0.last = (jobs.count, duration) }
                let isOver = line.withLock { line in
                    line.isAtWork = !line.jobs.isEmpty
                    return line.jobs.isEmpty
                }
                if !isOver { work() }
            }
        }

        /// Empties the log after the disk was full. If the file still has no room for it, nothing is written. Otherwise the log
        /// would take all room that becomes free.
        private func empty(_ db: Database) throws {
            do {
                _ = try db.checkpoint(.truncate)
            } catch let error as DatabaseError where error.isFull {
                line.withLock { $0.wasDiskFull = true }
                throw error
            } catch {
                // A reader still uses the log.
            }
        }

        /// Commits jobs. Usually no job fails, so this begins without savepoints, which would double the cost. If a job fails,
        /// all jobs are repeated with savepoints.
        ///
        /// - Parameter makesRoom: whether a full disk is to be followed by a checkpoint, which waits for readers. It is made
        ///   once for all jobs.
        private func commit(_ jobs: [Job], _ db: Database, makesRoom: Bool) {
            do {
                do {
                    let body = { try self.attempt(jobs, db, isolated: false) }
                    finish(jobs, makesRoom ? try db.makingRoom(body) : try body())
                } catch  where jobs.count > 1 && !(error is BeginFailure) {
                    finish(jobs, try attempt(jobs, db, isolated: true))
                }
            } catch  where jobs.count > 1 && !(error is BeginFailure) {
                // One job may be too large. The others need not fail because of it.
                jobs.forEach { commit([$0], db, makesRoom: false) }
            } catch {
                // A transaction that cannot begin has already waited. Each job would wait as long again.
                let reason = (error as? BeginFailure)?.reason ?? error
                line.withLock { $0.wasDiskFull = (reason as? DatabaseError)?.isFull == true }
                finish(jobs, jobs.map { _ in reason })
            }
        }

        /// The transaction could not begin, which is not caused by a job.
        struct BeginFailure: Error {
            let reason: any Error
        }

        /// Waits briefly for the callers whom the last commit blocked, since they usually return with new jobs. If a commit
        /// waits for a disk, a part of that time is well spent on having all of them in the next commit.
        private func waitForBatch() {
            let last = line.withLock { $0.last }
            guard last.count > 1, last.nanoseconds > Self.slowCommit else { return }
            let end = DispatchTime.now().uptimeNanoseconds + last.nanoseconds / 4
            while line.withLock({ $0.jobs.count }) < last.count, DispatchTime.now().uptimeNanoseconds < end {
                Thread.sleep(forTimeInterval: 0.000_05)
            }
        }

        private static let slowCommit: UInt64 = 400_000

        private func finish(_ jobs: [Job], _ errors: [(any Error)?]) {
            var missing: (any Error)?
            do {
                // The check follows the commit, so that no job in an unlinked file counts as stored.
                try file.check()
            } catch {
                missing = error
            }
            for (job, error) in zip(jobs, errors) {
                if let points = job.points, error == nil { faults(points.after) }
                job.finish(error ?? missing)
            }
        }

        /// Performs the jobs in one transaction. If it throws, the transaction is undone.
        ///
        /// - Returns: for each job, the error that it alone had.
        private func attempt(_ jobs: [Job], _ db: Database, isolated: Bool) throws -> [(any Error)?] {
            do {
                return try transact(jobs, db, isolated: isolated)
            } catch {
                if db.isInsideTransaction {
                    try? db.run("ROLLBACK TRANSACTION")
                }
                didUndo()
                throw error
            }
        }

        private func transact(_ jobs: [Job], _ db: Database, isolated: Bool) throws -> [(any Error)?] {
            var errors = [(any Error)?](repeating: nil, count: jobs.count)
            do {
                try db.run("BEGIN IMMEDIATE TRANSACTION")
            } catch {
                throw BeginFailure(reason: error)
            }
            for (index, job) in jobs.enumerated() {
                if isolated {
                    errors[index] = try performAlone(job, db)
                } else {
                    try job.perform(db)
                }
            }
            for (job, error) in zip(jobs, errors) where error == nil {
                if let points = job.points { faults(points.before) }
            }
            try db.reservePages()
            try db.run("COMMIT TRANSACTION")
            return errors
        }

        private func performAlone(_ job: Job, _ db: Database) throws -> (any Error)? {
            try db.run("SAVEPOINT nettask")
            do {
                try job.perform(db)
                try db.run("RELEASE SAVEPOINT nettask")
                return nil
            } catch {
                // After a full disk, SQLite has already ended the transaction.
                guard db.isInsideTransaction else { throw error }
                try db.run("ROLLBACK TO SAVEPOINT nettask")
                try db.run("RELEASE SAVEPOINT nettask")
                didUndo()
                return error
            }
        }
    }
#endif
