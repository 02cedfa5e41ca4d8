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
        record.whenEnded { action(Self.end(of: $0)) }
    }

    static func end(of outcome: TaskOutcome) -> GroupMemberEnd {
        switch TaskRecord<T>.typed(outcome) {
        case .success: .succeeded
        case .failure(let error):
            if case .cancelled = error { .cancelled(error) } else { .failed(error) }
        }
    }
}
