package import NetTaskRuntime

/// The smallest possible task, so that only the queue is measured.
package struct Work: NetTask {
    package typealias Request = Int
    package typealias Reply = Int
    package typealias Response = Int

    package var number: Int

    package init(number: Int) {
        self.number = number
    }

    package static var settings: NetTaskSettings { NetTaskSettings(name: "Work") }

    package func pack() -> Int { number }
    package func parse(_ reply: Int) -> Int { reply }
}

/// Answers at once.
package struct InstantHandler: NetTaskQueueHandler {
    package init() {}

    package func send(_ request: Int, context: NetTaskContext) async throws -> Int { request }
    package func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition { .final }
}
