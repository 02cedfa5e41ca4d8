import NetTaskCore

/// The types of tasks that a queue knows, by what they are called on disk.
final class Registry<Request: Sendable, Reply: Sendable>: Sendable {
    private struct State {
        var kinds: [String: RegisteredKind<Request, Reply>] = [:]
        /// Registered, and its undecodable tasks not yet tried again.
        var fresh: Set<String> = []
        /// The value of ``Registry/runnable``; `nil` until it is computed again after a change.
        var runnable: [String: Int]?
    }

    private let state: Locked<State>
    /// What the queue's tasks are done by, if they are done by closures.
    private let executors: DurableExecutors?
    /// Of tasks that have a name and no type, which are done by closures alone.
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

    /// - Returns: whether it was unknown before.
    func register(_ kind: RegisteredKind<Request, Reply>) -> Bool {
        state.withLock { state in
            let names = [kind.form.kind] + kind.form.formerKinds
            var isNew = false
            for name in names where state.kinds[name]?.type != kind.type {
                // What a type is called now wins over what another was called before.
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

    /// What tasks of a type are called, now or before. Named tasks are those that there is a closure for.
    func kinds<T: DurableNetTask>(of type: T.Type) -> Set<String> {
        type == NamedTask.self ? executors?.names ?? [] : Set([T.storedForm.kind] + T.storedForm.formerKinds)
    }

    /// Those that can be run now, each with the last version of its payload that can be read.
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

    /// Those whose undecodable tasks are to be tried again. Each is given once.
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

/// A type of tasks, as closures that know it.
struct RegisteredKind<Request: Sendable, Reply: Sendable>: Sendable {
    let type: any NetTask.Type
    let form: StoredForm
    /// Runs a claimed task, and tells the store and all others how that ended.
    let run: @Sendable (ClaimedTask, RunControl, DurableCore<Request, Reply>) async -> Void
    /// Tells those who wait for it that a task has ended without a run here.
    let tellEnd: @Sendable (StoredTask, DurableCore<Request, Reply>, EndSource) -> Void

    init<T: DurableNetTask>(_ type: T.Type) where T.Request == Request, T.Reply == Reply {
        self.type = type
        form = T.storedForm
        run = { claimed, control, core in
            await DurableRun<T>(claimed: claimed, control: control, core: core).run()
        }
        tellEnd = { task, core, source in
            core.tell(task, StoredEnd<T>.result(of: task, core.configuration), task: T?.none, source)
        }
    }
}
