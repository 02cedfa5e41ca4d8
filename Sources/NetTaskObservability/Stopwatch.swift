#if Observability
    /// A clock, reduced to what is needed to measure durations.
    struct Stopwatch: Sendable {
        /// Starts a measurement. The closure that it returns returns the elapsed time.
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
