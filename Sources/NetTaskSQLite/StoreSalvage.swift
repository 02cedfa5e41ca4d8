#if SQLite
    import Foundation
    import GRDB
    import NetTaskCore
    import NetTaskDurable

    /// Sets a damaged file aside, and copies its readable content.
    ///
    /// The new file is completed beside the damaged one, and then renamed. If the process ends in between, nothing is lost:
    /// ``finish(_:)`` continues the work.
    struct StoreSalvage {
        let path: String

        /// A file that marks a partly damaged store, so that the next process that opens it checks all of it.
        var marker: String { path + "-damaged" }
        /// The new file, which ``finish(_:)`` renames.
        private var finished: String { path + ".recovered" }
        var isUnfinished: Bool { FileManager.default.fileExists(atPath: finished) }
        private static let parts = ["-wal", "-shm", ""]

        /// Sets the file aside. Must be called while the ``SalvageLock`` is held exclusively.
        ///
        /// - Throws: `TaskStoreError.busy(_:)` if another process has the file open; an error of reading that is not damage; an
        ///   error of writing the new file. Nothing has been moved then.
        func setAside(reason: String, now: Date) throws -> DamageReport {
            let folder = StoreOwners.folder(of: path)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            guard names.allSatisfy({ OwnerLock.take(folder + "/" + $0) != nil }) else {
                throw TaskStoreError.busy(
                    "The file is damaged, and another process has it open. Close it there first. (\(reason))"
                )
            }
            let unfinished = path + ".recovering-" + UUID().uuidString.lowercased()
            defer { remove(unfinished) }
            let (count, lost) = try recover(into: unfinished, now)
            try FileManager.default.moveItem(atPath: unfinished, toPath: finished)
            let place = try finish(now) ?? path
            return DamageReport(setAside: place, reason: reason, recoveredCount: count, lost: lost)
        }

        private func remove(_ name: String) {
            for part in Self.parts + ["-journal"] {
                try? FileManager.default.removeItem(atPath: name + part)
            }
        }

        /// Renames the completed new file. Must be called while the ``SalvageLock`` is held exclusively.
        ///
        /// - Returns: the path of the damaged file; nil if there was nothing to do.
        func finish(_ now: Date) throws -> String? {
            let files = FileManager.default
            guard isUnfinished else { return nil }
            let place = free(path + ".damaged-" + Self.stamp(now))
            // The file itself is moved last, since a new file must not find the log of the old one.
            for part in Self.parts where files.fileExists(atPath: path + part) {
                try files.moveItem(atPath: path + part, toPath: place + part)
            }
            try files.moveItem(atPath: finished, toPath: path)
            try? files.removeItem(atPath: marker)
            return place
        }

        private func free(_ name: String) -> String {
            let names = [name] + (2...1_000).map { "\(name)-\($0)" }
            return names.first { !FileManager.default.fileExists(atPath: $0) } ?? name + "-" + UUID().uuidString
        }

        private static func stamp(_ date: Date) -> String {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = TimeZone(secondsFromGMT: 0)
            formatter.dateFormat = "yyyyMMdd-HHmmss"
            return formatter.string(from: date)
        }

        // MARK: Copying

        private func recover(into unfinished: String, _ now: Date) throws -> (count: Int, lost: [DurableTaskID]?) {
            let old = try openDamaged()
            defer { try? old?.close() }
            let new = try DatabaseQueue(path: unfinished)
            defer { try? new.close() }
            return try new.write { new in
                let firstID = StoreSchema.firstID(now: now)
                try StoreSchema.prepare(new, firstID: firstID)
                guard let old else { return (0, nil) }
                return try old.unsafeRead { old in
                    // The transaction reads nothing damaged when it ends, and prevents others from locking the file in between.
                    try old.run("BEGIN DEFERRED TRANSACTION")
                    defer { try? old.run("ROLLBACK TRANSACTION") }
                    // New ids follow the greatest one that was ever given.
                    let given = "SELECT seq FROM sqlite_sequence WHERE name = 'nettask_task'"
                    if let last = try Damage.skip({ try old.number(given) }) ?? nil, last > firstID,
                        SalvagedTasks.ids.contains(last)
                    {
                        try new.run("UPDATE sqlite_sequence SET seq = ? WHERE name = 'nettask_task'", last)
                    }
                    return try SalvagedTasks(old: old, new: new, now: now).copy()
                }
            }
        }

        /// Opens the damaged file; nil if nothing of it can be read, in which case it is still set aside. Other errors of
        /// opening, such as a lock of another process, are not damage.
        private func openDamaged() throws -> DatabaseQueue? {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(5)
            do {
                return try DatabaseQueue(path: path, configuration: configuration)
            } catch  where Damage.isMeant(by: error) {
                return nil
            }
        }
    }
#endif
