import NetTaskRuntime

/// The attempts that reached a handler, in order.
struct CallLog<Request: Sendable>: Sendable {
    private var entries: [(request: Request, context: NetTaskContext)] = []

    var requests: [Request] { entries.map(\.request) }

    func calls<T: NetTask>(of type: T.Type) -> [MockCall<T>] where T.Request == Request {
        entries.compactMap { request, context in
            (context.task as? T).map { MockCall(task: $0, request: request, context: context) }
        }
    }

    mutating func append(_ request: Request, _ context: NetTaskContext) {
        entries.append((request, context))
    }
}
