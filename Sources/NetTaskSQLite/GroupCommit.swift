#if SQLite
    import Dispatch
    import Foundation
    import GRDB
    import NetTaskCore
    import NetTaskDurable

    /// Commits what is written at the same time together: what comes while a commit is under way is done in the next one. One
    /// that fails does not undo the others.
    final class GroupCommit: Sendable {
        struct Job: Sendable {
            /// The moments before and after its commit, for tests.
            var points: (before: FaultPoint, after: FaultPoint)?
            /// Called in a transaction. Called again, if the transaction was undone because of others.
            var perform: @Sendable (Database) throws -> Void
            /// Called after the commit, or with what kept it from being done.
            var finish: @Sendable ((any Error)?) -> Void
        }

        private struct Line {
            var jobs: [Job] = []
            var isAtWork = false
            var isClosed = false
            /// Whether the database may be closed, and must not be touched.
            var isOver = false
            /// How many jobs the last commit had, and how long it took.
            var last: (count: Int, nanoseconds: UInt64) = (0, 0)
            /// Whether the last commit failed because the disk was full, also for SQLite to bring its log into the file.
            var wasDiskFull = false
        }

        private let database: any DatabaseWriter
        private let file: OpenedFile
        private let faults: FaultPoints
        private let didUndo: @Sendable () -> Void
        private let line = Locked(Line())

        /// - Parameter didUndo: called when something that was written is undone, on the queue of the writer.
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

        /// To be called on the queue of the writer, before the database is closed: what has not been done by then is not.
        func end() {
            line.withLock { $0.isOver = true }
        }

        /// Takes no jobs any more.
        func close() {
            line.withLock { $0.isClosed = true }
        }

        /// Does what there is, and comes back for more by way of the queue of the writer, where others may wait.
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

        /// Empties the log after the disk was full. If the file still has no room for it, nothing is written: the log would
        /// take all the room that there may be again.
        private func empty(_ db: Database) throws {
            do {
                _ = try db.checkpoint(.truncate)
            } catch let error as DatabaseError where error.isFull {
                line.withLock { $0.wasDiskFull = true }
                throw error
            } catch {
                // Somebody reads what is in the log.
            }
        }

        /// Most often nothing fails. If something does, all is done again with savepoints, which cost as much as the rest.
        ///
        /// - Parameter makesRoom: Whether a full disk is worth a checkpoint, which waits for readers: once for all of the jobs.
        private func commit(_ jobs: [Job], _ db: Database, makesRoom: Bool) {
            do {
                do {
                    let body = { try self.attempt(jobs, db, isolated: false) }
                    finish(jobs, makesRoom ? try db.makingRoom(body) : try body())
                } catch  where jobs.count > 1 && !(error is BeginFailure) {
                    finish(jobs, try attempt(jobs, db, isolated: true))
                }
            } catch  where jobs.count > 1 && !(error is BeginFailure) {
                // One of them may be what is too much; the others need not fail for it.
                jobs.forEach { commit([$0], db, makesRoom: false) }
            } catch {
                // Who cannot even begin has waited for that already, and each of them would wait as long again.
                let reason = (error as? BeginFailure)?.reason ?? error
                line.withLock { $0.wasDiskFull = (reason as? DatabaseError)?.isFull == true }
                finish(jobs, jobs.map { _ in reason })
            }
        }

        /// No transaction could be begun, which is nobody's fault among the jobs.
        struct BeginFailure: Error {
            let reason: any Error
        }

        /// Those whom the last commit made wait come back in a moment, all of them. Where a commit waits for a disk, it is
        /// worth a fraction of that to have them all in the next one.
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
                // After the commit, so that nothing counts as stored that is in a file without a name.
                try file.check()
            } catch {
                missing = error
            }
            for (job, error) in zip(jobs, errors) {
                if let points = job.points, error == nil { faults(points.after) }
                job.finish(error ?? missing)
            }
        }

        /// Does the jobs in one transaction, which is undone if it throws.
        ///
        /// - Returns: for each job, what kept it alone from being done.
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
                // After a full disk, there is no transaction any more.
                guard db.isInsideTransaction else { throw error }
                try db.run("ROLLBACK TO SAVEPOINT nettask")
                try db.run("RELEASE SAVEPOINT nettask")
                didUndo()
                return error
            }
        }
    }
#endif
