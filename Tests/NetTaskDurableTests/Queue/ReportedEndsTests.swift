import Foundation
import NetTaskRuntime
import Testing

@testable import NetTaskDurable

@Suite("The record of reported ends")
struct ReportedEndsTests {
    let start = Date(timeIntervalSince1970: 1_800_000_000)

    private func task(_ id: Int64, endedAt seconds: Double) -> StoredTask {
        var task = StoredTask(
            id: DurableTaskID(rawValue: id),
            task: NewTask(kind: "Resize", payload: Data(), idempotencyKey: "k"),
            enqueuedAt: start
        )
        task.endedAt = start + seconds
        return task
    }

    @Test("recognizes an end whose date the store has rounded up")
    func rounded() {
        var ends = ReportedEnds(since: start)
        let isNew = ends.add(task(1, endedAt: 5.0004), now: start + 5.0004)
        let isNewAgain = ends.add(task(1, endedAt: 5.001), now: start + 6)

        #expect(isNew)
        #expect(!isNewAgain)
    }

    @Test("treats a later end of a task as another end")
    func later() {
        var ends = ReportedEnds(since: start)
        _ = ends.add(task(1, endedAt: 5), now: start + 5)
        let isNew = ends.add(task(1, endedAt: 8), now: start + 9)

        #expect(isNew)
    }

    @Test("is bounded, and treats dropped ends as reported")
    func bounded() {
        var ends = ReportedEnds(since: start, limit: 100)
        for id in 1...101 {
            _ = ends.add(task(Int64(id), endedAt: Double(id)), now: start + Double(id))
        }
        let forgotten = (1...101).filter { id in
            var copy = ends
            return copy.add(task(Int64(id), endedAt: Double(id)), now: start + 200)
        }

        #expect(forgotten == Array(1...51))
        #expect(forgotten.allSatisfy { ends.isPast(task(Int64($0), endedAt: Double($0))) })
        #expect(!ends.isPast(task(102, endedAt: 52)))
    }
}
