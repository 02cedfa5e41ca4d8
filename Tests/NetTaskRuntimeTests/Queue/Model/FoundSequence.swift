import NetTaskRuntime
import Testing

/// Calls for which the machine once returned a wrong result.
struct FoundSequence: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var setup = QueueSetup()
    let steps: [QueueStep]

    static let all = [
        FoundSequence(
            testDescription: "A task expires that waits for a retry",
            steps: [
                QueueStep(0, .add(1, PlainTerms(expiry: 3))),
                QueueStep(0, .fail(1, attempt: 1, retryAfter: 1)),
                QueueStep(0, .suspend),
                QueueStep(3, .passTime),
            ]
        ),
        FoundSequence(
            testDescription: "A task in the slot of one that has ended has not its dependents",
            setup: QueueSetup(limit: 1),
            steps: [
                QueueStep(0, .add(1, PlainTerms())),
                QueueStep(0, .add(2, PlainTerms(dependencies: [PlainDependency(on: 1)]))),
                QueueStep(0, .succeed(1, attempt: 1)),
                QueueStep(0, .add(3, PlainTerms())),
                QueueStep(0, .addDependency(of: 3, PlainDependency(on: 2))),
            ]
        ),
        FoundSequence(
            testDescription: "No time-out is told of a task whose deadline is the same moment",
            steps: [
                QueueStep(0, .add(1, PlainTerms(deadline: 1))),
                QueueStep(0, .add(2, PlainTerms(timeout: 1, deadline: 1))),
                QueueStep(1, .passTime),
            ]
        ),
        FoundSequence(
            testDescription: "A retry without a wait stands behind whom an alarm puts in line",
            steps: [
                QueueStep(0, .add(1, PlainTerms(deadline: 1))),
                QueueStep(0, .add(2, PlainTerms())),
                QueueStep(0, .add(3, PlainTerms(dependencies: [PlainDependency(on: 1, .run)]))),
                QueueStep(1, .fail(2, attempt: 1, retryAfter: 0)),
            ]
        ),
    ]
}
