/// The number of a task in its store. It is never given again, also not by a store that takes the place of a damaged one,
/// so that it may be kept anywhere, such as beside what the task is about.
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
