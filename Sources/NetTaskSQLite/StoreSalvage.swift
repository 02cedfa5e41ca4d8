#if SQLite
    import Foundation
    import GRDB
    import NetTaskCore
    import NetTaskDurable

    /// Sets a damaged file aside, and carries over what can be read of it.
    ///
    /// The new file is made whole beside the damaged one, and takes its place by being renamed, so that an end of the
    /// process in the middle loses nothing: ``finish(_:)`` goes on where it was left.
    struct StoreSalvage {
        let path: String

        /// Beside a file of which a part was found damaged, so that the next who opens it can look at all of it.
        var marker: String { path + "-damaged" }
        /// What ``finish(_:)`` puts in its place.
        private var finished: String { path + ".recovered" }
        var isUnfinished: Bool { FileManager.default.fileExists(atPath: finished) }
        private static let parts = ["-wal", "-shm", ""]

        /// To be called while the ``SalvageLock`` is held alone.
        ///
        /// - Throws: `TaskStoreError.busy(_:)` if somebody has the file open; what kept the damaged file from being read, if
        ///   that is not its damage, or the new one from being written. Nothing has been moved then.
        func setAside(reason: String, now: Date) throws -> DamageReport {
            let folder = StoreOwners.folder(of: path)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            guard names.allSatisfy({ OwnerLock.take(folder + "/" + $0) != nil }) else {
                throw TaskStoreError.busy(
                    "The file is damaged, and somebody has it open. Close it there first. (\(reason))"
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

        /// Puts a file in its place that was made whole. To be called while the ``SalvageLock`` is held alone.
        ///
        /// - Returns: where the damaged one is; nil if there was nothing to be done.
        func finish(_ now: Date) throws -> String? {
            let files = FileManager.default
            guard isUnfinished else { return nil }
            let place = free(path + ".damaged-" + Self.stamp(now))
            // The file itself is the last: a new one must not find the log of the old one.
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

        // MARK: Carrying over

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
                    // In a transaction that ends without a look at what is damaged. Nobody can lock the file in the middle of it.
                    try old.run("BEGIN DEFERRED TRANSACTION")
                    defer { try? old.run("ROLLBACK TRANSACTION") }
                    // Ids go on after the greatest that was ever given.
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

        /// nil if it is so damaged that nothing of it can be read. It is set aside all the same. Whatever else keeps it from
        /// being opened, such as somebody who has locked it, is no damage.
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
