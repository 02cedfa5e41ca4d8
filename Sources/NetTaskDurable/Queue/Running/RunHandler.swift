import NetTaskRuntime

/// The handler of a durable queue's runs: the user's, with the points at which tests end the process.
struct RunHandler<Request: Sendable, Reply: Sendable>: NetTaskQueueHandler {
    let base: any NetTaskQueueHandler<Request, Reply>
    let faults: FaultPoints

    func send(_ request: Request, context: NetTaskContext) async throws -> Reply {
        faults(.runBeforeSend)
        let reply = try await base.send(request, context: context)
        faults(.runAfterReply)
        return reply
    }

    func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition {
        base.disposition(of: error, context: context)
    }

    func permitsRetry(after disposition: RetryDisposition, context: NetTaskContext) -> Bool {
        base.permitsRetry(after: disposition, context: context)
    }

    func didSucceed(context: NetTaskContext) {
        base.didSucceed(context: context)
    }
}
