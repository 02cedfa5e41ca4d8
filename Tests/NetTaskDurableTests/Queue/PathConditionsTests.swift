import NetTaskRuntime
import Testing

@testable import NetTaskDurable

/// Tests `NetworkConditions` on Apple systems, with the test's own monitor.
@Suite("The network of Apple's systems")
struct PathConditionsTests {
    private static let offline = TaskRequirements.everything.subtracting([.network, .unmeteredNetwork])
    private static let metered = TaskRequirements.everything.subtracting(.unmeteredNetwork)

    /// Passes the reports of all started monitors to the test.
    private final class Monitors: Sendable {
        private let reports = Locked<[PathConditions.Report?]>([])

        var runningCount: Int { reports.withLock { $0.count { $0 != nil } } }

        func start(_ report: @escaping PathConditions.Report) -> @Sendable () -> Void {
            let index = reports.withLock { reports in
                reports.append(report)
                return reports.count - 1
            }
            return { [reports] in reports.withLock { $0[index] = nil } }
        }

        func report(isSatisfied: Bool, isMetered: Bool = false) {
            for report in reports.withLock({ $0 }) { report?(isSatisfied, isMetered) }
        }
    }

    @Test("is assumed until the first report")
    func beforeFirstReport() {
        #expect(PathConditions(monitor: Monitors().start).current == .everything)
    }

    @Test("is that of the latest report")
    func latestReport() {
        // given
        let monitors = Monitors()
        let conditions = PathConditions(monitor: monitors.start)
        // when, then
        monitors.report(isSatisfied: false)
        #expect(conditions.current == Self.offline)
        monitors.report(isSatisfied: true, isMetered: true)
        #expect(conditions.current == Self.metered)
        monitors.report(isSatisfied: true)
        #expect(conditions.current == .everything)
    }

    @Test("sends its reports to each listener, and stops its monitors")
    func changes() async {
        // given
        let monitors = Monitors()
        do {
            let conditions = PathConditions(monitor: monitors.start)
            var changes = conditions.changes().makeAsyncIterator()
            // when
            monitors.report(isSatisfied: false)
            // then
            #expect(await changes.next() == Self.offline)
            #expect(monitors.runningCount == 2)
            withExtendedLifetime((conditions, changes)) {}
        }
        #expect(monitors.runningCount == 0)
    }
}
