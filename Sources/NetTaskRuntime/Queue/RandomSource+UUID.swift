import Foundation

extension RandomSource {
    /// A random UUID (RFC 9562, section 5.4), in lower case.
    package func uuid() -> String {
        let high = next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
        let low = next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { bytes in
            UUID(uuid: bytes.load(as: uuid_t.self)).uuidString.lowercased()
        }
    }
}
