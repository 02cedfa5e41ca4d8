import Testing

@testable import NetTaskComparison
@testable import NetTaskSpec

/// How it is asked how far something has come that takes long.
@Suite struct LongRunningDifferenceTests {
    private func start(_ longRunning: String, response: String = "J", _ id: String = "id: Int") -> String {
        """
        shapes: {J: {fields: {\(id), other: Int, state: String, error: String?}}}
        endpoints:
          P: {uri: "a/{id}", params: {id: Int}, response: J}
          Q: {uri: "b/{id}", params: {id: Int}, response: J}
          S: {method: POST, uri: a, response: \(response)\(longRunning)}
        """
    }

    private let polled = ", longRunning: {poll: P, done: {state: [ready]}, interval: 5s}"

    private func differences(_ new: String) -> [String] {
        NetTaskComparisonTests.differences(start(polled), new).map {
            $0.split(separator: " ").dropFirst(2).joined(separator: " ")
        }
    }

    @Test("it is added and removed")
    func comesAndGoes() {
        #expect(
            differences(start("")) == [
                "callers endpoints.S.longRunning: it was removed: the task ends with its first reply"
            ]
        )
    }

    @Test("another poll, other params and other end states")
    func parts() {
        #expect(
            differences(
                start(", longRunning: {poll: Q, params: {id: other}, done: {state: [done]}, failed: {error: present}}")
            )
                == [
                    "server endpoints.S.longRunning.poll: it changed from `P` to `Q`",
                    "server endpoints.S.longRunning.params: it changed from `id` from `id` to `id` from `other`",
                    "server endpoints.S.longRunning.done: it changed from `state` is `ready` to `state` is `done`",
                    "server endpoints.S.longRunning.failed: it changed from nothing to `error` is present",
                    "other endpoints.S.longRunning: `interval` changed",
                ]
        )
    }

    @Test("other statuses that start it, and params that only `Location` has")
    func statuses() {
        #expect(
            differences(
                start(
                    ", longRunning: {poll: P, params: none, done: {state: [ready]}, interval: 5s}",
                    response: "{202: J}"
                )
            )
                == [
                    "server endpoints.S.longRunning.params: it changed from `id` from `id` to `Location`",
                    "server endpoints.S.longRunning.response: it changed from any status from 200 to 299 to the status 202",
                ]
        )
    }

    @Test("a field with another name only in Swift is not a difference")
    func names() {
        let new = start(
            polled.replacing("done", with: "params: {id: number}, done"),
            "number: {type: Int, wireName: id}"
        )
        #expect(differences(new).filter { $0.contains("longRunning") } == [])
    }
}
