// https://developer.apple.com/documentation/network/nwpathmonitor and …/nwpath
public import Dispatch

public final class NWPathMonitor {
    public init() {}
    public init(requiredInterfaceType: NWInterface.InterfaceType) {}
    public var currentPath: NWPath { fatalError() }
    public var pathUpdateHandler: (@Sendable (_ newPath: NWPath) -> Void)?
    public func start(queue: DispatchQueue) {}
    public func cancel() {}
}

public struct NWPath: Sendable, Equatable {
    public enum Status: Sendable { case satisfied, unsatisfied, requiresConnection }
    public let status: Status
    public let isExpensive: Bool
    public let isConstrained: Bool
    public func usesInterfaceType(_ type: NWInterface.InterfaceType) -> Bool { fatalError() }
    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    public var isUltraConstrained: Bool { fatalError() }
}

public struct NWInterface: Sendable {
    public enum InterfaceType: Sendable { case other, wifi, cellular, wiredEthernet, loopback }
}
