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

    /// Keeps a damaged file from being set aside while somebody opens it: who may set it aside holds the lock alone, the
    /// others hold it together, until their own locks show that they have the file open.
    ///
    /// It is a lock on the folder of the owners, so that no file of its own is left behind.
    struct SalvageLock: ~Copyable {
        private let descriptor: CInt

        /// Waits for whoever has it, for some seconds.
        init(path: String, isAlone: Bool, patience: TimeInterval = 10) throws {
            let folder = StoreOwners.folder(of: path)
            let end = Date() + patience
            repeat {
                // Not those above it: a file in a folder that is not there is a mistake.
                guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
                    throw TaskStoreError.readOnly(
                        "The folder \(folder) cannot be made: \(String(cString: strerror(errno)))."
                    )
                }
                let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
                guard descriptor >= 0 else {
                    throw TaskStoreError.readOnly(
                        "The folder \(folder) cannot be read: \(String(cString: strerror(errno)))."
                    )
                }
                let isLocked = flock(descriptor, (isAlone ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0
                if isLocked, OwnerLock.isFile(descriptor, at: folder) {
                    self.descriptor = descriptor
                    return
                }
                close(descriptor)
                // Somebody who removed the folder left another to lock.
                if !isLocked { usleep(10_000) }
            } while Date() < end
            throw TaskStoreError.busy("Somebody else is opening the store, or mends it. Try again.")
        }

        deinit {
            close(descriptor)
        }
    }
#endif
