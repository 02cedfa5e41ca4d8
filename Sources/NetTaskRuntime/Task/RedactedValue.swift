/// What stands in descriptions and dumps in place of a secret: the value is not in it, nor whether there is one.
public struct RedactedValue: Sendable, Hashable, CustomStringConvertible {
    /// Makes one; all are the same.
    public init() {}

    /// Always `<secret>`.
    public var description: String { "<secret>" }
}
