import NetTaskRuntime

/// The types of tasks that a queue knows, by what they are called on disk.
final class Registry<Request: Sendable, Reply: Sendable>: Sendable {
    private struct State {
        var kinds: [String: RegisteredKind<Request, Reply>] = [:]
        /// Registered, and its undecodable tasks not yet tried again.
        var fresh: Set<String> = []
    }

    private let state = Locked(State())
    private let canRun: @Sendable (any NetTask.Type) -> Bool

    init(canRun: @escaping @Sendable (any NetTask.Type) -> Bool) {
        self.canRun = canRun
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
                isNew = true
            }
            return isNew
        }
    }

    func kind(_ name: String) -> RegisteredKind<Request, Reply>? {
        state.withLock { $0.kinds[name] }
    }

    func contains(_ name: String) -> Bool {
        kind(name) != nil
    }

    /// Those that can be run now.
    var runnable: Set<String> {
        let kinds = state.withLock { $0.kinds }
        return Set(kinds.filter { canRun($0.value.type) }.keys)
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
