import Figures
import Foundation
import GRDB
import NetTaskDurable
import NetTaskRuntime
import NetTaskSQLite

/// Enqueues tasks, compared with inserting the same rows into the same table with GRDB alone.
struct Enqueueing {
    let folder: URL

    private func queue(_ name: String, _ durability: SQLiteTaskStore.Durability) throws -> (
        DurableNetTaskQueue<Void, Void>, SQLiteTaskStore, String
    ) {
        let path = folder.appending(path: name).path
        let store = try SQLiteTaskStore(path: path, durability: durability)
        let queue = DurableNetTaskQueue(store: store, handler: DurableExecutors())
        return (queue, store, path)
    }

    /// One after the other, each stored before the next is enqueued.
    func measureOneByOne() async throws -> [Figure] {
        let (queue, store, path) = try queue("one-by-one.sqlite", .process)
        _ = try await queue.enqueue(Order(number: 0))
        let raw = try RawRows(like: path, synchronous: "NORMAL")
        let count = 2000
        var times: [(ours: Double, peer: Double)] = []
        var cpuTimes: [(ours: Double, peer: Double)] = []
        for _ in 0..<9 {
            let start = processTime()
            let peer = try await seconds {
                for _ in 0..<count { try await raw.insert() }
            }
            let middle = processTime()
            let ours = try await seconds {
                for number in 0..<count { _ = try await queue.enqueue(Order(number: number)) }
            }
            times.append((ours / Double(count), peer / Double(count)))
            cpuTimes.append(((processTime() - middle) / Double(count), (middle - start) / Double(count)))
            print("  \(Int(Double(count) / ours)) enqueued a second, \(Int(Double(count) / peer)) rows through GRDB")
        }
        await queue.shutdown()
        await store.close()
        return [
            figure("enqueue a task at .process", times, peer: "GRDB alone", atLeast: 0.8),
            figure("CPU time of enqueueing a task at .process", cpuTimes, peer: "GRDB alone", atLeast: 0.7),
        ]
    }

    /// With 64 concurrent callers, compared with one commit for each row.
    func measureTogether() async throws -> Figure {
        let (queue, store, path) = try queue("together.sqlite", .powerLoss)
        _ = try await queue.enqueue(Order(number: 0))
        let raw = try RawRows(like: path, synchronous: "FULL")
        var times: [(ours: Double, peer: Double)] = []
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
            times.append((ours / 6400, peer / 100))
            print("  \(Int(6400 / ours)) enqueued a second, \(Int(100 / peer)) commits of a row through GRDB")
        }
        await queue.shutdown()
        await store.close()
        return figure(
            "enqueue a task at .powerLoss, 64 callers",
            times,
            peer: "GRDB alone, a commit each",
            atLeast: 20
        )
    }

    /// Seconds for one task and for one row. The measurements alternate, so that each pair has a ratio.
    private func figure(
        _ subject: String,
        _ times: [(ours: Double, peer: Double)],
        peer: String,
        atLeast target: Double
    ) -> Figure {
        Figure(
            .durable,
            subject,
            .seconds,
            ours: median(times.map(\.ours)),
            peer: .init(peer, median(times.map(\.peer))),
            ratio: median(times.map { $0.peer / $0.ours }),
            target: .ratio(atLeast: target)
        )
    }
}
