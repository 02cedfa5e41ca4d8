import NetTaskRuntime

/// A random number generator that shares its numbers with others.
struct RandomNumbers: RandomNumberGenerator, Sendable {
    let source: RandomSource

    func next() -> UInt64 {
        source.next()
    }
}
