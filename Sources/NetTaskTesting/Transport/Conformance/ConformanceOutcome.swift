import NetTaskHTTP

/// How an exchange ended.
enum ConformanceOutcome: Hashable, Sendable {
    case reply(Int)
    case transport(TransportError.Kind)
    case timeout(NetTaskTimeoutError.Kind)
    case cancelled
    case other(String)

    init(_ error: any Error) {
        switch error {
        case let error as TransportError: self = .transport(error.kind)
        case let error as NetTaskTimeoutError: self = .timeout(error.kind)
        case is CancellationError: self = .cancelled
        default: self = .other("\(error)")
        }
    }
}

extension ConformanceOutcome: CustomStringConvertible {
    var description: String {
        switch self {
        case .reply(let code): "a reply of status \(code)"
        case .transport(let kind): "a TransportError of kind \(kind)"
        case .timeout(let kind): "a NetTaskTimeoutError of kind \(kind)"
        case .cancelled: "a CancellationError"
        case .other(let error): "another error: \(error)"
        }
    }
}
