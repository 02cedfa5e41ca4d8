import NetTaskHTTP

/// The attempts that reached a handler, in order.
///
/// It does not store contexts: a context holds its queue, which holds the handler and this log.
struct CallLog<Request: Sendable>: Sendable {
    private struct Entry {
        let task: (any NetTask)?
        let request: Request
        let attempt: Int
        let tags: [String]
    }

    private var entries: [Entry] = []

    var requests: [Request] { entries.map(\.request) }

    func calls<T: NetTask>(of type: T.Type) -> [MockCall<T>] where T.Request == Request {
        entries.compactMap { entry in
            (entry.task as? T).map {
                MockCall(task: $0, request: entry.request, attempt: entry.attempt, tags: entry.tags)
            }
        }
    }

    mutating func append(_ request: Request, _ context: NetTaskContext) {
        entries.append(Entry(task: context.task, request: request, attempt: context.attempt, tags: context.tags))
    }
}
