import Foundation
import NetTaskRuntime
import Testing

@testable import NetTaskBackground
@testable import NetTaskDurable

@Suite("The next background task")
struct BackgroundPlanTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private static func report(
        left: Int = 1,
        next: TimeInterval? = 600,
        _ requirements: TaskRequirements = []
    ) -> DrainReport {
        var report = DrainReport()
        report.left = left
        report.nextRun = next.map { now + $0 }
        report.requirements = requirements
        return report
    }

    private static func plan(
        _ report: DrainReport,
        _ kinds: Set<BackgroundPlan.Kind> = [.refresh, .processing],
        usesNetwork: Bool = true
    ) -> BackgroundPlan? {
        BackgroundPlan(after: report, kinds, usesNetwork: usesNetwork, now: now)
    }

    @Test("is not needed if nothing is left, or if nothing becomes due")
    func nothing() {
        #expect(Self.plan(Self.report(left: 0)) == nil)
        #expect(Self.plan(Self.report(next: nil)) == nil)
        #expect(Self.plan(Self.report(), []) == nil)
    }

    @Test("is a short one at the date of the next task")
    func refresh() throws {
        let plan = try #require(Self.plan(Self.report()))
        #expect(plan.kind == .refresh)
        #expect(plan.earliest == Self.now + 600)
    }

    @Test("is a long one if tasks are left that are due, as soon as possible", arguments: [0, -60] as [TimeInterval])
    func due(next: TimeInterval) throws {
        let plan = try #require(Self.plan(Self.report(next: next)))
        #expect(plan.kind == .processing)
        #expect(plan.earliest == nil)
    }

    @Test("is a long one if a task requires power")
    func power() throws {
        let plan = try #require(Self.plan(Self.report(.power)))
        #expect(plan.kind == .processing)
        #expect(plan.requiresPower)
        #expect(try !#require(Self.plan(Self.report())).requiresPower)
    }

    @Test("is of the only kind that is registered")
    func oneKind() throws {
        #expect(try #require(Self.plan(Self.report(.power), [.refresh])).kind == .refresh)
        #expect(try #require(Self.plan(Self.report(), [.processing])).kind == .processing)
    }

    @Test(
        "requires a network if the app or a task does",
        arguments: [(false, [], false), (true, [], true), (false, .network, true), (false, .unmeteredNetwork, true)]
            as [(Bool, TaskRequirements, Bool)]
    )
    func network(usesNetwork: Bool, requirements: TaskRequirements, isRequired: Bool) throws {
        let plan = try #require(Self.plan(Self.report(requirements), usesNetwork: usesNetwork))
        #expect(plan.requiresNetwork == isRequired)
    }

    @Test("is at most a week ahead, as Apple recommends")
    func far() throws {
        let plan = try #require(Self.plan(Self.report(next: 30 * 86_400)))
        #expect(plan.earliest == Self.now + 7 * 86_400)
    }
}

@Suite("The progress that the system shows")
struct ContinuedProgressTests {
    @Test("grows with the request and the reply, and ends only with the task")
    func grows() {
        var progress = ContinuedProgress()
        let reports = [
            NetTaskProgress(.sending, completed: 50, total: 100), NetTaskProgress(.sending, completed: 100, total: 100),
            NetTaskProgress(.receiving, completed: 0, total: 10), NetTaskProgress(.receiving, completed: 10, total: 10),
        ]
        let shown = reports.map { report in
            progress.update(report)
            return progress.completed
        }
        #expect(shown == [250, 500, 500, 999])
    }

    @Test("grows without a total, and does not fall when an attempt is repeated")
    func withoutTotal() {
        var progress = ContinuedProgress()
        progress.update(NetTaskProgress(.sending, completed: 90, total: 100))
        progress.update(NetTaskProgress(.sending, completed: 1, total: 100))
        #expect(progress.completed == 450)
        progress.update(NetTaskProgress(.receiving, completed: 7))
        #expect(progress.completed == 451)
    }
}
