/// A clock, reduced to what the queue needs. Times are durations since the time source was made.
package struct TimeSource: Sendable {
    package let now: @Sendable () -> Duration
    /// Sleeps until that time, or for one year if the time is further away.
    package let sleep: @Sendable (_ until: Duration) async throws -> Void
    /// Identifies the clock, as long as it lives, so that sources of the same clock compare equal; `nil` for a clock without an
    /// identity.
    package let clock: ObjectIdentifier?
    private let origin: any Sendable
    private let moment: @Sendable (any Sendable) -> Duration?

    package init(_ clock: any Clock<Duration>) {
        // Named, so that the compiler specializes the code for this clock: each task reads it.
        if let clock = clock as? ContinuousClock {
            self.init(opening: clock)
        } else {
            self.init(opening: clock)
        }
    }

    private init<C: Clock>(opening clock: C) where C.Duration == Duration {
        let origin = clock.now
        let now: @Sendable () -> Duration = { origin.duration(to: clock.now) }
        self.now = now
        self.origin = origin
        moment = { ($0 as? C.Instant).map { origin.duration(to: $0) } }
        self.clock =
            if C.self is AnyClass {
                ObjectIdentifier(clock as AnyObject)
            } else if C.self == ContinuousClock.self || C.self == SuspendingClock.self {
                ObjectIdentifier(C.self)
            } else {
                nil
            }
        sleep = { due in
            // The system's clocks trap on times that do not fit into 64 bits. Waking early is harmless.
            let due = min(due, now() + .seconds(365 * 86_400))
            try await clock.sleep(until: origin.advanced(by: due), tolerance: nil)
        }
    }

    /// How much later `other` was made than this source, or `nil` if its clock is of another type.
    package func offset(of other: TimeSource) -> Duration? { moment(other.origin) }
}
