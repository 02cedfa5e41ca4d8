#if Observability
    import HTTPTypes
    import NetTaskHTTP

    // The values of `error.type`: a small set, without text from servers or users.

    /// Returns the status code if it is an error by OpenTelemetry's conventions for clients: 400 or higher.
    func errorType(of status: HTTPResponse.Status) -> String? {
        status.code >= 400 ? String(status.code) : nil
    }

    /// Returns the status code, the kind of a `TransportError` or a `NetTaskTimeoutError`, or the name of the error's type.
    func errorType(of error: any Error) -> String {
        switch error {
        case let error as StatusError: String(error.code)
        case let error as TransportError: String(describing: error.kind)
        case let error as NetTaskTimeoutError: "timeout.\(error.kind)"
        case is ParseError: "parse"
        case is PackError: "pack"
        case is CancellationReason, is CancellationError: "cancelled"
        default: String(describing: type(of: error))
        }
    }
#endif
