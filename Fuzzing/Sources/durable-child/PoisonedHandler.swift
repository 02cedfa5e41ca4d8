import DurableCheck
import Foundation
import NetTaskRuntime

/// Ends the process where a task says so.
struct PoisonedHandler: NetTaskQueueHandler {
    let handler: HTTPNetTaskQueueHandler

    func send(_ request: HTTPMessage, context: NetTaskContext) async throws -> HTTPReply {
        if let task = context.task as? NumberedTask, task.isPoison {
            kill(getpid(), SIGKILL)
        }
        return try await handler.send(request, context: context)
    }

    func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition {
        handler.disposition(of: error, context: context)
    }
}
