import Foundation

/// SHA-256 (FIPS 180-4), since Foundation has none that is everywhere. For short texts; not made for speed.
enum SHA256 {
    static func hash(_ message: Data) -> [UInt8] {
        var state: [UInt32] = [
            0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
        ]
        var bytes = [UInt8](message) + [0x80]
        bytes += Array(repeating: 0, count: (120 - bytes.count % 64) % 64)
        let bitCount = UInt64(message.count) * 8
        bytes += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * $0)) }
        for block in stride(from: 0, to: bytes.count, by: 64) {
            mix(bytes[block..<(block + 64)], into: &state)
        }
        return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
    }

    private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var words = stride(from: block.startIndex, to: block.endIndex, by: 4).map { index in
            block[index..<(index + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<64 {
            let (early, late) = (words[index - 15], words[index - 2])
            let first = rotated(early, 7) ^ rotated(early, 18) ^ (early >> 3)
            let second = rotated(late, 17) ^ rotated(late, 19) ^ (late >> 10)
            words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
        }
        var work = state
        for index in 0..<64 {
            let (a, e) = (work[0], work[4])
            let choice = (e & work[5]) ^ (~e & work[6])
            let majority = (a & work[1]) ^ (a & work[2]) ^ (work[1] & work[2])
            let upper = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
            let lower = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
            let first = work[7] &+ upper &+ choice &+ constants[index] &+ words[index]
            let second = lower &+ majority
            work = [first &+ second, a, work[1], work[2], work[3] &+ first, e, work[5], work[6]]
        }
        for index in 0..<8 {
            state[index] &+= work[index]
        }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word >> count | word << (32 - count)
    }

    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = {
        var primes: [UInt64] = []
        var candidate: UInt64 = 2
        while primes.count < 64 {
            if primes.allSatisfy({ candidate % $0 != 0 }) {
                primes.append(candidate)
            }
            candidate += 1
        }
        return primes.map { UInt32(truncatingIfNeeded: cubeRoot(of: $0)) }
    }()

    /// ⌊∛prime · 2³²⌋, in whole numbers, by halving the interval.
    private static func cubeRoot(of prime: UInt64) -> UInt64 {
        var low: UInt64 = 0
        var high: UInt64 = 7 << 32
        while high - low > 1 {
            let middle = (low + high) / 2
            if isCubeAtMost(middle, prime) {
                low = middle
            } else {
                high = middle
            }
        }
        return low
    }

    /// Whether (root / 2³²)³ ≤ prime.
    private static func isCubeAtMost(_ root: UInt64, _ prime: UInt64) -> Bool {
        let square = root.multipliedFullWidth(by: root)
        let low = square.low.multipliedFullWidth(by: root)
        let high = square.high.multipliedFullWidth(by: root)
        let (middle, overflow) = low.high.addingReportingOverflow(high.low)
        let top = high.high + (overflow ? 1 : 0)
        // The cube is top · 2¹²⁸ + middle · 2⁶⁴ + low.low; the other side is prime · 2⁹⁶.
        let bound = (top: prime >> 32, middle: prime << 32)
        if (top, middle) != (bound.top, bound.middle) { return (top, middle) < (bound.top, bound.middle) }
        return low.low == 0
    }
}
