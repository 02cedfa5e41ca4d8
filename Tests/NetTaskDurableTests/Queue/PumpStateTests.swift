import Foundation
import NetTaskRuntime
import Testing

@testable import NetTaskDurable

@Suite("Waiting for a pump")
struct PumpStateTests {
    private func claimed(_ number: Int64) -> ClaimedTask {
        let id = DurableTaskID(rawValue: number)
        let task = NewTask(kind: "Test", payload: Data(), idempotencyKey: "key")
        let stored = StoredTask(id: id, task: task, enqueuedAt: Date(timeIntervalSince1970: 0))
        return ClaimedTask(lease: TaskLease(id: id, token: 1), task: stored)
    }

    @Test("a drain continues if a run was in progress when an empty claim began")
    func runDuringClaim() {
        // given
        let state = PumpState(limit: 8)
        let drain = state.addDrain(limit: nil)
        _ = state.beginClaim()
        _ = state.begin([claimed(1)], at: .zero)
        state.endClaim()
        // when
        let request = state.beginClaim()
        state.finish(claimed(1).lease)
        state.foundNothing(request.drains)
        state.endClaim()
        // then
        let next = state.beginClaim()
        #expect(next.drains == [drain])
        state.foundNothing(next.drains)
        #expect(state.removeDrain(drain)?.isOver == true)
    }

    @Test("a drain does not end while this is possible")
    func isNotOver() {
        // given
        let state = PumpState(limit: 8)
        let drain = state.addDrain(limit: nil)
        _ = state.beginClaim()
        _ = state.begin([claimed(1)], at: .zero)
        state.endClaim()
        // when
        let request = state.beginClaim()
        state.finish(claimed(1).lease)
        state.foundNothing(request.drains)
        // then
        #expect(state.removeDrain(drain)?.isOver == false)
    }
}
