#if SQLite
    import Foundation

    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Android)
        import Android
    #endif

    import NetTaskCore
    import NetTaskDurable

    /// A file that is locked while its store is open. The system unlocks it when the process ends, however it ends, so that
    /// other processes detect the end immediately.
    final class OwnerLock: Sendable {
        let path: String
        private let descriptor: Locked<CInt?>

        private init(path: String, descriptor: CInt) {
            self.path = path
            self.descriptor = Locked(descriptor)
        }

        deinit {
            release()
        }

        /// Makes a new file, and locks it.
        static func make(in folder: String) throws(TaskStoreError) -> OwnerLock {
            // Another process that removes old locks may run between the creation and the lock.
            for _ in 0..<10 {
                let path = folder + "/" + UUID().uuidString.lowercased()
                let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
                guard descriptor >= 0 else {
                    throw .readOnly("The file \(path) cannot be created: \(String(cString: strerror(errno))).")
                }
                if let lock = lock(descriptor, path) { return lock }
                unlink(path)
            }
            throw .busy("No file in \(folder) can be locked.")
        }

        /// Locks an existing file if no process holds its lock, which means that its owner has ended.
        static func take(_ path: String) -> OwnerLock? {
            let descriptor = open(path, O_RDWR | O_CLOEXEC)
            return descriptor < 0 ? nil : lock(descriptor, path)
        }

        /// Removes the file. Must be called while it is locked.
        func remove() {
            unlink(path)
        }

        /// Whether the file is still at its path. Another process may have removed it.
        var isInPlace: Bool {
            descriptor.withLock { descriptor in descriptor.map { Self.isFile($0, at: path) } ?? false }
        }

        /// Closes the file. A second call has no effect.
        func release() {
            let descriptor = descriptor.withLock { descriptor in
                defer { descriptor = nil }
                return descriptor
            }
            if let descriptor { close(descriptor) }
        }

        /// - Returns: nil if another process holds the lock, or if the path leads to another file. The file is then closed.
        private static func lock(_ descriptor: CInt, _ path: String) -> OwnerLock? {
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, isFile(descriptor, at: path) else {
                close(descriptor)
                return nil
            }
            return OwnerLock(path: path, descriptor: descriptor)
        }

        /// Whether the path leads to the open file.
        static func isFile(_ descriptor: CInt, at path: String) -> Bool {
            var (opened, named) = (stat(), stat())
            return fstat(descriptor, &opened) == 0 && stat(path, &named) == 0 && opened.st_ino == named.st_ino
                && opened.st_dev == named.st_dev
        }
    }
#endif
