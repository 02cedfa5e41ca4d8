#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A thread of the system that can be joined.
struct ServerThread: Sendable {
    // Unchecked: it holds only an identifier of the system, which is a pointer on some systems.
    private struct Identity: @unchecked Sendable {
        var thread: pthread_t
    }

    private let identity: Identity

    /// - Throws: ``Failure`` if no thread can be created.
    init(_ body: @escaping @Sendable () -> Void) throws(Failure) {
        let argument = Unmanaged.passRetained(Work(body: body))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let code = pthread_create(&thread, nil, Self.start, argument.toOpaque())
        guard code == 0 else {
            argument.release()
            throw Failure(code: code)
        }
        #if canImport(Darwin)
            identity = Identity(thread: thread!)
        #else
            identity = Identity(thread: thread)
        #endif
    }

    /// Waits until the thread has ended. Call it once.
    func join() {
        pthread_join(identity.thread, nil)
    }

    /// No thread can be created; `code` is the error number of the system.
    struct Failure: Error {
        let code: Int32
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    #if canImport(Darwin)
        private static let start: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { argument in
            Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
            return nil
        }
    #else
        private static let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
            if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
            return nil
        }
    #endif
}
