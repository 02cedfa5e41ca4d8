/// Why the latest run of a task stopped without the end of the task. An app can show its own text.
public enum TaskStopReason: String, Sendable, Hashable, CaseIterable, Codable {
    /// There was no network. The run does not count.
    case noNetwork
    /// A limit of the server, or the `rate` of the endpoint, held the task longer than a run waits. The run does not count.
    case held
    /// The operation that the task has started has not completed, and is polled again. The run does not count.
    case pending
    /// The queue was shut down, or the background time of the app was over. The run does not count.
    case returned
    /// The process ended in the middle of the run.
    case lost
    /// The run failed.
    case failed
}

extension TaskStopReason {
    /// `nil` for a run that has not ended, or that was the last run.
    init?(_ run: TaskRun) {
        switch run.outcome {
        case .failed: self = .failed
        case .lost: self = .lost
        case .returned: self = .returned
        case .postponed:
            // A store keeps only the text, which begins with the sentence of its case.
            let text = run.error ?? ""
            guard let reason = Self.allCases.first(where: { $0.isReason(of: text) }) else { return nil }
            self = reason
        case .running, .succeeded, .died, .cancelled: return nil
        }
    }

    /// The text that is stored as the reason of a postponed run.
    func text(_ detail: String) -> String { "\(sentence): \(detail)" }

    /// The reason as text.
    ///
    /// - Parameter error: the stored text of the run.
    func description(_ error: String?) -> String {
        guard let error else { return sentence }
        return isReason(of: error) ? error : text(error)
    }

    private func isReason(of text: String) -> Bool { text.hasPrefix("\(sentence): ") }

    private var sentence: String {
        switch self {
        case .noNetwork: "There was no network"
        case .held: "A limit held the task"
        case .pending: "It is not over yet"
        case .returned: "The queue was shut down"
        case .lost: "The run was lost"
        case .failed: "The run failed"
        }
    }
}
