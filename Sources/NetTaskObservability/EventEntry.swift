import NetTaskHTTP

/// An entry for an event in a log that distinguishes private text.
struct EventEntry: Sendable, Hashable {
    enum Level: Sendable, Hashable {
        case debug, info, error
    }

    /// A change of the intervals of a task.
    enum Interval: Sendable, Hashable {
        case beginTask, beginAttempt, endAttempt, endTask
    }

    var level = Level.debug
    /// The text without values of the task.
    var text: String
    /// The tags and the error, which may contain URLs and text from servers.
    var detail: String
    var intervals: [Interval] = []

    init(_ event: NetTaskQueueEvent) {
        var parts = event.tags
        if let error = event.error { parts.append("\(error)") }
        detail = parts.joined(separator: ", ")
        text = "\(event.name) \(event.id): "
        switch event.kind {
        case .accepted:
            text += "accepted"
            intervals = [.beginTask]
        case .started(let attempt, let waited):
            text += "attempt \(attempt) started, \(Self.seconds(waited)) after it was ready"
            intervals = [.beginAttempt]
        case .resent(let attempt):
            text += "attempt \(attempt) was not sent, and is sent again"
        case .retrying(let retry, let delay, _):
            (level, intervals) = (.info, [.endAttempt])
            text += "attempt failed, retry \(retry) in \(Self.seconds(delay))"
        case .pending(let attempt, let wait):
            text += "attempt \(attempt) was answered, the next poll is in \(Self.seconds(wait))"
            intervals = [.endAttempt]
        case .retryRefused:
            level = .info
            text += "attempt failed, and its retry was not permitted"
        case .held(_, let wait), .stillHeld(_, let wait):
            level = .info
            text += "a limit of the server holds tasks for \(Self.seconds(wait))"
        case .ended(let phase, let attempts, let duration, let runDuration):
            level = phase == .failed ? .error : .debug
            text += "\(phase.rawValue) after \(attempts) attempts and \(Self.seconds(duration))"
            // A task that waits for its retry has no current attempt. Ending an interval that has not begun has no effect.
            intervals = runDuration == nil ? [.endTask] : [.endAttempt, .endTask]
        }
    }

    /// The duration with milliseconds.
    private static func seconds(_ duration: Duration) -> String {
        let milliseconds = Int((duration / .milliseconds(1)).rounded())
        return "\(milliseconds / 1_000).\("\(1_000 + milliseconds % 1_000)".dropFirst()) s"
    }
}
