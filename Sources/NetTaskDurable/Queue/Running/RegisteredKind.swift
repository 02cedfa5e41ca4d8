import NetTaskRuntime

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
            core.tell(task, StoredEnd<T>.result(of: task, codecs: core.codecs), task: T?.none, source)
        }
    }
}
