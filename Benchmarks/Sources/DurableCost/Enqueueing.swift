import Foundation
import GRDB
import NetTaskDurable
import NetTaskRuntime

/// Enqueues tasks, beside the same rows put into the same table by GRDB alone.
struct Enqueueing {
    let folder: URL

    private func queue(_ name: String, _ durability: SQLiteTaskStore.Durability) throws -> (
        DurableNetTaskQueue<Void, Void>, SQLiteTaskStore, String
    ) {
        let path = folder.appending(path: name).path
        let store = try SQLiteTaskStore(path: path, durability: durability)
        let queue = DurableNetTaskQueue(store: store, handler: DurableExecutors(), startsSuspended: true)
        return (queue, store, path)
    }

    /// One after the other, each stored before the next is enqueued.
    func measureOneByOne() async throws {
        let (queue, store, path) = try queue("one-by-one.sqlite", .process)
        _ = try await queue.enqueue(Order(number: 0))
        let raw = try RawRows(like: path, synchronous: "NORMAL")
        let count = 2000
        var ratios: [Double] = []
        for _ in 0..<9 {
            let peer = try await seconds {
                for _ in 0..<count { try await raw.insert() }
            }
            let ours = try await seconds {
                for number in 0..<count { _ = try await queue.enqueue(Order(number: number)) }
            }
            ratios.append(peer / ours)
            print("  \(Int(Double(count) / ours)) enqueued a second, \(Int(Double(count) / peer)) rows through GRDB")
        }
        let ratio = median(ratios)
        row("enqueue at .process", decimal(ratio, 2), target: "at least 0.80 of the rate of GRDB alone", isMet: ratio >= 0.8)
        await queue.shutdown()
        await store.close()
    }

    /// By 64 callers at once, beside one commit for each row.
    func measureTogether() async throws {
        let (queue, store, path) = try queue("together.sqlite", .powerLoss)
        _ = try await queue.enqueue(Order(number: 0))
        let raw = try RawRows(like: path, synchronous: "FULL")
        var ratios: [Double] = []
        for _ in 0..<5 {
            let peer = try await seconds {
                for _ in 0..<100 { try await raw.insert() }
            }
            let ours = try await seconds {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for caller in 0..<64 {
                        group.addTask {
                            for number in 0..<100 { _ = try await queue.enqueue(Order(number: caller * 100 + number)) }
                        }
                    }
                    try await group.waitForAll()
                }
            }
            ratios.append((6400 / ours) / (100 / peer))
            print("  \(Int(6400 / ours)) enqueued a second, \(Int(100 / peer)) commits of a row through GRDB")
        }
        let ratio = median(ratios)
        row(
            "enqueue at .powerLoss, 64 callers",
            decimal(ratio, 1),
            target: "at least 20 times one commit a task",
            isMet: ratio >= 20
        )
        await queue.shutdown()
        await store.close()
    }
}
