// https://developer.apple.com/documentation/os/logger
public struct Logger: Sendable {
    public init(subsystem: String, category: String) {}
    public func debug(_ message: OSLogMessage) {}
    public func info(_ message: OSLogMessage) {}
    public func error(_ message: OSLogMessage) {}
}

// https://developer.apple.com/documentation/os/oslogmessage: the compiler reads the interpolation, so a message is a literal.
public struct OSLogMessage: ExpressibleByStringInterpolation {
    public init(stringInterpolation: OSLogInterpolation) {}
    public init(stringLiteral value: String) {}
}
public struct OSLogInterpolation: StringInterpolationProtocol {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation(
        _ argumentString: @autoclosure @escaping () -> String,
        privacy: OSLogPrivacy = .auto
    ) {}
}
public struct OSLogPrivacy {
    public enum Mask { case hash, none }
    public static var auto: OSLogPrivacy { OSLogPrivacy() }
    public static var `public`: OSLogPrivacy { OSLogPrivacy() }
    public static var `private`: OSLogPrivacy { OSLogPrivacy() }
    public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy() }
}

// https://developer.apple.com/documentation/os/ossignposter
public struct OSSignposter: Sendable {
    public init(subsystem: String, category: String) {}
    public func beginInterval(
        _ name: StaticString,
        id: OSSignpostID = .exclusive,
        _ message: SignpostMetadata
    ) -> OSSignpostIntervalState { .beginState(id: id) }
    public func endInterval(_ name: StaticString, _ state: OSSignpostIntervalState) {}
}
public typealias SignpostMetadata = OSLogMessage
public struct OSSignpostID: Sendable {
    public static let exclusive = OSSignpostID(1)
    public init(_ value: UInt64) {}
}
public class OSSignpostIntervalState {
    public static func beginState(id: OSSignpostID) -> OSSignpostIntervalState { OSSignpostIntervalState() }
    init() {}
}
