/// A task of a group, whatever its type.
protocol GroupMember: Sendable {
    /// Calls the closure once the task has ended, if need be at once.
    func whenEnded(_ action: @escaping @Sendable (GroupMemberEnd) -> Void)
    func cancel(_ reason: CancellationReason)
}

enum GroupMemberEnd: Sendable {
    case succeeded
    case failed(any Error)
    case cancelled(any Error)
}

extension NetTaskHandle: GroupMember {
    func whenEnded(_ action: @escaping @Sendable (GroupMemberEnd) -> Void) {
        record.whenEnded { outcome in
            switch outcome {
            case .success: action(.succeeded)
            case .cancelled(let reason): action(.cancelled(NetTaskError<T.Failure>.cancelled(reason)))
            case .failure(let error): action(.failed(NetTaskError<T.Failure>(error)))
            }
        }
    }
}
