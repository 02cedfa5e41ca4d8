import Foundation
import NetTaskRuntime

/// What a ``Pump`` asks of its queue.
protocol PumpClient: AnyObject, Sendable {
    var store: any TaskStore { get }
    /// The kinds that can be run now.
    var runnableKinds: Set<String> { get }
    var fulfilled: TaskRequirements { get }
    var time: TimeSource { get }
    var wallClock: @Sendable () -> Date { get }

    /// Runs a task, and tells the store how that ended.
    func run(_ task: ClaimedTask, _ control: RunControl) async
    /// Gives a task back that is not to be run after all.
    func giveBack(_ task: ClaimedTask) async
    func tellEnds(_ ids: [DurableTaskID]) async
    /// Does now and then what may make tasks due. What fails is logged, and tried again later.
    func prepareClaims() async
    /// Does now and then what no claim has to wait for. What fails is logged, and tried again later.
    func tidyUp() async
    /// When something of that which failed is to be tried again; nil if nothing did.
    var nextRepetition: Duration? { get }
    func log(_ level: DurableLogEntry.Level, _ text: String, id: DurableTaskID?)
}
