/// Numbers that depend only on a seed (SplitMix64).
struct MockRandom: Sendable {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mixed(state)
    }

    /// A number from 0, below a count; 0 if the count is 0.
    mutating func below(_ count: Int) -> Int {
        count > 0 ? Int(next() % UInt64(count)) : 0
    }

    mutating func isOne(in count: Int) -> Bool { below(count) == 0 }

    /// An element; the list must not be empty.
    mutating func element<Element>(of list: [Element]) -> Element { list[below(list.count)] }

    /// A number from 0, below 1.
    mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    mutating func hexadecimal(_ count: Int) -> String {
        var text = ""
        while text.utf8.count < count {
            let digits = String(next(), radix: 16)
            text += String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }
        return String(text.prefix(count))
    }

    /// A seed for a name within another seed (FNV-1a).
    static func seed(_ seed: UInt64, _ name: String) -> UInt64 {
        mixed(name.utf8.reduce(seed ^ 0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
    }

    static func mixed(_ value: UInt64) -> UInt64 {
        var value = value
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
