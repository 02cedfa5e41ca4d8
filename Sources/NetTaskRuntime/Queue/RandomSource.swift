/// A random number generator that many threads may ask.
final class RandomSource: Sendable {
    private let generator: Locked<any RandomNumberGenerator & Sendable>

    init(_ generator: any RandomNumberGenerator & Sendable) {
        self.generator = Locked(generator)
    }

    func next() -> UInt64 {
        generator.withLock { $0.next() }
    }

    /// From 0 up to but not including 1.
    func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }
}
