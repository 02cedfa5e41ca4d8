/// A hash that is the same in every run and on every machine: FNV-1a, of 64 bits.
package enum StableHash {
    package static func of(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
