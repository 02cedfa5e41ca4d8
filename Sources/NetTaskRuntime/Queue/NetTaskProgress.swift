/// How far an attempt has come.
public struct NetTaskProgress: Sendable, Hashable {
    /// Which way the data goes.
    public enum Direction: Sendable, Hashable, CaseIterable {
        case sending
        case receiving
    }

    /// Whether it is the request that is sent, or the reply that comes in.
    public var direction: Direction
    /// How much is done: bytes, or whatever the handler counts.
    public var completed: Int64
    /// How much there is in all; nil as long as nobody knows.
    public var total: Int64?

    /// The share that is done, from 0 to 1; nil if the total is not known. Of a total of 0 it is 1.
    public var fraction: Double? {
        total.map { $0 > 0 ? min(max(Double(completed) / Double($0), 0), 1) : 1 }
    }

    /// Makes a progress, such as to report it from a handler.
    public init(_ direction: Direction, completed: Int64, total: Int64? = nil) {
        self.direction = direction
        self.completed = completed
        self.total = total
    }
}
