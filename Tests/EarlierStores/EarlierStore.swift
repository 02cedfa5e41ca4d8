import Foundation
import HTTPTypes
package import NetTaskDurable
import NetTaskRuntime
import NetTaskStreams
import NetTaskTesting

/// A store that a version of NetTask has left, with tasks in each state, and what must become of each.
///
/// `Stores` has one file for each version of the schema. `Tests/EarlierStores/record` writes those of this version.
package enum EarlierStore {
    package struct Failure: Error, CustomStringConvertible {
        package var description: String
    }

    /// The SQL of the stores, by the names of their files.
    ///
    /// - Parameter database: `sqlite` or `postgresql`.
    package static func scripts(for database: String) throws -> [String: String] {
        guard let folder = Bundle.module.url(forResource: "Stores", withExtension: nil) else {
            throw Failure(description: "the folder Stores is missing")
        }
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.lastPathComponent.hasPrefix(database + "-") }
        return try files.reduce(into: [:]) { $0[$1.lastPathComponent] = try String(contentsOf: $1, encoding: .utf8) }
    }

    /// By tag, how each task ends.
    package static let ends: [String: TaskState] = [
        "succeeded": .succeeded, "abandoned": .dead, "exhausted": .dead, "cancelled": .cancelled,
        "failed once": .succeeded, "export": .succeeded, "export that runs": .succeeded, "runs": .succeeded,
        "died twice": .succeeded, "waits": .succeeded, "waits for a date": .succeeded,
        "has a date to expire": .succeeded,
        "has expired": .dead, "depends on one that waits": .succeeded, "depends on one that expires": .cancelled,
        "depends on one that expires, and runs": .succeeded, "first of a group": .succeeded,
        "second of a group": .succeeded, "unique": .succeeded, "urgent": .succeeded, "paused": .succeeded,
    ]

    // MARK: Writing

    /// Fills an empty store. Tasks that run have an owner that neither closes nor ends its runs.
    ///
    /// - Parameter open: opens the store, as another owner each time.
    package static func write(_ open: () async throws -> any TaskStore) async throws {
        let clock = TestClock()
        let store = try await open()
        let queue = queue(on: store, clock) { request in
            switch (request.head.path, request.bodyText) {
            case ("/exports", _): .json(#"{"state": "new"}"#, status: .accepted)
            case (_, let body) where body.contains("abandoned"): .status(.notFound)
            case (_, let body) where body.contains("exhausted") || body.contains("failed"): .status(.badGateway)
            default: .json("5")
            }
        }
        let once = NetTaskDurability(maxRunCount: 1)
        for name in ["succeeded", "abandoned", "failed once"] { try await queue.add(Order(name: name)) }
        try await queue.add(Order(name: "exhausted"), .durability(once))
        try await queue.add(Order(name: "cancelled"), .notBefore(clock.date + 60))
        try await queue.add(Export(name: "export that runs"))
        try await queue.add(Export(name: "export"))
        try await queue.drain()
        try await queue.cancel(tag: "cancelled")
        try await queue.add(Order(name: "died twice"))
        for _ in 1...2 {
            let dying = try await open()
            try await begin(Order.storedForm.kind, suspectLimit: 1, in: dying, clock)
            await dying.close()
            _ = try await store.recover(now: clock.date)
        }
        let worker = try await open()
        try await queue.add(Order(name: "runs"))
        try await begin(Order.storedForm.kind, suspectLimit: 0, in: worker, clock)
        clock.move(by: .seconds(2))
        try await begin(Export.storedForm.kind, suspectLimit: 0, in: worker, clock)

        let waits = try await queue.add(Order(name: "waits"))
        try await queue.add(Order(name: "waits for a date"), .notBefore(clock.date + 86_400))
        try await queue.add(Order(name: "has a date to expire"), .expires(clock.date + 1e9))
        let expires = try await queue.add(Order(name: "has expired"), .expires(clock.date + 60))
        try await queue.add(Order(name: "depends on one that waits"), .dependency(TaskDependency(waits)))
        try await queue.add(Order(name: "depends on one that expires"), .dependency(TaskDependency(expires)))
        try await queue.add(
            Order(name: "depends on one that expires, and runs"),
            .dependency(TaskDependency(expires, onFailure: .run))
        )
        for name in ["first of a group", "second of a group"] { try await queue.add(Order(name: name), .group("g")) }
        try await queue.add(Order(name: "unique"), .unique("key", .coalesce))
        try await queue.add(Order(name: "urgent"), .priority(.veryHigh), .requires(.network), .traceContext(["a": "b"]))
        try await queue.add(Refund(name: "paused"))
        _ = try await queue.setPaused(true, kinds: [Refund.storedForm.kind])
        try await store.record(
            AuditEntry(date: clock.date, actor: "somebody", action: .pause, ids: [], kinds: [], note: "")
        )
        await queue.shutdown()
        // Its leases are lost as soon as it is gone.
        withExtendedLifetime(worker) {}
    }

    /// Begins a run of a task, and leaves it.
    private static func begin(
        _ kind: String,
        suspectLimit: Int,
        in store: any TaskStore,
        _ clock: TestClock
    ) async throws {
        let claim = TaskClaim(limit: 1, kinds: [kind: 1], suspectLimit: suspectLimit)
        let claimed = try await store.claim(claim, now: clock.date)
        guard claimed.count == 1 else { throw Failure(description: "no task of the kind \(kind) can be claimed") }
    }

    // MARK: Running

    /// Runs all tasks of a store that an earlier version has left, and checks what becomes of them.
    ///
    /// - Returns: what is not as it should be.
    package static func run(_ store: any TaskStore) async throws -> [String] {
        let before = try await store.tasks(TaskQuery(limit: .max))
        let clock = TestClock(date: TestClock().date + 3_600)
        let requests = Locked<[String]>([])
        let queue = queue(on: store, clock) { request in
            requests.withLock { $0.append("\(request.head.method) \(request.head.path ?? "") \(request.bodyText)") }
            return request.head.path == "/exports/7" ? .json(#"{"state": "ready"}"#) : .json("5")
        }
        var faults: [String] = []
        func expect(_ condition: Bool, _ what: String) { if !condition { faults.append(what) } }

        expect(Set(before.flatMap(\.task.tags)) == Set(ends.keys), "the tasks are \(before.flatMap(\.task.tags))")
        expect(Set(before.map(\.state)) == Set(TaskState.allCases), "there is a task in each state")
        func task(_ tag: String) -> StoredTask? { before.first { $0.task.tags == [tag] } }
        expect(task("export")?.reply != nil, "the reply of the export is kept")
        expect(task("died twice")?.lostLeaseCount == 2, "the leases that one has lost are counted")
        let same = try await queue.enqueue(Order(name: "unique"), .unique("key", .coalesce))
        expect(same.id == task("unique")?.id, "a unique task is found again")
        expect(try await queue.pausedKinds() == [Refund.storedForm.kind], "a kind is paused")
        expect(try await store.audit(limit: 10).count == 1, "the audit log has an entry")

        // By a day each, so that each task comes to its date.
        for _ in 1...4 {
            try await queue.drain()
            clock.move(by: .seconds(86_400))
        }
        let paused = try await store.counts().filter { !$0.state.isEnd }
        expect(paused == [TaskCount(kind: Refund.storedForm.kind, state: .waiting, count: 1)], "all but the paused end")
        _ = try await queue.setPaused(false, kinds: [Refund.storedForm.kind])
        try await queue.drain()

        for task in try await queue.tasks(TaskQuery(limit: .max)) {
            let tag = task.task.tags.first ?? ""
            let states = "\(task.state), not \(ends[tag].map { "\($0)" } ?? "there"): \(task.lastError ?? "")"
            expect(task.state == ends[tag], "\(tag) is \(states)")
        }
        let lines = requests.withLock { $0 }
        expect(lines.count { $0.hasPrefix("GET /exports/7") } == 2, "both exports are polled")
        expect(!lines.contains { $0.hasPrefix("POST /exports") }, "no export is started again")
        expect(lines.count == Set(lines).count + 1, "each request is sent once")
        if let failed = task("failed once") {
            expect(try await store.runs(of: failed.id).map(\.outcome) == [.failed, .succeeded], "the history")
        }
        if let succeeded = task("succeeded") {
            let value = try await queue.handle(for: succeeded.id, of: Order.self).value
            expect(value == 5, "the response of an earlier run is \(value)")
        }
        // Dead letters can be retried.
        let dead = try await queue.tasks(TaskQuery(states: [.dead])).filter { $0.task.tags != ["has expired"] }.map(
            \.id
        )
        _ = try await queue.retry(dead)
        try await queue.drain()
        for task in try await store.tasks(dead) { expect(task.state == .succeeded, "\(task.task.tags) can be retried") }
        await queue.shutdown()
        return faults
    }

    private static func queue(
        on store: any TaskStore,
        _ clock: TestClock,
        _ answer: @escaping @Sendable (HTTPSeenRequest) -> HTTPAnswer
    ) -> DurableHTTPNetTaskQueue {
        let handler = HTTPNetTaskQueueHandler(transport: HTTPMockTransport { request in answer(request) }) {
            $0.clock = clock
        }
        let queue = DurableHTTPNetTaskQueue(store: store, handler: handler) {
            $0.clock = clock
            $0.wallClock = { clock.date }
            $0.random = SeededRandom(seed: 7)
            $0.retention = TaskRetention(ended: .seconds(1e9), dead: .seconds(1e9))
        }
        queue.register(Order.self)
        queue.register(Refund.self)
        queue.register(Export.self)
        queue.suspend()
        queue.start()
        return queue
    }
}

/// A task with a name, which becomes its tag.
private protocol NamedTask: HTTPNetTask, DurableNetTask {
    var name: String { get }
}

extension Order: NamedTask {}
extension Refund: NamedTask {}
extension Export: NamedTask {}

extension DurableNetTaskQueue where Request == HTTPMessage, Reply == HTTPReply {
    @discardableResult
    fileprivate func add(_ task: some NamedTask, _ options: DurableNetTaskOption...) async throws -> DurableTaskID {
        try await enqueue(task, options: options + [.tag(task.name)]).id
    }
}
