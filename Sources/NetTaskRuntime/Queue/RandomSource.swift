/// A random number generator that many threads may ask.
package final class RandomSource: Sendable {
    private let generator: Locked<any RandomNumberGenerator & Sendable>

    package init(_ generator: any RandomNumberGenerator & Sendable) {
        self.generator = Locked(generator)
    }

    package func next() -> UInt64 {
        generator.withLock { $0.next() }
    }

    /// From 0 up to but not including 1.
    package func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }
}
