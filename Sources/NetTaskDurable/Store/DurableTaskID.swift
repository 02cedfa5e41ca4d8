/// The number of a task in its store. A number is never given again, not even by a store that replaces a damaged one, so that
/// the app may keep it anywhere.
public struct DurableTaskID: RawRepresentable, Sendable, Hashable, Comparable, Codable {
    public let rawValue: Int64

    public init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    public static func < (left: DurableTaskID, right: DurableTaskID) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension DurableTaskID: LosslessStringConvertible {
    public init?(_ description: String) {
        guard let number = Int64(description), number > 0 else { return nil }
        self.init(rawValue: number)
    }

    public var description: String { String(rawValue) }
}
