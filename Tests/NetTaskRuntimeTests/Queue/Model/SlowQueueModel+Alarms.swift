import NetTaskRuntime

@testable import NetTaskCore

/// Step 3: changes of tasks at certain times.
extension SlowQueueModel {
    /// Alarms that end a task come first, so that no timeout is reported for a task that ends at the same time.
    enum AlarmKind: Int, Sendable {
        case deadline, expiry, timeOut
    }

    struct Alarm: Sendable {
        let moment: Int
        let number: Int
        let kind: AlarmKind
    }

    var alarms: [Alarm] {
        var alarms: [Alarm] = []
        for task in tasks {
            let isRunning = task.state == .running
            if isRunning, let moment = task.timeOutMoment {
                alarms.append(Alarm(moment: moment, number: task.number, kind: .timeOut))
            }
            if let moment = task.deadlineMoment, !(isRunning && fault == .deadlineSparesRunningTasks) {
                alarms.append(Alarm(moment: moment, number: task.number, kind: .deadline))
            }
            if let moment = task.expiry, !isRunning || fault == .expiryEndsRunningTasks {
                alarms.append(Alarm(moment: moment, number: task.number, kind: .expiry))
            }
        }
        return alarms
    }

    mutating func ringAlarms(now: Int) {
        var told: [Int] = []
        while let alarm = alarms.filter({ $0.moment <= now && !told.contains($0.number) }).min(by: ringsBefore) {
            switch alarm.kind {
            case .deadline: end(alarm.number, .deadlinePassed, now: now)
            case .expiry: end(alarm.number, .expired, now: now)
            case .timeOut:
                guard let index = index(of: alarm.number) else { return }
                actions.append(.timeOut(alarm.number, attempt: tasks[index].attempt))
                if fault == .timeOutIsToldTwice {
                    told.append(alarm.number)
                } else {
                    tasks[index].timeOutMoment = nil
                }
            }
        }
    }

    private func ringsBefore(_ left: Alarm, _ right: Alarm) -> Bool {
        (left.moment, left.number, left.kind.rawValue) < (right.moment, right.number, right.kind.rawValue)
    }
}
