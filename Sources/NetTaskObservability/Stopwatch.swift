#if Observability
    /// A clock, opened into what is needed to measure how long something takes.
    struct Stopwatch: Sendable {
        /// Begins to measure; what it returns tells how long ago that was.
        let start: @Sendable () -> @Sendable () -> Duration

        init(_ clock: any Clock<Duration>) {
            self.init(opening: clock)
        }

        private init<C: Clock>(opening clock: C) where C.Duration == Duration {
            start = {
                let start = clock.now
                return { start.duration(to: clock.now) }
            }
        }
    }

    extension Duration {
        var nanoseconds: Int64 {
            let (seconds, attoseconds) = components
            let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
            return overflow ? .max : whole + attoseconds / 1_000_000_000
        }

        var seconds: Double { Double(nanoseconds) / 1e9 }
    }
#endif
