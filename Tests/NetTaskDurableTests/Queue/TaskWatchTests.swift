import Foundation
import NetTaskRuntime
import Testing

@testable import NetTaskDurable

@Suite("Ends of tasks before their handles")
struct TaskWatchTests {
    private let date = Date(timeIntervalSince1970: 1_800_000_000)

    @Test("are kept while a caller that enqueues may still ask for them")
    func earlyEnd() throws {
        let watch = TaskWatch(since: date)
        let id = DurableTaskID(rawValue: 7)
        let new = NewTask(kind: "Shop.PlaceOrder", payload: Data(), idempotencyKey: "k")
        var task = StoredTask(id: id, task: new, enqueuedAt: date)
        task.endedAt = date
        let first = watch.beginEnqueuing()
        _ = watch.beginEnqueuing()
        _ = watch.end(task, .success(17), PlaceOrder.self, .own, now: date)
        watch.endEnqueuing(first)

        #expect(try watch.record(of: id, PlaceOrder.self).outcome?.get() == 17)
    }
}
