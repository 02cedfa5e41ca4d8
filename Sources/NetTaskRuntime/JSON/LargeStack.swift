#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// Runs deep recursion on a thread of its own.
enum LargeStack {
    /// How many levels of nesting go without.
    static var depthWithout: Int { 16 }

    /// What is nested deeper than the stack of any thread is sure to reach.
    struct Needed: Error {}

    /// In bytes. The system gives the memory as it is used: what is never reached costs nothing.
    static var size: Int { 64 << 20 }

    /// Calls `body` on another thread, and waits for it.
    ///
    /// - Throws: what `body` throws, or ``StackError`` if there can be no thread.
    static func run<Value>(_ body: () throws -> Value) throws -> Value {
        try withoutActuallyEscaping(body) { body in
            var result: Result<Value, any Error>?
            try withUnsafeMutablePointer(to: &result) { result in
                try run(Work { result.pointee = Result(catching: body) })
            }
            guard let result else { throw StackError(code: 0) }
            return try result.get()
        }
    }

    private static func run(_ work: Work) throws(StackError) {
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        pthread_attr_init(attributes)
        defer {
            pthread_attr_destroy(attributes)
            attributes.deallocate()
        }
        let sizeCode = pthread_attr_setstacksize(attributes, size)
        guard sizeCode == 0 else { throw StackError(code: sizeCode) }
        #if canImport(Darwin)
            // Whoever waits must not wait for something less urgent.
            pthread_attr_set_qos_class_np(attributes, qos_class_self(), 0)
        #endif
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        let argument = Unmanaged.passUnretained(work).toOpaque()
        let code = pthread_create(&thread, attributes, start, argument)
        guard code == 0 else { throw StackError(code: code) }
        #if canImport(Darwin)
            if let thread { pthread_join(thread, nil) }
        #else
            pthread_join(thread, nil)
        #endif
        work.perform = nil
    }

    /// What the thread does. It is alive until the thread has ended, since its caller waits for that.
    private final class Work {
        var perform: (() -> Void)?

        init(_ perform: @escaping () -> Void) {
            self.perform = perform
        }
    }

    #if canImport(Darwin)
        private static let start: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { argument in
            Unmanaged<Work>.fromOpaque(argument).takeUnretainedValue().perform?()
            return nil
        }
    #else
        private static let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
            if let argument { Unmanaged<Work>.fromOpaque(argument).takeUnretainedValue().perform?() }
            return nil
        }
    #endif
}
