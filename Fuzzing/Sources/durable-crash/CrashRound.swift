import DurableCheck
import Foundation
import NetTaskDurable
import NetTaskSQLite
import NetTaskTesting

/// A store whose processes are killed several times, and which must be correct at the end.
struct CrashRound {
    /// The fault, which ends the round.
    struct Fault: Error, CustomStringConvertible {
        var description: String
    }

    let server: RecordingServer
    let folder: URL
    var random: SeededRandom
    var planted: PlantedFault?
    /// The number of processes that were killed before their end.
    private(set) var killCount = 0
    private(set) var poisonCount = 0
    private var stored: Set<Int> = []
    private var poison: Set<Int> = []
    private var nextNumber = 1

    init(server: RecordingServer, folder: URL, seed: UInt64, planted: PlantedFault?) {
        self.server = server
        self.folder = folder
        self.random = SeededRandom(seed: seed)
        self.planted = planted
    }

    private var work: Work {
        var work = Work(store: folder.appending(path: "tasks.sqlite").path, server: server.baseURL)
        work.planted = planted
        return work
    }

    /// Kills a process at a random moment.
    mutating func killAtRandom() throws {
        var work = try workWithTasks(Int.random(in: 2...12, using: &random))
        // Some processes have ended before.
        if Int.random(in: 0..<8, using: &random) == 0 { markPoison(in: &work) }
        // From before the store is open to after the last task.
        let delay = Double.random(in: 0.002...0.15, using: &random)
        try take(ChildProcess(work).end(within: delay))
    }

    /// Kills a process when it reaches a point for the `passes`-th time.
    ///
    /// - Returns: whether it reached the point.
    mutating func kill(at point: String, passes: Int) throws -> Bool {
        var work = try workWithTasks(6)
        work.faultPoint = point
        work.passes = passes
        let ending = try ChildProcess(work).end(within: 60)
        try take(ending)
        return ending.wasKilled
    }

    /// Runs processes until all tasks have ended, and checks the store.
    mutating func finish() async throws {
        // Each poisonous task ends three processes.
        for _ in 0...3 * poison.count {
            let ending = try ChildProcess(work).end(within: 60)
            try take(ending)
            if ending.isDone { return try await check() }
            guard ending.wasKilled else { throw Fault(description: "a process failed: \(ending.errors)") }
        }
        throw Fault(description: "tasks are left that neither end nor die")
    }

    private mutating func workWithTasks(_ count: Int) throws -> Work {
        var work = work
        work.numbers = Array(nextNumber..<nextNumber + count)
        nextNumber += count
        return work
    }

    private mutating func markPoison(in work: inout Work) {
        guard let number = work.numbers.randomElement(using: &random) else { return }
        work.poison = [number]
        poison.insert(number)
    }

    private mutating func take(_ ending: ChildProcess.Ending) throws {
        stored.formUnion(ending.stored)
        if ending.wasKilled {
            killCount += 1
        } else if !ending.isDone {
            throw Fault(description: "a process failed: \(ending.errors)")
        }
    }

    // MARK: Checks

    private mutating func check() async throws {
        let store = try SQLiteTaskStore(path: work.store)
        let tasks = try await store.tasks(TaskQuery(limit: .max))
        await store.close()
        var byNumber: [Int: StoredTask] = [:]
        for task in tasks {
            guard let number = task.task.tags.first.flatMap({ Int($0) }) else { continue }
            guard byNumber.updateValue(task, forKey: number) == nil else {
                throw Fault(description: "task \(number) is stored twice")
            }
        }
        if let task = tasks.first(where: { !$0.state.isEnd }) {
            throw Fault(description: "task \(task.id) is \(task.state) in the end")
        }
        for number in stored.sorted() {
            guard let task = byNumber[number] else { throw Fault(description: "task \(number) is lost") }
            try check(task, number)
        }
        for number in 1..<nextNumber {
            let record = server.record(of: number)
            guard record.effects <= 1 else {
                throw Fault(description: "task \(number) was done \(record.effects) times")
            }
        }
    }

    private mutating func check(_ task: StoredTask, _ number: Int) throws {
        switch (task.state, task.deathReason) {
        case (.succeeded, nil):
            guard server.record(of: number).effects > 0 else {
                throw Fault(description: "task \(number) succeeded, and was never done")
            }
        case (.dead, .crashed):
            guard task.lostLeaseCount == 3 else {
                throw Fault(description: "task \(number) is dead as crashed after \(task.lostLeaseCount) lost leases")
            }
            if poison.contains(number) { poisonCount += 1 }
        default:
            throw Fault(description: "task \(number) ended as \(task.state), \(String(describing: task.deathReason))")
        }
    }
}
