#if SQLite
    import Foundation
    import NetTaskCore
    import NetTaskDurable

    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Android)
        import Android
    #endif

    /// The open files of a store. It detects when their paths lead to other files or to none. Writes to an unlinked file are
    /// lost with the process.
    final class OpenedFile: Sendable {
        private struct Identity: Equatable {
            let device: dev_t
            let number: ino_t

            init(_ status: stat) {
                (device, number) = (status.st_dev, status.st_ino)
            }

            /// Returns nil if the file does not exist.
            init?(_ path: String) {
                guard let status = Self.status(of: path) else { return nil }
                self.init(status)
            }

            static func status(of path: String) -> stat? {
                var status = stat()
                return stat(path, &status) == 0 ? status : nil
            }
        }

        /// A folder, and the time of its last change: a file was added, removed or renamed.
        private struct Folder: Equatable {
            let identity: Identity
            /// In nanoseconds.
            let changed: Int64

            /// Returns nil if the folder does not exist, or if it changed so recently that the next change could have the same
            /// time.
            init?(_ path: String) {
                guard let status = Identity.status(of: path) else { return nil }
                identity = Identity(status)
                #if canImport(Darwin)
                    let time = status.st_mtimespec
                #else
                    let time = status.st_mtim
                #endif
                changed = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
                if abs(Date().timeIntervalSince1970 - Double(time.tv_sec)) < 2 { return nil }
            }
        }

        private let identities: [(path: String, identity: Identity)]
        /// The common folder of the files; nil if there are several.
        private let folder: String?
        /// The folder at the last time when no file was missing.
        private let complete = Locked<Folder?>(nil)

        /// Records the open files.
        ///
        /// - Parameters:
        ///   - path: the path of an open database. If the file does not exist, the database is in memory, and ``check()``
        ///     detects nothing.
        ///   - hasOwnLog: whether the log and its index stay the same while the database is open.
        init(path: String, hasOwnLog: Bool) {
            // The process may change its working directory.
            let url = URL(fileURLWithPath: path)
            let target = url.resolvingSymlinksInPath().path
            let paths = [url.path] + (hasOwnLog ? [target + "-wal", target + "-shm"] : [])
            identities = paths.compactMap { path in Identity(path).map { (path: path, identity: $0) } }
            let folders = Set(paths.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path })
            folder = folders.count == 1 ? folders.first : nil
        }

        /// Checks that the paths still lead to the open files.
        ///
        /// - Throws: `TaskStoreError.missing(_:)`.
        func check() throws(TaskStoreError) {
            // Each commit calls this. Checking the folder is cheaper than checking its three files.
            let folder = folder.flatMap(Folder.init)
            if let folder, folder == complete.withLock({ $0 }) { return }
            guard let missing = identities.first(where: { Identity($0.path) != $0.identity }) else {
                return complete.withLock { $0 = folder }
            }
            throw .missing(
                """
                \(missing.path) was removed, moved or replaced while the store was open. What the store writes now is lost \
                with this process. Close the store and open it again, with a new queue, and enqueue again what is missing. To \
                copy or move a store, close it first.
                """
            )
        }
    }
#endif
