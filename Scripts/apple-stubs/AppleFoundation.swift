// Stands in for Foundation: on Apple's systems it has what FoundationNetworking has on Linux, and re-exports Darwin.
@_exported public import Darwin
@_exported public import Foundation
@_exported public import FoundationNetworking

// https://developer.apple.com/documentation/foundation/urlrequest/allowsexpensivenetworkaccess and …/allowsconstrainednetworkaccess
extension URLRequest {
    public var allowsExpensiveNetworkAccess: Bool {
        get { fatalError() }
        set {}
    }
    public var allowsConstrainedNetworkAccess: Bool {
        get { fatalError() }
        set {}
    }
}

// https://developer.apple.com/documentation/foundation/urlsessiontaskdelegate: optional requirements, which a protocol on Linux
// cannot have. A reference to a method has an optional type on Apple's systems.
extension URLSessionTaskDelegate {
    public func urlSession(_ session: URLSession, didCreateTask task: URLSessionTask) {}
    public func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) {}
}
