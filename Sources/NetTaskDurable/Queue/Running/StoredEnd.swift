import NetTaskRuntime

/// Makes a typed end of what is stored, for ends that were brought about elsewhere.
enum StoredEnd<T: DurableNetTask> {
    /// The task has to have ended.
    static func result(
        of task: StoredTask,
        codecs: [String: any DurableCodec]
    ) -> Result<T.Response, DurableNetTaskError<T.Failure>> {
        switch task.state {
        case .succeeded:
            if let nothing = () as? T.Response { return .success(nothing) }
            guard let response = response(of: task, codecs: codecs) else { return .failure(.responseNotKept) }
            return .success(response)
        case .dead:
            return .failure(.dead(task.deathReason ?? .abandoned, message: task.lastError ?? "", nil))
        case .cancelled, .waiting, .blocked, .running:
            return .failure(.cancelled(task.cancellation ?? "The task was cancelled"))
        }
    }

    private static func response(of task: StoredTask, codecs: [String: any DurableCodec]) -> T.Response? {
        guard let type = T.Reply.self as? any DurableReply.Type, var bytes = task.reply else { return nil }
        do {
            if let name = task.task.codec {
                guard let codec = codecs[name] else { return nil }
                bytes = try codec.open(bytes)
            }
            guard let kept = KeptReply(bytes), let reply = try type.init(stored: kept.reply) as? T.Reply else {
                return nil
            }
            return try T(stored: kept.task).parse(reply)
        } catch {
            // The task has succeeded all the same.
            return nil
        }
    }
}
