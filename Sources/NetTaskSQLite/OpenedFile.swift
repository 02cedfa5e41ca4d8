#if SQLite
    import Foundation
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

    /// The files that a store has open, to notice that others find different ones at their paths, or none. What is written
    /// to a file without a name is lost with the process.
    struct OpenedFile: Sendable {
        private struct Identity: Equatable {
            let device: dev_t
            let number: ino_t

            /// Returns `nil` if the file does not exist.
            init?(_ path: String) {
                var status = stat()
                guard stat(path, &status) == 0 else { return nil }
                device = status.st_dev
                number = status.st_ino
            }
        }

        private let identities: [(path: String, identity: Identity)]

        /// - Parameters:
        ///   - path: the path of an open database. If the file does not exist, the database is in memory, and ``check()``
        ///     finds nothing.
        ///   - hasOwnLog: whether the log and its index stay as they are while the database is open.
        init(path: String, hasOwnLog: Bool) {
            // The process may change its folder.
            let url = URL(fileURLWithPath: path)
            let target = url.resolvingSymlinksInPath().path
            let paths = [url.path] + (hasOwnLog ? [target + "-wal", target + "-shm"] : [])
            identities = paths.compactMap { path in Identity(path).map { (path: path, identity: $0) } }
        }

        /// - Throws: `TaskStoreError.missing(_:)`.
        func check() throws(TaskStoreError) {
            guard let missing = identities.first(where: { Identity($0.path) != $0.identity }) else { return }
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
