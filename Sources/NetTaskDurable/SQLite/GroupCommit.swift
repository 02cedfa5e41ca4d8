#if Durable
    import Foundation
    import GRDB
    import NetTaskRuntime

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
        }

        private let database: any DatabaseWriter
        private let faults: FaultPoints
        private let didUndo: @Sendable () -> Void
        private let line = Locked(Line())

        /// - Parameter didUndo: called when something that was written is undone, on the queue of the writer.
        init(database: any DatabaseWriter, faults: FaultPoints, didUndo: @escaping @Sendable () -> Void) {
            self.database = database
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

        /// Takes no jobs any more. Those that it has are done.
        func close() {
            line.withLock { $0.isClosed = true }
        }

        /// Does what there is, and comes back for more by way of the queue of the writer, where others may wait.
        private func work() {
            database.asyncWriteWithoutTransaction { [self] db in
                let jobs = line.withLock { line in
                    defer { line.jobs.removeAll(keepingCapacity: true) }
                    return line.jobs
                }
                commit(jobs, db)
                let isOver = line.withLock { line in
                    line.isAtWork = !line.jobs.isEmpty
                    return line.jobs.isEmpty
                }
                if !isOver { work() }
            }
        }

        /// Most often nothing fails. If something does, all is done again with savepoints, which cost as much as the rest.
        private func commit(_ jobs: [Job], _ db: Database) {
            do {
                let errors = try attempt(jobs, db, isolated: false)
                finish(jobs, errors)
            } catch  where jobs.count == 1 {
                finish(jobs, [error])
            } catch {
                do {
                    let errors = try attempt(jobs, db, isolated: true)
                    finish(jobs, errors)
                } catch {
                    // One of them may be what is too much; the others need not fail for it.
                    jobs.forEach { commit([$0], db) }
                }
            }
        }

        private func finish(_ jobs: [Job], _ errors: [(any Error)?]) {
            for (job, error) in zip(jobs, errors) {
                if let points = job.points, error == nil { faults(points.after) }
                job.finish(error)
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
            try db.run("BEGIN IMMEDIATE TRANSACTION")
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
