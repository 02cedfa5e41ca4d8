import NetTaskCore

/// The types of tasks that a queue knows, by their stored names.
final class Registry<Request: Sendable, Reply: Sendable>: Sendable {
    private struct State {
        var kinds: [String: RegisteredKind<Request, Reply>] = [:]
        /// The kinds that are registered but whose undecodable tasks were not yet tried again.
        var fresh: Set<String> = []
        /// The value of ``Registry/runnable``; nil until it is computed again after a change.
        var runnable: [String: Int]?
    }

    private let state: Locked<State>
    /// The closures that run the queue's tasks; nil if a handler runs them.
    private let executors: DurableExecutors?
    /// The kind of tasks with a name and without a type, which only closures run.
    private let named: RegisteredKind<Request, Reply>?

    init(_ executors: DurableExecutors?) {
        func kind<T: DurableNetTask<Request, Reply>>(_ type: T.Type) -> RegisteredKind<Request, Reply> {
            RegisteredKind(type)
        }
        let state = Locked(State())
        executors?.onChange { state.withLock { $0.runnable = nil } }
        self.state = state
        self.executors = executors
        named = (NamedTask.self as? any DurableNetTask<Request, Reply>.Type).map { kind($0) }
    }

    /// - Returns: whether a name of it was unknown before.
    func register(_ kind: RegisteredKind<Request, Reply>) -> Bool {
        state.withLock { state in
            let names = [kind.form.kind] + kind.form.formerKinds
            var isNew = false
            for name in names where state.kinds[name]?.type != kind.type {
                // The current name of a type takes precedence over a former name of another type.
                if name != kind.form.kind, state.kinds[name]?.form.kind == name { continue }
                state.kinds[name] = kind
                state.fresh.insert(name)
                state.runnable = nil
                isNew = true
            }
            return isNew
        }
    }

    func kind(_ name: String) -> RegisteredKind<Request, Reply>? {
        state.withLock { $0.kinds[name] } ?? named
    }

    func contains(_ name: String) -> Bool {
        state.withLock { $0.kinds[name] } != nil || executors?.names.contains(name) == true
    }

    /// The current and former names of a type. For named tasks, the names that have a closure.
    func kinds<T: DurableNetTask>(of type: T.Type) -> Set<String> {
        type == NamedTask.self ? executors?.names ?? [] : Set([T.storedForm.kind] + T.storedForm.formerKinds)
    }

    /// The kinds that can be run now, each with the latest version of its payload that can be read.
    var runnable: [String: Int] {
        state.withLock { state in
            if let runnable = state.runnable { return runnable }
            let kinds = state.kinds
            let typed = kinds.filter { executors?.canRun($0.value.type) ?? true }.mapValues(\.form.payloadVersion)
            let named = executors?.names.filter { kinds[$0] == nil } ?? []
            let runnable = typed.merging(named.map { ($0, 1) }) { typed, _ in typed }
            state.runnable = runnable
            return runnable
        }
    }

    /// Returns the kinds whose undecodable tasks are to be tried again, each only once.
    func takeFresh() -> Set<String> {
        state.withLock { state in
            let fresh = state.fresh
            state.fresh = []
            return fresh
        }
    }

    func putBack(_ fresh: Set<String>) {
        state.withLock { $0.fresh.formUnion(fresh) }
    }
}

/// A type of task, as closures that know the type.
struct RegisteredKind<Request: Sendable, Reply: Sendable>: Sendable {
    let type: any NetTask.Type
    let form: StoredForm
    /// The type of its rejections, if they can be stored.
    let rejection: (any DurableRejection.Type)?
    /// Runs a claimed task, and reports its end to the store and to all observers.
    let run: @Sendable (ClaimedTask, RunControl, DurableCore<Request, Reply>) async -> Void
    /// Reports to its observers that a task has ended without a run in this queue.
    let reportEnd: @Sendable (StoredTask, DurableCore<Request, Reply>, EndSource) -> Void

    init<T: DurableNetTask>(_ type: T.Type) where T.Request == Request, T.Reply == Reply {
        self.type = type
        form = T.storedForm
        rejection = T.Rejection.self as? any DurableRejection.Type
        run = { claimed, control, core in
            await DurableRun<T>(claimed: claimed, control: control, core: core).run()
        }
        reportEnd = { task, core, source in
            core.notify(task, StoredEnd<T>.result(of: task, core.configuration), task: T?.none, source)
        }
    }
}
