import Foundation

/// Encodes gzip (RFC 1952) without a library.
enum Gzip {
    /// Encodes bytes without compression.
    static func packed(_ data: Data) -> Data {
        var packed = header
        var rest = data[...]
        repeat {
            // A stored block, of at most 65,535 bytes (RFC 1951, section 3.2.4).
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(0xFFFF)
            let length = UInt16(block.count)
            packed.append(rest.isEmpty ? 1 : 0)
            packed += bytes(of: length) + bytes(of: ~length) + block
        } while !rest.isEmpty
        return packed + bytes(of: checksum(of: data)) + bytes(of: UInt32(truncatingIfNeeded: data.count))
    }

    /// 32 MB of zeros in about 200 KB. It has no checksum: a client that decodes all of it has failed already.
    static let bomb: Data = {
        var bits = BitWriter()
        // A single last block with fixed codes (RFC 1951, section 3.2.6): a zero, then repetitions of "258 bytes like the
        // previous one", with 13 bits each.
        bits.append(1, count: 1)
        bits.append(0b01, count: 2)
        bits.append(0b0000_1100, count: 8)
        for _ in 0..<(32 << 20) / 258 {
            bits.append(0b1010_0011, count: 8)
            bits.append(0, count: 5)
        }
        bits.append(0, count: 7)
        return header + bits.bytes
    }()

    private static let header = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF])

    private static func bytes(of number: some FixedWidthInteger) -> Data {
        withUnsafeBytes(of: number.littleEndian) { Data($0) }
    }

    /// CRC-32 (RFC 1952, section 8).
    private static func checksum(of data: Data) -> UInt32 {
        ~data.reduce(~0) { checksum, byte in
            (0..<8).reduce(checksum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1 }
        }
    }
}

/// Collects bits, the lowest of each byte first. The first bit of a code is its lowest.
private struct BitWriter {
    private(set) var bytes = Data()
    private var pending: UInt32 = 0
    private var pendingCount = 0

    mutating func append(_ bits: UInt32, count: Int) {
        pending |= bits << UInt32(pendingCount)
        pendingCount += count
        while pendingCount >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            pendingCount -= 8
        }
    }
}
