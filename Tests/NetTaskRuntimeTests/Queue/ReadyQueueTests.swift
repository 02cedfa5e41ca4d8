import NetTaskRuntime
import Testing

@testable import NetTaskCore

@Suite("The tasks that are ready to start")
struct ReadyQueueTests {
    @Test("The bucket of a key without tasks is reused")
    func bucketUsedAgain() {
        // given
        var ready = ReadyQueue(order: .fifo, limitPerKey: 0)
        let first = ready.join(key: "a")
        let second = ready.join(key: "b")
        #expect(ready.join(key: "a") == first)
        // when
        ready.leave(first)
        ready.leave(second)
        // then
        #expect(ready.join(key: "c") == second)
        #expect(ready.join(key: "a") == first)
    }

    @Test("A moved task keeps its place when the next one leaves")
    func neighborLeaves() {
        // given
        var ready = ReadyQueue(order: .fifo, limitPerKey: 0)
        for (slot, key) in [(0, "a"), (1, "b"), (2, "b")] {
            ready.append(slot, priority: .normal, bucket: ready.join(key: key))
        }
        let bucket = ready.move(0, from: ready.join(key: "a"), to: "b", isRunning: false)
        // when
        ready.remove(1)
        // then
        #expect(ready.waiting(in: bucket) == [0, 2])
    }

    @Test("A running task that is moved counts for the limit of its new key")
    func movedWhileRunning() {
        // given
        var ready = ReadyQueue(order: .fifo, limitPerKey: 1)
        for (slot, key) in [(0, "a"), (1, "b")] {
            ready.append(slot, priority: .normal, bucket: ready.join(key: key))
        }
        let old = ready.join(key: "a")
        #expect(ready.first == 0)
        ready.removeFirst()
        // when
        _ = ready.move(0, from: old, to: "b", isRunning: true)
        // then
        #expect(ready.first == nil)
    }

    @Test("A moved task takes its place by order, and its old bucket is reused")
    func moved() {
        // given
        var ready = ReadyQueue(order: .fifo, limitPerKey: 1)
        let (none, other) = (ready.join(key: nil), ready.join(key: "a"))
        ready.append(0, priority: .normal, bucket: none)
        ready.append(1, priority: .normal, bucket: other)
        _ = ready.join(key: "b")
        // when
        let bucket = ready.move(1, from: other, to: "b", isRunning: false)
        // then
        #expect(ready.waiting(in: bucket) == [1])
        #expect(ready.taskCount(of: bucket) == 2)
        #expect(ready.join(key: "c") == other)
    }
}
