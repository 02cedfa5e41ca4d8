import Foundation
import NetTaskCore
import NetTaskDurable

extension TaskStoreRule {
    static let queries: [TaskStoreRule] = [
        TaskStoreRule("Lists tasks by id, in pages") { ground in
            var ids: [DurableTaskID] = []
            for number in 0..<25 {
                ids.append(try await ground.add { $0.priority = number % 2 == 0 ? .high : .low })
            }
            var listed: [DurableTaskID] = []
            for expected in [10, 10, 5, 0] {
                let page = try await ground.store.tasks(TaskQuery(after: listed.last, limit: 10))
                try ground.expect(page.count, expected, "the length of a page")
                listed += page.map(\.id)
            }
            try ground.expect(listed, ids, "what is listed")
            for limit in [0, -1] {
                let none = try await ground.store.tasks(TaskQuery(limit: limit))
                try ground.expect(none, [], "what a limit of \(limit) lists")
            }
        },
        TaskStoreRule("Lists at most 100 tasks by default") { ground in
            _ = try await ground.store.insert((0..<101).map { _ in ground.new() }, now: ground.date(0))
            try ground.expect(try await ground.store.tasks(TaskQuery()).count, 100, "the number of tasks")
        },
        TaskStoreRule("Lists by state, kind, reason, tag, group and unique key, and by all of them together") {
            ground in
            let first = try await ground.add("a") {
                $0.tags = ["x", "y"]; $0.group = "g"
            }
            let second = try await ground.add("a") {
                $0.tags = ["xy"]; $0.group = "g"
            }
            let third = try await ground.add("b") {
                $0.tags = ["y"]; $0.uniqueness = TaskUniqueness(key: "k", policy: .rejectNew)
            }
            let fourth = try await ground.add("c") { $0.group = "h" }
            let claimed = try await ground.claim(1, ["c"])
            try await ground.end(claimed[0].lease, .died(error: "e", reason: .abandoned))
            let fifth = try await ground.add("c")
            let again = try await ground.claim(1, ["c"])
            try await ground.end(again[0].lease, .died(error: "e", reason: .exhausted))
            let queries: [(TaskQuery, [DurableTaskID])] = [
                (TaskQuery(), [first, second, third, fourth, fifth]),
                (TaskQuery(states: [.waiting]), [first, third]),
                (TaskQuery(states: [.dead, .blocked]), [second, fourth, fifth]),
                (TaskQuery(states: []), []),
                (TaskQuery(kinds: ["a", "c"]), [first, second, fourth, fifth]),
                (TaskQuery(deathReasons: [.abandoned]), [fourth]),
                (TaskQuery(deathReasons: [.abandoned, .exhausted]), [fourth, fifth]),
                (TaskQuery(tag: "y"), [first, third]),
                (TaskQuery(tag: "x"), [first]),
                (TaskQuery(group: "g"), [first, second]),
                (TaskQuery(states: [.blocked], group: "g"), [second]),
                (TaskQuery(states: [.dead], group: "h"), [fourth]),
                (TaskQuery(states: [.waiting], kinds: ["a"], tag: "y", group: "g"), [first]),
                (TaskQuery(kinds: ["b"], tag: "y", after: first, limit: 1), [third]),
                (TaskQuery(tag: "y", group: "h"), []),
                (TaskQuery(uniqueKey: "k"), [third]),
                (TaskQuery(states: [.waiting, .blocked], kinds: ["a", "b"], uniqueKey: "k"), [third]),
                (TaskQuery(kinds: ["a"], uniqueKey: "k"), []),
            ]
            for (query, expected) in queries {
                try ground.expect(try await ground.store.tasks(query).map(\.id), expected, "what \(query) lists")
            }
        },
        TaskStoreRule("Counts tasks by kind and state, and omits counts of zero") { ground in
            _ = try await ground.store.insert((0..<3).map { _ in ground.new() }, now: ground.date(0))
            _ = try await ground.add("b")
            try await ground.end(try await ground.claim(1)[0].lease, .succeeded(reply: nil))
            let counts = Set(try await ground.store.counts())
            let expected: Set = [
                TaskCount(kind: "a", state: .waiting, count: 2), TaskCount(kind: "a", state: .succeeded, count: 1),
                TaskCount(kind: "b", state: .waiting, count: 1),
            ]
            try ground.expect(counts, expected, "the counts")
        },
        TaskStoreRule("Returns nothing for an unknown task") { ground in
            let id = DurableTaskID(rawValue: 1 << 62)
            try ground.expect(try await ground.store.task(id), nil, "the task")
            try ground.expect(try await ground.store.runs(of: id), [], "the history")
            try ground.expect(try await ground.store.counts(), [], "the counts")
        },
    ]
}
