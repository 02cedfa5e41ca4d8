import Foundation
import NetTaskCore
import NetTaskDurable

/// The tools of a check: a store, and short methods to use it. Times are seconds from one moment.
struct TaskStoreGround: Sendable {
    let store: any TaskStore
    private let stores: OpenStores

    init(_ store: any TaskStore, _ stores: OpenStores) {
        self.store = store
        self.stores = stores
    }

    /// Returns another owner of the same tasks.
    func another() async throws -> TaskStoreGround {
        TaskStoreGround(try await stores.reopen(store), stores)
    }

    func date(_ seconds: TimeInterval) -> Date {
        Date(timeIntervalSince1970: 1_800_000_000 + seconds)
    }

    // MARK: Inserting

    func new(_ kind: String = "a", _ change: (inout NewTask) -> Void = { _ in }) -> NewTask {
        var task = NewTask(kind: kind, payload: Data("payload".utf8), idempotencyKey: UUID().uuidString)
        change(&task)
        return task
    }

    func insert(_ task: NewTask, at time: TimeInterval = 0) async throws -> TaskInsertion {
        let insertions = try await store.insert([task], now: date(time))
        try expect(insertions.count, 1, "the number of results of one task")
        return insertions[0]
    }

    /// Inserts a task, and expects that it is stored.
    func add(
        _ kind: String = "a",
        at time: TimeInterval = 0,
        _ change: (inout NewTask) -> Void = { _ in }
    ) async throws -> DurableTaskID {
        let insertion = try await insert(new(kind, change), at: time)
        guard case .inserted(let id) = insertion else { throw failure("A task was not inserted: \(insertion)") }
        return id
    }

    /// Inserts a task that depends on others.
    func add(
        after first: DurableTaskID,
        _ others: DurableTaskID...,
        onFailure policy: NetTaskDependency.FailurePolicy = .cancel
    ) async throws -> DurableTaskID {
        try await add { $0.dependencies = ([first] + others).map { TaskDependency($0, onFailure: policy) } }
    }

    // MARK: Running

    func claim(
        _ limit: Int = 10,
        _ kinds: Set<String> = ["a"],
        fulfilled: TaskRequirements = [],
        suspects: Int = 1,
        at time: TimeInterval = 0
    ) async throws -> [ClaimedTask] {
        let versions = Dictionary(uniqueKeysWithValues: kinds.map { ($0, 1) })
        let claim = TaskClaim(limit: limit, kinds: versions, fulfilled: fulfilled, suspectLimit: suspects)
        return try await store.claim(claim, now: date(time))
    }

    /// Claims one task, and expects that it is the given one.
    func begin(_ id: DurableTaskID, at time: TimeInterval = 0) async throws -> TaskLease {
        let claimed = try await claim(1, at: time)
        try expect(claimed.map(\.task.id), [id], "what was claimed")
        return claimed[0].lease
    }

    @discardableResult
    func end(_ lease: TaskLease, _ end: TaskRunEnd, at time: TimeInterval = 0) async throws -> [DurableTaskID] {
        guard let ended = try await endIfHeld(lease, end, at: time) else {
            throw failure("The lease of task \(lease.id) should be held, and is not")
        }
        return ended
    }

    /// - Returns: nil if the lease is not valid.
    func endIfHeld(_ lease: TaskLease, _ end: TaskRunEnd, at time: TimeInterval = 0) async throws -> [DurableTaskID]? {
        let answers = try await store.end([TaskEnd(lease, end)], now: date(time))
        try expect(answers.count, 1, "the number of answers to one end")
        return answers[0]
    }

    /// Claims one task, expects that it is the given one, and ends its run.
    @discardableResult
    func run(
        _ id: DurableTaskID,
        _ end: TaskRunEnd = .succeeded(reply: nil),
        at time: TimeInterval = 0
    ) async throws -> [DurableTaskID] {
        try await self.end(try await begin(id, at: time), end, at: time)
    }

    /// Lets an owner claim all due tasks and end during their runs. Then takes the leases back.
    func loseAll() async throws {
        let other = try await another()
        _ = try await other.claim()
        await other.store.close()
        _ = try await store.recover(now: date(0))
    }

    func cancel(_ ids: DurableTaskID..., at time: TimeInterval = 0) async throws -> [DurableTaskID] {
        try await store.cancel(ids, reason: "a reason", now: date(time))
    }

    /// Lets an owner claim a task and end during its run. Then takes the lease back.
    func lose(_ id: DurableTaskID, at time: TimeInterval = 0) async throws -> [DurableTaskID] {
        let other = try await another()
        _ = try await other.begin(id, at: time)
        await other.store.close()
        return try await store.recover(now: date(time))
    }

    func depend(
        _ id: DurableTaskID,
        on other: DurableTaskID,
        onFailure policy: NetTaskDependency.FailurePolicy = .cancel
    ) async throws -> [DurableTaskID] {
        try await store.depend(id, on: TaskDependency(other, onFailure: policy), now: date(0))
    }

    // MARK: Reading

    /// Returns when the next event for a claim is.
    func next(
        for claim: TaskClaim = TaskClaim(limit: 1, kinds: ["a": 1]),
        at time: TimeInterval = 0
    ) async throws -> Date? {
        try await store.wait(for: claim, now: date(time)).map { wait in
            let milliseconds = (Double(wait.components.attoseconds) * 1e-15).rounded()
            return date(time) + Double(wait.components.seconds) + milliseconds / 1_000
        }
    }

    func task(_ id: DurableTaskID) async throws -> StoredTask {
        guard let task = try await store.task(id) else { throw failure("Task \(id) is not there any more") }
        return task
    }

    func states(_ ids: DurableTaskID...) async throws -> [TaskState?] {
        var states: [TaskState?] = []
        for id in ids {
            states.append(try await store.task(id)?.state)
        }
        return states
    }

    func all() async throws -> [StoredTask] {
        try await store.tasks(TaskQuery(limit: 1_000_000))
    }

    // MARK: Expectations

    func expectClaims(_ ids: [DurableTaskID], at time: TimeInterval = 0, _ what: String = "what is claimed")
        async throws
    {
        try expect(try await claim(at: time).map(\.task.id), ids, what)
    }

    func expect<Value: Equatable>(_ value: Value, _ expected: Value, _ what: String) throws {
        try expect(value == expected, "\(what) should be \(expected), and is \(value)")
    }

    /// Expects the same elements in any order.
    func expectSet(_ ids: [DurableTaskID], _ expected: [DurableTaskID], _ what: String) throws {
        try expect(ids.sorted(), expected.sorted(), what)
    }

    func expectRefusal(_ expected: TaskStoreError, _ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch let error as TaskStoreError {
            return try expect(error, expected, "the error")
        }
        throw failure("It was not refused as \(expected)")
    }

    func expect(_ isTrue: Bool, _ text: @autoclosure () -> String) throws {
        if !isTrue { throw failure(text()) }
    }

    func failure(_ text: String) -> TaskStoreConformance.Failure {
        TaskStoreConformance.Failure(text)
    }
}
