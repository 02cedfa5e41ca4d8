import DurableCheck
import Foundation
import NetTaskRuntime

@testable import NetTaskBase
@testable import NetTaskDurable
@testable import NetTaskSQLite

/// Adds tasks to a store, and runs what is in it until nothing is left; unless it is ended before.
///
/// It writes a line for each task that is stored, and one when it is done.
@main
struct Child {
    static func main() async throws {
        let work = try JSONDecoder().decode(Work.self, from: Data(CommandLine.arguments[1].utf8))
        var store: any TaskStore = try SQLiteTaskStore(path: work.store, faults: faults(of: work))
        if let planted = work.planted {
            store = FaultyStore(base: store, fault: planted)
        }
        let handler = PoisonedHandler(
            handler: HTTPNetTaskQueueHandler(baseURL: work.server)
        )
        let queue = DurableNetTaskQueue(store: store, handler: handler, limit: 4) { $0.faults = faults(of: work) }
        queue.register(NumberedTask.self)
        queue.start()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<4 {
                group.addTask {
                    for index in stride(from: worker, to: work.numbers.count, by: 4) {
                        let number = work.numbers[index]
                        let task = NumberedTask(number: number, isPoison: work.poison.contains(number))
                        _ = try await queue.enqueue(task, .tag("\(number)"))
                        say("stored \(number)")
                    }
                }
            }
            try await group.waitForAll()
        }
        let ends = store.changes()
        if try await isDone(store) { return say("done") }
        for await _ in ends where try await isDone(store) {
            return say("done")
        }
    }

    private static func isDone(_ store: any TaskStore) async throws -> Bool {
        try await store.counts().allSatisfy(\.state.isEnd)
    }

    private static func faults(of work: Work) -> FaultPoints {
        guard let point = work.faultPoint else { return FaultPoints() }
        let passes = Locked(work.passes)
        return FaultPoints { reached in
            guard reached.rawValue == point else { return }
            let isNow = passes.withLock { passes in
                defer { passes -= 1 }
                return passes == 0
            }
            if isNow { kill(getpid(), SIGKILL) }
        }
    }
}

/// In one piece, since the parent may end the process at any time.
func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = write(1, bytes, bytes.count)
}
