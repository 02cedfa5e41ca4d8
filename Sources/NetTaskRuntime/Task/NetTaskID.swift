/// The number of a task in its queue, in the order of adding.
public struct NetTaskID: Sendable, Hashable, Comparable, CustomStringConvertible {
    let number: UInt64

    init(_ number: UInt64) {
        self.number = number
    }

    public init() {
        self.number = 0
    }

    public static func < (left: NetTaskID, right: NetTaskID) -> Bool {
        left.number < right.number
    }

    public var description: String { "#\(number)" }
}
