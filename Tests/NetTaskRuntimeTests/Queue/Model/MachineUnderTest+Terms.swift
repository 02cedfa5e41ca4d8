import NetTaskRuntime

@testable import NetTaskCore

/// Converts the plain numbers of the model into the types of the machine.
extension Duration {
    static func whole(_ seconds: Int) -> Duration {
        // Faster than `.seconds` in debug builds.
        Duration(secondsComponent: Int64(seconds), attosecondsComponent: 0)
    }

    var wholeSeconds: Int { Int(components.seconds) }
}

extension NetTaskID {
    init(_ number: Int) { self.init(UInt64(number)) }

    var plainNumber: Int { Int(number) }
}

extension QueueTaskOptions {
    /// - Parameter place: returns the place of the task with a number.
    init(_ terms: PlainTerms, place: (Int) -> QueuePlace) {
        self.init(
            priority: terms.priority,
            key: terms.key,
            group: terms.group,
            notBefore: terms.notBefore.map(Duration.whole),
            expiry: terms.expiry.map(Duration.whole),
            timeout: terms.timeout.map(Duration.whole),
            deadline: terms.deadline.map(Duration.whole),
            dependencies: terms.dependencies.map { Dependency(on: place($0.on), onFailure: $0.onFailure) }
        )
    }
}

extension QueueAction {
    init(_ action: MachineAction) {
        self =
            switch action {
            case .start(let number, let attempt): .start(number, attempt: attempt)
            case .retry(let number, let attempt, let wait): .retry(number, attempt: attempt, after: wait.wholeSeconds)
            case .timeOut(let number, let attempt): .timeOut(number, attempt: attempt)
            case .end(let number, let end): .end(number, end)
            case .hold: preconditionFailure("No server tells of limits here")
            }
    }
}

extension QueueVerdict {
    init(_ error: NetTaskDependencyError?) {
        self =
            switch error {
            case nil: .added
            case .started, .otherQueue: .started
            case .cycle(let path): .cycle(path.map(\.plainNumber))
            }
    }
}
