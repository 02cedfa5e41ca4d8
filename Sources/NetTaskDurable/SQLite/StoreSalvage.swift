#if Durable
    import Foundation
    import GRDB
    import NetTaskRuntime

    /// Sets a damaged file aside, and carries over what can be read of it.
    ///
    /// The new file is made whole beside the damaged one, and takes its place by being renamed, so that an end of the
    /// process in the middle loses nothing: ``finish(_:)`` goes on where it was left.
    struct StoreSalvage {
        let path: String

        /// Beside a file of which a part was found damaged, so that the next who opens it can look at all of it.
        var marker: String { path + "-damaged" }
        private var unfinished: String { path + ".recovering" }
        private var finished: String { path + ".recovered" }
        private static let parts = ["-wal", "-shm", ""]

        /// - Throws: ``TaskStoreError/busy(_:)`` if somebody has the file open; what kept the new file from being written.
        func setAside(reason: String, now: Date) throws -> DamageReport {
            let folder = StoreOwners.folder(of: path)
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            guard names.allSatisfy({ OwnerLock.take(folder + "/" + $0) != nil }) else {
                throw TaskStoreError.busy(
                    "The file is damaged, and somebody has it open. Close it there first. (\(reason))"
                )
            }
            let (count, lost) = try recover(now)
            try FileManager.default.moveItem(atPath: unfinished, toPath: finished)
            let place = try finish(now) ?? path
            return DamageReport(setAside: place, reason: reason, recoveredCount: count, lost: lost)
        }

        /// Puts a file in its place that was made whole.
        ///
        /// - Returns: where the damaged one is; nil if there was nothing to be done.
        func finish(_ now: Date) throws -> String? {
            let files = FileManager.default
            guard files.fileExists(atPath: finished) else { return nil }
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

        private func recover(_ now: Date) throws -> (count: Int, lost: [DurableTaskID]) {
            for part in Self.parts {
                try? FileManager.default.removeItem(atPath: unfinished + part)
            }
            let new = try DatabaseQueue(path: unfinished)
            defer { try? new.close() }
            var configuration = Configuration()
            configuration.readonly = true
            // A file of which nothing can be read is set aside all the same.
            let old = try? DatabaseQueue(path: path, configuration: configuration)
            defer { try? old?.close() }
            return try new.write { new in
                let firstID = StoreSchema.firstID(now: now)
                try StoreSchema.prepare(new, firstID: firstID)
                let copied = try old?.unsafeRead { old in
                    // Ids go on after the greatest that was ever given.
                    if let last = try? old.number("SELECT seq FROM sqlite_sequence WHERE name = 'nettask_task'"),
                        last > firstID, last < 1 << 53
                    {
                        try new.run("UPDATE sqlite_sequence SET seq = ? WHERE name = 'nettask_task'", last)
                    }
                    return try SalvagedTasks(old: old, new: new, now: now).copy()
                }
                return copied ?? (0, [])
            }
        }
    }
#endif
