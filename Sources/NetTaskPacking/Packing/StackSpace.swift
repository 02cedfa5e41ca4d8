import NetTaskSystem

/// Limits the recursion over nested values: to a fixed number of levels, and to the stack of the thread.
package struct StackSpace: Sendable {
    /// The maximum number of levels that are read, packed and stored.
    package static var maxDepth: Int { 512 }

    /// The address below which the stack is low.
    private let limit = Self.limitOfThread

    package init() {}

    /// Whether too little of the stack is left for another level, which is one or two frames of generated code and the
    /// functions that it calls. Always `false` on a stack other than that of the thread that made this value.
    @inline(__always)
    package var isLow: Bool { limit &- Self.current <= Self.largestReserve }

    /// The approximate end of the stack. It grows toward 0.
    @inline(__always)
    private static var current: UInt {
        var marker: UInt8 = 0
        return withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
    }

    private static var largestReserve: UInt { 256 << 10 }

    /// The number of bytes of a stack to keep free: an eighth, and enough for one level. A shape with 40 fields needs up to 18
    /// KB for each level in a debug build, and 5 KB in a release build.
    private static func reserve(ofStackOf size: UInt) -> UInt {
        min(max(32 << 10, size / 8), largestReserve)
    }

    /// Computed once for each thread, because it needs system calls.
    private static var limitOfThread: UInt {
        guard let key else { return findLimit() }
        if let known = pthread_getspecific(key) { return UInt(bitPattern: known) }
        let limit = findLimit()
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: limit))
        return limit
    }

    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    #if canImport(Darwin)
        private static func findLimit() -> UInt {
            let highest = UInt(bitPattern: pthread_get_stackaddr_np(pthread_self()))
            let size = UInt(pthread_get_stacksize_np(pthread_self()))
            return highest - size + reserve(ofStackOf: size)
        }
    #else
        private typealias GetAttributes =
            @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> CInt

        /// Looked up by name, because the headers declare it only for GNU programs. `nil` in a statically linked program.
        private static let getAttributes = dlsym(nil, "pthread_getattr_np").map {
            unsafeBitCast($0, to: GetAttributes.self)
        }

        private static func findLimit() -> UInt {
            let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
            defer { attributes.deallocate() }
            guard let getAttributes, getAttributes(pthread_self(), attributes) == 0 else {
                // A thread is usually near its start when it reads or packs its first value, and few stacks are smaller than
                // this.
                return current - (128 << 10)
            }
            defer { pthread_attr_destroy(attributes) }
            var lowest: UnsafeMutableRawPointer?
            var size = 0
            pthread_attr_getstack(attributes, &lowest, &size)
            return UInt(bitPattern: lowest) + reserve(ofStackOf: UInt(size))
        }
    #endif
}
