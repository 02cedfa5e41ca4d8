/// A fast hash of 64 bits, for telling whether a file is what it was. Not for what an attacker chooses.
///
/// It takes eight bytes at a time, each through a multiplication and a shift, as FNV-1a does with single ones.
enum ContentHash {
    static func hash(_ bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBytes { hash($0) }
    }

    static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(bytes.count)
        var offset = 0
        while offset + 8 <= bytes.count {
            mix(&hash, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += 8
        }
        while offset < bytes.count {
            mix(&hash, UInt64(bytes[offset]))
            offset += 1
        }
        return hash
    }

    private static func mix(_ hash: inout UInt64, _ word: UInt64) {
        hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 32
    }
}
