import Foundation
import NetTaskCore
import NetTaskDurable

extension TaskStoreRule {
    private static let hour: TimeInterval = 3_600
    private static let year: TimeInterval = 365 * 86_400

    static let clocks: [TaskStoreRule] = [
        TaskStoreRule("A task that is due stays due when the clock is set back an hour") { ground in
            let id = try await ground.add()
            try await ground.expectClaims([id], at: -hour)
        },
        TaskStoreRule("The next date is not later when the clock is set back") { ground in
            let id = try await ground.add()
            try await ground.run(id, .failed(error: "e", next: .after(.seconds(10)), priority: .normal))
            let date = try await ground.next(at: -hour)
            try ground.expect(date.map { $0 <= ground.date(10 - hour) }, true, "whether it is within the wait")
        },
        setBack("failed", .failed(error: "e", next: .after(.seconds(10)), priority: .normal), within: 10),
        setBack("was postponed", .postponed(reason: "r", until: .after(.seconds(10))), within: 10),
        setBack("was returned", .returned, within: 0),
        TaskStoreRule("A date that the caller chose does not change when the clock is set back") { ground in
            let first = try await ground.add { $0.notBefore = ground.date(100) }
            let second = try await ground.add { $0.priority = .high }
            try await ground.run(second, .failed(error: "e", next: .at(ground.date(100)), priority: .high))
            try await ground.expectClaims([], at: -hour)
            try await ground.expectClaims([], at: 99)
            try await ground.expectClaims([second, first], at: 100)
        },
        TaskStoreRule("A task that was blocked when the clock was set back is due once it is unblocked") { ground in
            let first = try await ground.add()
            let second = try await ground.add(after: first)
            try await ground.run(first, at: -hour)
            try await ground.expectClaims([second], at: -hour)
        },
        TaskStoreRule("A task enqueued while the clock was a year ahead is due when the clock is set back") {
            ground in
            let id = try await ground.add(at: year)
            try await ground.expectClaims([id])
        },
        TaskStoreRule("A wait begun while the clock was a year ahead keeps its length when it is set back") { ground in
            let id = try await ground.add(at: 0)
            try await ground.run(id, .failed(error: "e", next: .after(.seconds(10)), priority: .normal), at: year)
            _ = try await ground.claim(at: 1)
            try await ground.expectClaims([id], at: 11)
        },
        TaskStoreRule("A wait keeps its length if the clock is not set back") { ground in
            let id = try await ground.add()
            try await ground.run(id, .failed(error: "e", next: .after(.seconds(10)), priority: .normal))
            for time in 1...9 { try await ground.expectClaims([], at: TimeInterval(time)) }
            try await ground.expectClaims([id], at: 10)
        },
        TaskStoreRule("Waits keep their length when the clock is set back while the store is closed") { ground in
            let first = try await ground.add { $0.priority = .high }
            try await ground.run(first, .failed(error: "e", next: .after(.seconds(10)), priority: .high))
            let second = try await ground.add()
            await ground.store.close()
            let again = try await ground.another()
            try await again.expectClaims([second], at: -hour)
            try await again.expectClaims([first], at: 10 - hour)
        },
        TaskStoreRule("A task with a lost lease is due immediately, regardless of the clock") { ground in
            let id = try await ground.add()
            _ = try await ground.lose(id)
            try await ground.expectClaims([id], at: -hour)
        },
    ]

    private static func setBack(_ what: String, _ end: TaskRunEnd, within wait: TimeInterval) -> TaskStoreRule {
        TaskStoreRule("A task that \(what) does not wait longer when the clock is set back an hour") { ground in
            let id = try await ground.add()
            try await ground.run(id, end)
            if wait > 0 {
                _ = try await ground.store.expire(now: ground.date(-hour))
            }
            try await ground.expectClaims([id], at: wait - hour)
        }
    }
}
