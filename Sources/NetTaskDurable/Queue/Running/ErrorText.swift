import NetTaskRuntime

/// What is stored and logged of an error.
enum ErrorText {
    /// - Parameter isSealed: whether the task has a codec. The text of its errors may quote what is in it, or what was
    ///   sent, and is stored as it is: so only what kind of error it was is told then, and where.
    static func text(of error: any Error, isSealed: Bool) -> String {
        guard isSealed else { return String(describing: error) }
        switch error {
        case let error as EnqueueError:
            // The name of a codec is not of the task.
            if case .unknownCodec = error { return error.description }
            return "EnqueueError"
        case let error as ParseError where !error.path.isEmpty:
            return "ParseError at \(error.path)"
        case let error as StatusError:
            return "StatusError, status \(error.code)"
        default:
            return String(describing: type(of: error))
        }
    }
}
