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

    /// A file that is locked as long as its store lives. The system unlocks it when the process ends, however it does, so
    /// that others see at once who is no more.
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

        /// Makes a file that nobody else has, and locks it.
        static func make(in folder: String) throws(TaskStoreError) -> OwnerLock {
            // Who looks after the dead may come between the making and the locking.
            for _ in 0..<10 {
                let path = folder + "/" + UUID().uuidString.lowercased()
                let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
                guard descriptor >= 0 else {
                    throw .readOnly("The file \(path) cannot be made: \(String(cString: strerror(errno))).")
                }
                if let lock = lock(descriptor, path) { return lock }
                unlink(path)
            }
            throw .busy("No file in \(folder) can be locked.")
        }

        /// Locks a file that is there, if nobody else has: then its owner is no more.
        static func take(_ path: String) -> OwnerLock? {
            let descriptor = open(path, O_RDWR | O_CLOEXEC)
            return descriptor < 0 ? nil : lock(descriptor, path)
        }

        /// Removes the file. To be called while it is locked.
        func remove() {
            unlink(path)
        }

        /// Whether others still find it: somebody may have removed the file.
        var isInPlace: Bool {
            descriptor.withLock { descriptor in descriptor.map { Self.isFile($0, at: path) } ?? false }
        }

        /// Does nothing the second time.
        func release() {
            let descriptor = descriptor.withLock { descriptor in
                defer { descriptor = nil }
                return descriptor
            }
            if let descriptor { close(descriptor) }
        }

        /// - Returns: nil if somebody else has it, or if it is not the file of that path any more. It is closed then.
        private static func lock(_ descriptor: CInt, _ path: String) -> OwnerLock? {
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, isFile(descriptor, at: path) else {
                close(descriptor)
                return nil
            }
            return OwnerLock(path: path, descriptor: descriptor)
        }

        /// Whether what is open is what has that path now.
        static func isFile(_ descriptor: CInt, at path: String) -> Bool {
            var (opened, named) = (stat(), stat())
            return fstat(descriptor, &opened) == 0 && stat(path, &named) == 0 && opened.st_ino == named.st_ino
                && opened.st_dev == named.st_dev
        }
    }
#endif
