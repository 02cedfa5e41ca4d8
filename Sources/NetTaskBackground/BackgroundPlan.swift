import Foundation
import NetTaskDurable

/// The next background task of the system: its kind, its date and its conditions.
struct BackgroundPlan: Sendable, Hashable {
    /// The kinds of background tasks.
    enum Kind: Sendable, Hashable, CaseIterable {
        /// A short run, of about 30 seconds.
        case refresh
        /// A run of minutes, usually while the device is charged and not used.
        case processing
    }

    var kind: Kind
    /// The earliest date; nil for as soon as possible.
    var earliest: Date?
    /// Whether the system starts it only with a network.
    var requiresNetwork: Bool
    /// Whether the system starts it only with external power.
    var requiresPower: Bool

    /// The latest earliest date that Apple recommends: one week ahead.
    private static let longestWait: TimeInterval = 7 * 86_400

    /// Decides on the next background task.
    ///
    /// - Parameters:
    ///   - report: the report of the last drain.
    ///   - kinds: the kinds that the app has registered.
    ///   - usesNetwork: whether all tasks need a network, even those that do not require one.
    ///   - now: the current date.
    /// - Returns: nil if no task will be due without another event, or if no kind is registered.
    init?(after report: DrainReport, _ kinds: Set<Kind>, usesNetwork: Bool, now: Date) {
        guard report.left > 0, let next = report.nextRun else { return nil }
        requiresPower = report.requirements.contains(.power)
        requiresNetwork =
            usesNetwork || !report.requirements.isDisjoint(with: [.network, .unmeteredNetwork])
        // Only a long run can wait for power. If tasks are due after a run, the time of a short one is not enough for them.
        let preferred: Kind = requiresPower || next <= now ? .processing : .refresh
        guard let kind = kinds.contains(preferred) ? preferred : kinds.first else { return nil }
        self.kind = kind
        earliest = next <= now ? nil : min(next, now + Self.longestWait)
    }
}
