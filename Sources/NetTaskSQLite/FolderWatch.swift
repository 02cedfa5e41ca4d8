#if SQLite
    import Dispatch
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

    /// Reports when files are added to a folder or removed from it.
    final class FolderWatch: Sendable {
        private let source: Locked<any DispatchSourceProtocol>

        /// Watches a folder.
        ///
        /// - Parameter didChange: called on a queue of Dispatch.
        /// - Returns: nil if the system cannot report changes.
        init?(_ folder: String, didChange: @escaping @Sendable () -> Void) {
            #if canImport(Darwin)
                let descriptor = open(folder, O_EVTONLY | O_CLOEXEC)
                guard descriptor >= 0 else { return nil }
                let source = DispatchSource.makeFileSystemObjectSource(
                    fileDescriptor: descriptor,
                    eventMask: .write,
                    queue: .global(qos: .utility)
                )
                source.setEventHandler(handler: didChange)
            #else
                let descriptor = inotify_init1(CInt(O_NONBLOCK | O_CLOEXEC))
                guard descriptor >= 0 else { return nil }
                let events: UInt32 = 0x100 | 0x200  // IN_CREATE and IN_DELETE
                guard inotify_add_watch(descriptor, folder, events) >= 0 else {
                    close(descriptor)
                    return nil
                }
                let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global(qos: .utility))
                source.setEventHandler {
                    var bytes = [UInt8](repeating: 0, count: 4_096)
                    while read(descriptor, &bytes, bytes.count) > 0 {}
                    didChange()
                }
            #endif
            source.setCancelHandler { close(descriptor) }
            source.resume()
            self.source = Locked(source)
        }

        deinit {
            cancel()
        }

        func cancel() {
            source.withLock { $0.cancel() }
        }
    }
#endif
