public import Foundation

/// A value that only one thread at a time can reach.
///
/// `Synchronization.Mutex` would need a later system than we do. The lock is not recursive: the closure must not come
/// back to it, and must not call code of the user's.
// Usable from inlined code, as are the properties: without that, no other module specializes `withLock` for its values.
@usableFromInline
package final class Locked<Value>: @unchecked Sendable {
    // Unchecked, because `value` is touched in `withLock` alone, and there by the thread that holds `mutex`.
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
                // What is done under the lock is over sooner than a thread could be put to sleep and woken.
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
