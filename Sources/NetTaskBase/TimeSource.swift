/// A clock, opened once into what the queue needs of it. Moments are durations since the opening.
package struct TimeSource: Sendable {
    package let now: @Sendable () -> Duration
    /// Sleeps until that moment, or for a year if it is further away.
    package let sleep: @Sendable (_ until: Duration) async throws -> Void
    /// Is the same for sources of one clock, as long as the clock lives; nil for a clock without an identity.
    package let clock: ObjectIdentifier?
    private let origin: any Sendable
    private let moment: @Sendable (any Sendable) -> Duration?

    package init(_ clock: any Clock<Duration>) {
        // Named, so that the compiler makes code for this one, which is asked for each task.
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
            // The system's clocks trap on moments that do not fit into 64 bits. To wake early does no harm.
            let due = min(due, now() + .seconds(365 * 86_400))
            try await clock.sleep(until: origin.advanced(by: due), tolerance: nil)
        }
    }

    /// How much later that source of the same clock was opened; nil if its clock is of another type.
    package func offset(of other: TimeSource) -> Duration? { moment(other.origin) }
}
