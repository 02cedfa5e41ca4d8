/// A random number generator (SplitMix64) that generates the same numbers for the same seed, on all machines and in all
/// versions.
///
///     let queue = HTTPNetTaskQueue(transport: transport) {
///         $0.random = SeededRandom(seed: 1)
///     }
///
/// It makes the jitter of retries and the boundaries of multipart bodies predictable.
public struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Makes a generator from any seed.
    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
