import NetTaskCore

/// Runs a closure for each type of task: a queue of work instead of requests.
///
///     let handler = ClosureHandler()
///     handler.on(SendMail.self) { mail, context in
///         await post(mail.text, to: mail.address) ? .success : .failure("no connection")
///     }
///     NetTaskQueue(handler: handler).add(SendMail(address: "a@b.test", text: "hello"))
final class ClosureHandler: NetTaskQueueHandler {
    /// An attempt that its closure called a failure.
    struct Failed: Error, Equatable {
        var reason: String
    }

    /// A task that its closure gave up, or a task without a closure.
    struct Abandoned: Error, Equatable {
        var reason: String
    }

    private typealias Work = @Sendable (NetTaskContext) async -> Outcome

    private let works = Box<[ObjectIdentifier: Work]>([:])

    func on<T: Job>(_ type: T.Type, _ work: @escaping @Sendable (T, NetTaskContext) async -> Outcome) {
        works.value[ObjectIdentifier(type)] = { context in
            guard let task = context.task as? T else { return .abandon("the context has no task") }
            return await work(task, context)
        }
    }

    func send(_ request: Void, context: NetTaskContext) async throws {
        guard let task = context.task, let work = works.value[ObjectIdentifier(type(of: task))] else {
            throw Abandoned(reason: "nobody knows how to do \(context.name)")
        }
        switch await work(context) {
        case .success: return
        case .failure(let reason): throw Failed(reason: reason)
        case .abandon(let reason): throw Abandoned(reason: reason)
        }
    }

    func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition {
        error is Abandoned ? .never : .transient
    }
}
