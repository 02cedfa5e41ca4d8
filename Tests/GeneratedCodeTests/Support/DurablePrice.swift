public import NetTaskDurable
public import NetTaskRuntime

/// A type of the user's that tasks hold which are kept on disk.
public struct DurablePrice: Equatable, Sendable, Codable, StoredValue, ParameterValue {
    public var cents: Int
    public var currency: String

    public static func write(_ value: DurablePrice, into packer: inout ParameterPacker) {
        String.write("\(value.cents) \(value.currency)", into: &packer)
    }
}
