#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A thread of the system, which can be waited for to the very end.
struct ServerThread: Sendable {
    // Unchecked, since a number of the system's is all that it is, a pointer to Swift on some systems.
    private struct Identity: @unchecked Sendable {
        var thread: pthread_t
    }

    private let identity: Identity

    /// - Throws: ``Failure`` if there can be no thread.
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

    /// Waits until it has ended. To be called once.
    func join() {
        pthread_join(identity.thread, nil)
    }

    /// There can be no more threads; with the system's number for why.
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
