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

    /// Prevents a damaged file from being set aside while another process opens it. A process that sets it aside holds the lock
    /// exclusively. The others share it until their own locks show that they use the file.
    ///
    /// It is a lock on the folder of the owners, so that no additional file is left.
    struct SalvageLock: ~Copyable {
        private let descriptor: CInt

        /// Waits for the lock for some seconds.
        init(path: String, isAlone: Bool, patience: TimeInterval = 10) throws {
            let folder = StoreOwners.folder(of: path)
            let end = Date() + patience
            repeat {
                // The parent folders are not created: a file in a missing folder is a mistake.
                guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
                    throw TaskStoreError.readOnly(
                        "The folder \(folder) cannot be created: \(String(cString: strerror(errno)))."
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
                // If the folder was replaced, the next try locks the new one.
                if !isLocked { usleep(10_000) }
            } while Date() < end
            throw TaskStoreError.busy("Another process is opening or salvaging the store. Try again.")
        }

        deinit {
            close(descriptor)
        }
    }
#endif
