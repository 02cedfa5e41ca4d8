public import NetTaskSystem

/// A value that only one thread at a time can access.
///
/// The lock is not recursive: the closure of ``withLock(_:)`` must not use the same lock, and must not call code of users.
/// `Synchronization.Mutex` is not used, because it needs later systems than the ones that this package supports.
@usableFromInline
// `@usableFromInline`, as are the properties, so that other modules can specialize `withLock`.
package final class Locked<Value>: @unchecked Sendable {
    // Unchecked: only `withLock` uses `value`, on the thread that holds `mutex`.
    @usableFromInline var value: Value

    #if canImport(Darwin)
        @usableFromInline let mutex: UnsafeMutablePointer<os_unfair_lock>
    #else
        @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    #endif

    package init(_ value: Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        #if canImport(Darwin)
            mutex.initialize(to: os_unfair_lock())
        #else
            mutex.initialize(to: pthread_mutex_t())
            #if canImport(Glibc)
                // Spins before it sleeps: the code under the lock ends sooner than a thread can sleep and wake.
                var attributes = pthread_mutexattr_t()
                pthread_mutexattr_init(&attributes)
                pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_ADAPTIVE_NP))
                pthread_mutex_init(mutex, &attributes)
                pthread_mutexattr_destroy(&attributes)
            #else
                pthread_mutex_init(mutex, nil)
            #endif
        #endif
    }

    deinit {
        #if !canImport(Darwin)
            pthread_mutex_destroy(mutex)
        #endif
        mutex.deinitialize(count: 1)
        mutex.deallocate()
    }

    @inlinable
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        #if canImport(Darwin)
            os_unfair_lock_lock(mutex)
            defer { os_unfair_lock_unlock(mutex) }
        #else
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
        #endif
        return try body(&value)
    }
}
