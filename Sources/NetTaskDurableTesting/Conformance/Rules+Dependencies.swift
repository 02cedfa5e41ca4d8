import Foundation
import NetTaskCore
import NetTaskDurable

extension TaskStoreRule {
    static let dependencies: [TaskStoreRule] = [
        TaskStoreRule("B40: a task is blocked until all tasks that it depends on have succeeded") { ground in
            let first = try await ground.add()
            let second = try await ground.add()
            let last = try await ground.add(after: first, second)
            try ground.expect(try await ground.states(last), [.blocked], "the state at first")
            try await ground.run(first)
            try ground.expect(try await ground.states(last), [.blocked], "the state after one of two")
            try ground.expect(try await ground.run(second), [], "what ended with it")
            try ground.expect(try await ground.states(last), [.waiting], "the state after both")
            try await ground.expectClaims([last])
        },
        TaskStoreRule("A run that does not end its task leaves the dependents blocked") { ground in
            let first = try await ground.add()
            let second = try await ground.add(after: first)
            try await ground.run(first, .returned)
            try await ground.run(first, .postponed(reason: "r", until: .after(.zero)))
            try await ground.run(first, .failed(error: "e", next: .after(.zero), priority: .normal))
            try ground.expect(try await ground.states(second), [.blocked], "the state")
        },
        failing("dies") { ground, id in try await ground.run(id, .died(error: "e", reason: .abandoned)) },
        failing("ends its run as cancelled") { ground, id in try await ground.run(id, .cancelled(reason: "r")) },
        failing("is cancelled", returnsItself: true) { ground, id in try await ground.cancel(id) },
        failing("is dropped", returnsItself: true) { ground, id in
            try await ground.store.drop([id], now: ground.date(0))
        },
        failing("expires", returnsItself: true) { ground, _ in try await ground.store.expire(now: ground.date(100)) },
        failing("has lost its last lease", returnsItself: true) { ground, id in
            _ = try await ground.lose(id)
            _ = try await ground.lose(id)
            return try await ground.lose(id)
        },
        failing("is replaced", returnsItself: true) { ground, _ in
            let insertion = try await ground.insert(
                ground.new { $0.uniqueness = TaskUniqueness(key: "k", policy: .cancelOld) }
            )
            guard case .replaced(let ids, _) = insertion else {
                throw ground.failure("It was not replaced: \(insertion)")
            }
            return ids
        },
        TaskStoreRule("A dependent that may run after a failure runs after any end") { ground in
            for end in [
                TaskRunEnd.died(error: "e", reason: .exhausted), .cancelled(reason: "r"), .succeeded(reply: nil),
            ] {
                let first = try await ground.add()
                let second = try await ground.add(after: first, onFailure: .run)
                try ground.expect(try await ground.states(second), [.blocked], "the state at first")
                try ground.expect(try await ground.run(first, end), [], "what ended with it")
                try await ground.expectClaims([second])
            }
            let dropped = try await ground.add()
            let last = try await ground.add(after: dropped, onFailure: .run)
            try ground.expect(
                try await ground.store.drop([dropped], now: ground.date(0)),
                [dropped],
                "what ended with what was dropped"
            )
            try await ground.expectClaims([last])
        },
        TaskStoreRule("Cancelling the first task of a chain of 100 cancels all of them") { ground in
            let first = try await ground.add()
            var chain = [first]
            for _ in 1..<100 {
                chain.append(try await ground.add(after: chain[chain.count - 1]))
            }
            try ground.expectSet(try await ground.cancel(first), chain, "what is cancelled")
        },
        TaskStoreRule("A task that depends on another through two tasks ends once") { ground in
            let first = try await ground.add()
            let left = try await ground.add(after: first)
            let right = try await ground.add(after: first)
            let last = try await ground.add(after: left, right)
            let ended = try await ground.run(first, .died(error: "e", reason: .abandoned))
            try ground.expectSet(ended, [left, right, last], "what ended with it")
        },
        TaskStoreRule("Of two dependencies on the same task, the one that cancels takes effect") { ground in
            for policies in [[NetTaskDependency.FailurePolicy.run, .cancel], [.cancel, .run]] {
                let first = try await ground.add()
                let second = try await ground.add {
                    $0.dependencies = policies.map { TaskDependency(first, onFailure: $0) }
                }
                let ended = try await ground.run(first, .died(error: "e", reason: .abandoned))
                try ground.expect(ended, [second], "what ended with it")
            }
        },
        TaskStoreRule("A dependency on an ended task takes effect according to its end") { ground in
            let done = try await ground.add()
            try await ground.run(done)
            let dead = try await ground.add()
            try await ground.run(dead, .died(error: "e", reason: .abandoned))
            let afterDone = try await ground.add(after: done)
            let afterDead = try await ground.add(after: done, dead)
            let allTheSame = try await ground.add(after: dead, onFailure: .run)
            try ground.expect(
                try await ground.states(afterDone, afterDead, allTheSame),
                [.waiting, .cancelled, .waiting],
                "the states"
            )
            let cancelled = try await ground.task(afterDead)
            try ground.expect(cancelled.endedAt, ground.date(0), "the date of the end")
            try ground.expect(cancelled.cancellation?.isEmpty, false, "whether the cancellation is without words")
            try ground.expect(cancelled.task.payload, Data(), "the payload")
            try await ground.expectClaims([afterDone, allTheSame])
        },
        TaskStoreRule("A task that is unblocked still waits for its date") { ground in
            let first = try await ground.add()
            let second = try await ground.add {
                $0.dependencies = [TaskDependency(first)]
                $0.notBefore = ground.date(60)
            }
            try await ground.run(first)
            try await ground.expectClaims([], at: 59)
            try await ground.expectClaims([second], at: 60)
        },
        TaskStoreRule("B40: a dependency can be added to a stored task") { ground in
            let first = try await ground.add { $0.group = "g" }
            let next = try await ground.add { $0.group = "g" }
            let second = try await ground.add()
            let third = try await ground.add(after: second)
            for other in [second, third] {
                try ground.expect(try await ground.depend(first, on: other), [], "what ended")
            }
            try ground.expect(try await ground.states(first, next), [.blocked, .blocked], "the states at first")
            try ground.expect(try await ground.task(first).task.dependencies.map(\.id), [second, third], "the list")
            try await ground.run(second)
            try ground.expect(try await ground.states(first), [.blocked], "the state after one of two")
            try await ground.run(third)
            try await ground.run(first)
            try await ground.expectClaims([next])
        },
        TaskStoreRule("An added dependency has the same effect as an initial one") { ground in
            for policies in [[NetTaskDependency.FailurePolicy.run, .cancel], [.cancel, .run]] {
                let first = try await ground.add()
                let second = try await ground.add()
                for policy in policies { _ = try await ground.depend(second, on: first, onFailure: policy) }
                let ended = try await ground.run(first, .died(error: "e", reason: .abandoned))
                try ground.expect(ended, [second], "what ended with it")
            }
            let done = try await ground.add()
            try await ground.run(done)
            let dead = try await ground.add()
            try await ground.run(dead, .died(error: "e", reason: .abandoned))
            let first = try await ground.add()
            let second = try await ground.add(after: first)
            try ground.expect(try await ground.depend(first, on: done), [], "what ended by a success")
            try ground.expect(
                try await ground.depend(first, on: dead, onFailure: .run),
                [],
                "what runs after a failure"
            )
            try ground.expect(try await ground.states(first, second), [.waiting, .blocked], "the states")
            try ground.expectSet(try await ground.depend(first, on: dead), [first, second], "what ended by a failure")
            try ground.expect(try await ground.states(first, second), [.cancelled, .cancelled], "the states at last")
        },
        TaskStoreRule("Rejects circular dependencies, including those through other tasks or a group") { ground in
            let first = try await ground.add { $0.group = "g" }
            let second = try await ground.add { $0.group = "g" }
            let third = try await ground.add(after: second)
            for other in [first, second, third] {
                try await ground.expectRefusal(.circularDependency(other)) {
                    _ = try await ground.depend(first, on: other)
                }
            }
            try await ground.run(first)
            try await ground.run(second)
            try await ground.expectClaims([third])
        },
        TaskStoreRule("Rejects a dependency on a later task of the same group, even behind an ended task") { ground in
            let first = try await ground.add { $0.group = "g" }
            let second = try await ground.add { $0.group = "g" }
            try await ground.run(first, .died(error: "e", reason: .abandoned))
            try await ground.run(second)
            _ = try await ground.store.retry([first], now: ground.date(0))
            try ground.expect(try await ground.depend(first, on: second), [], "what ended by one that has ended")
            let third = try await ground.add { $0.group = "g" }
            try await ground.expectRefusal(.circularDependency(third)) {
                _ = try await ground.depend(first, on: third)
            }
        },
        TaskStoreRule("Rejects dependencies of tasks that are running, ended or unknown") { ground in
            let done = try await ground.add()
            try await ground.run(done)
            let running = try await ground.add()
            _ = try await ground.begin(running)
            let other = try await ground.add()
            let unknown = DurableTaskID(rawValue: 1 << 62)
            for id in [done, running, unknown] {
                try await ground.expectRefusal(.begun(id)) { _ = try await ground.depend(id, on: other) }
            }
            try await ground.expectRefusal(.unknownDependency(unknown)) {
                _ = try await ground.depend(other, on: unknown)
            }
            try await ground.expectClaims([other])
        },
    ]

    /// A chain of three tasks, of which the first ends without success.
    private static func failing(
        _ end: String,
        returnsItself: Bool = false,
        _ body: @escaping @Sendable (TaskStoreGround, DurableTaskID) async throws -> [DurableTaskID]
    ) -> TaskStoreRule {
        TaskStoreRule("When a task \(end), its direct and indirect dependents are cancelled") {
            ground in
            let first = try await ground.add {
                $0.uniqueness = TaskUniqueness(key: "k", policy: .cancelOld)
                $0.expires = ground.date(100)
            }
            let second = try await ground.add(after: first)
            let third = try await ground.add(after: second)
            let ended = try await body(ground, first)
            try ground.expectSet(ended, (returnsItself ? [first] : []) + [second, third], "what ended")
            for id in [second, third] {
                let task = try await ground.task(id)
                try ground.expect(task.state, .cancelled, "the state")
                try ground.expect(task.cancellation?.isEmpty, false, "whether the cancellation is without words")
                try ground.expect(task.task.payload, Data(), "the payload")
                try ground.expect(task.endedAt == nil, false, "whether the end has no date")
            }
        }
    }
}
