import Foundation
import NetTaskCore
import NetTaskDurable

extension TaskStoreRule {
    static let inserting: [TaskStoreRule] = [
        TaskStoreRule("Stores all properties of a task") { ground in
            let other = try await ground.add()
            var task = NewTask(
                kind: "Shop.Ordér",
                specVersion: "1.2",
                specHash: "abc",
                codec: "Vault",
                payload: Data([0, 255, 10]),
                idempotencyKey: "key"
            )
            task.priority = .high
            task.payloadVersion = 3
            task.notBefore = ground.date(60.25)
            task.expires = ground.date(3_600.5)
            task.durability = NetTaskDurability(
                maxRunCount: .max,
                interval: .milliseconds(1_500),
                maxInterval: .seconds(86_400),
                codec: "Vault",
                requirements: .unmeteredNetwork
            )
            task.requirements = [.network, .power]
            task.tags = ["b", "a", ""]
            task.group = "group"
            task.uniqueness = TaskUniqueness(key: "one", policy: .rejectNew)
            task.dependencies = [TaskDependency(other, onFailure: .run)]
            task.traceContext = ["traceparent": "00-ab", "b": ""]
            guard case .inserted(let id) = try await ground.insert(task, at: 5) else {
                throw ground.failure("not inserted")
            }
            var expected = StoredTask(id: id, task: task, enqueuedAt: ground.date(5))
            expected.state = .blocked
            try ground.expect(try await ground.task(id), expected, "the stored task")
        },
        TaskStoreRule("Stores a task that has only the required properties") { ground in
            let task = NewTask(kind: "a", payload: Data(), idempotencyKey: "")
            guard case .inserted(let id) = try await ground.insert(task) else { throw ground.failure("not inserted") }
            let expected = StoredTask(id: id, task: task, enqueuedAt: ground.date(0))
            try ground.expect(try await ground.task(id), expected, "the stored task")
        },
        TaskStoreRule("Stores a batch in order, with increasing ids") { ground in
            let first = try await ground.add("first")
            let insertions = try await ground.store.insert(
                (0..<20).map { ground.new("\($0)") },
                now: ground.date(0)
            )
            let stored = try await ground.all()
            try ground.expect(stored.map(\.task.kind), ["first"] + (0..<20).map(String.init), "the kinds by id")
            try ground.expect(insertions, stored.dropFirst().map { .inserted($0.id) }, "the results")
            try ground.expect(stored[0].id, first, "the first id")
        },
        TaskStoreRule("Does nothing with an empty batch") { ground in
            try ground.expect(try await ground.store.insert([], now: ground.date(0)), [], "the results")
            try ground.expect(try await ground.all(), [], "the tasks")
        },
        TaskStoreRule("Stores no task of a batch if one depends on an unknown task, and changes nothing else") {
            ground in
            let id = try await ground.add { $0.uniqueness = TaskUniqueness(key: "k", policy: .cancelOld) }
            let unknown = DurableTaskID(rawValue: id.rawValue + 1_000_000)
            let before = try await ground.all()
            let batch = [
                ground.new { $0.uniqueness = TaskUniqueness(key: "k", policy: .cancelOld) }, ground.new("b"),
                ground.new { $0.dependencies = [TaskDependency(id), TaskDependency(unknown)] },
            ]
            do {
                let insertions = try await ground.store.insert(batch, now: ground.date(1))
                throw ground.failure("An unknown dependency was accepted: \(insertions)")
            } catch let error as TaskStoreError {
                try ground.expect(error, .unknownDependency(unknown), "the error")
            }
            try ground.expect(try await ground.all(), before, "the tasks")
        },
    ]
}
