import NetTaskSystem

/// A random number generator that several threads may use.
package final class RandomSource: Sendable, RandomNumberGenerator {
    private let generator: Locked<any RandomNumberGenerator & Sendable>

    package init(_ generator: any RandomNumberGenerator & Sendable) {
        self.generator = Locked(generator)
    }

    /// Returns the generator itself if it is a `RandomSource`, or else a `RandomSource` that wraps it.
    package static func source(of generator: any RandomNumberGenerator & Sendable) -> RandomSource {
        generator as? RandomSource ?? RandomSource(generator)
    }

    package func next() -> UInt64 { generator.withLock { $0.next() } }

    /// Returns a random number from 0 up to but not including 1.
    package func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    /// Returns a random UUID (RFC 9562, section 5.4), in lower case.
    package func uuid() -> String {
        let high = next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { bytes in
            UUID(uuid: bytes.load(as: uuid_t.self)).uuidString.lowercased()
        }
    }
}
