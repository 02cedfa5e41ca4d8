import Foundation
import NetTaskCore

/// One run of a claimed task: decodes the task, has the inner queue run it, and reports its end to the store and to all
/// observers.
struct DurableRun<T: DurableNetTask>: Sendable {
    let claimed: ClaimedTask
    let control: RunControl
    let core: DurableCore<T.Request, T.Reply>

    private var stored: StoredTask { claimed.task }

    func run() async {
        // A task that was retried from the dead letters ends again, and its new end is reported.
        core.watch.forget([stored.id])
        let task: T
        let payload: Data
        let kept: KeptStart?
        let start: T.Reply?
        do {
            payload = try core.open(stored.task)
            task = try T(stored: payload)
            kept = try KeptStart(of: stored, core.configuration)
            start = try kept?.reply(as: T.Reply.self)
        } catch {
            return await die(.undecodable, error, description: undecodableText(error), nil)
        }
        var options = options
        let deadline = options.compactMap { if case .deadline(let limit) = $0 { limit } else { nil } }.last
        if let kept, let left = kept.timeLeft(at: core.wallClock()) {
            if left <= .zero { return await dieAtDeadline(of: kept, attempt: 0, task: task) }
            options.append(.deadline(left))
        }
        log("begins")
        core.watch.existingRecord(of: stored.id, T.self)?.started(run: stored.runCount)
        core.configuration.faults(.runBeforeSend)
        // While a request waits for a server, it occupies a slot that other tasks could use.
        let run = KeptRun(maxWait: RunJudge.maxWaitInRun, after: start)
        let handle = core.inner.add(task, as: run, options: options)
        control.onStop { handle.cancel() }
        let result = await handle.result
        control.recordAttempts(handle.status.attempt)
        switch result {
        case .success(let response):
            core.configuration.faults(.runAfterReply)
            await succeed(response, reply: handle.status.reply, task: task, payload: payload)
        case .failure(.other(let pause as NetTaskPause)):
            core.configuration.faults(.runAfterReply)
            await postponePoll(after: pause, kept, deadline: deadline ?? T.settings.deadline, task: task)
        case .failure(let error):
            switch control.reason {
            // If the task has ended, its lease is gone and this has no effect. Otherwise the task must not be left as running.
            case .cancelled, .returned:
                guard await end(.returned) != nil else { return }
                core.watch.existingRecord(of: stored.id, T.self)?.returned()
            case nil:
                await fail(error, attempt: handle.status.attempt, kept, task: task)
            }
        }
    }

    private var options: [NetTaskOption] {
        var options: [NetTaskOption] = [
            .priority(stored.priority),
            // The store has checked for duplicates already.
            .duplicates(.allow),
            .expires(stored.task.expires ?? .distantFuture),
        ]
        options += stored.task.tags.map { .tag($0) }
        if T.settings.idempotencyKey != nil {
            options.append(.idempotencyKey(stored.task.idempotencyKey))
        }
        if stored.task.requirements.contains(.unmeteredNetwork) {
            options.append(.forHandler(UnmeteredNetwork()))
        }
        return options + (core.configuration.runOptions?(stored) ?? [])
    }

    // MARK: The end of a run

    /// Stores the start of an operation that has not ended, and puts the next poll off.
    private func postponePoll(after pause: NetTaskPause, _ kept: KeptStart?, deadline: Duration?, task: T) async {
        let now = core.wallClock()
        // A poll does not count as a run.
        let runCount = stored.runCount - 1
        var next: KeptStart
        let bytes: Data
        do {
            let codec = try core.configuration.codec(stored.task.codec)
            if let kept {
                next = kept
                (next.pollCount, next.runCount) = (kept.pollCount + 1, runCount)
            } else {
                let reply = try KeptStart.bytes(of: pause.start, to: task, isSealed: codec != nil)
                next = KeptStart(acceptedAt: now, deadline: deadline, runCount: runCount, reply: reply)
            }
            let plain = try next.bytes()
            bytes = try codec.map { try $0.seal(plain) } ?? plain
        } catch {
            let text = ErrorText.text(of: error, isSealed: isSealed)
            return await die(.abandoned, error, description: text, .other(error), task: task)
        }
        let what = next.pollCount == 0 ? "its start was accepted" : "poll \(next.pollCount) was answered"
        let wait = bounded(pause.wait, by: next)
        let reason = TaskStopReason.pending.text(what)
        let end = TaskRunEnd.postponed(reason: reason, until: .after(wait), reply: bytes)
        guard await self.end(end) != nil else { return await leaseWasLost() }
        let date = now + wait.seconds
        log("has ended, but its operation has not: \(what). The next poll is at \(date.formatted(.iso8601))")
        core.watch.existingRecord(of: stored.id, T.self)?.pending(until: date, pollCount: next.pollCount)
    }

    /// Limits a wait to the time that is left for the operation.
    private func bounded(_ wait: Duration, by kept: KeptStart?) -> Duration {
        kept?.timeLeft(at: core.wallClock()).map { max(.zero, min(wait, $0)) } ?? wait
    }

    /// - Parameter attempt: the number of attempts of this run; 0 if there were none.
    private func dieAtDeadline(of kept: KeptStart, attempt: Int, hold: NetTaskHold? = nil, task: T) async {
        let count = kept.pollCount + 1 + attempt
        let timeout = NetTaskTimeoutError(.deadline, limit: kept.deadline, task: T.name, attempt: count, hold: hold)
        let error = T.failure(for: timeout, reply: nil)
        await die(.expired, error.underlying, description: error.description, error, task: task)
    }

    private func succeed(_ response: T.Response, reply: T.Reply?, task: T, payload: Data) async {
        var kept: Data?
        if T.keepsReply, T.Response.self != Void.self, let reply {
            do {
                let codec = try core.configuration.codec(stored.task.codec)
                kept = try KeptReply.bytes(of: hidden(reply, of: task), payload: payload, codec: codec)
            } catch {
                let text = ErrorText.text(of: error, isSealed: isSealed)
                core.log(.warning, "The reply is not stored because it could not be sealed: \(text)", id: stored.id)
            }
        }
        guard let dependents = await end(.succeeded(reply: kept)) else { return await leaseWasLost() }
        log("has succeeded")
        var ended = ended(.succeeded)
        ended.reply = kept
        ended.task.payload = Data()
        core.notify(ended, .success(response), task: task, .own)
        await core.reportEnds(dependents)
    }

    /// The last reply to a task that polls. The secrets that its start sent are hidden, too.
    private func hidden(_ reply: T.Reply, of task: T) throws -> any Sendable {
        guard task is any NetTaskPolling, let reply = reply as? any ConfidentialReply else { return reply }
        return try reply.hidingSecrets(of: task)
    }

    private func fail(_ error: TaskError<T.Rejection, T.Failure>, attempt: Int, _ kept: KeptStart?, task: T) async {
        if case .timeout(let timeout) = error {
            if timeout.kind == .expiry {
                return await die(.expired, timeout, description: timeout.description, error, task: task)
            }
            if timeout.kind == .deadline, let kept, kept.deadline != nil {
                return await dieAtDeadline(of: kept, attempt: attempt, hold: timeout.hold, task: task)
            }
        }
        let run = await failedRun(error, attempt: attempt, isPoll: kept != nil, task: task)
        let text = RunJudge.description(of: run)
        let judge = RunJudge(random: core.random.unit, maxHold: core.configuration.maxHold)
        switch judge.verdict(on: run) {
        case .died(let reason):
            await die(reason, run.error, description: text, error, task: task)
        case .failed(let wait, let priority):
            let wait = bounded(wait, by: kept)
            let date = core.wallClock() + wait.seconds
            let chosen = core.hooks.willDelay(stored, run.error, date)
            let isChosen = chosen != date && chosen.timeIntervalSince1970.isFinite
            let due: TaskDue = isChosen ? .at(chosen) : .after(wait)
            let end = TaskRunEnd.failed(error: text, next: due, priority: priority)
            await delay(end, until: isChosen ? chosen : date, text, run: stored.runCount)
        case .postponed(let wait, let reason):
            let wait = bounded(wait, by: kept)
            let date = core.wallClock() + wait.seconds
            // This run does not count, so the store reports the number of the previous one.
            let run = stored.runCount - 1
            await delay(.postponed(reason: reason, until: .after(wait)), until: date, reason, run: run)
        }
    }

    private func failedRun(
        _ error: TaskError<T.Rejection, T.Failure>,
        attempt: Int,
        isPoll: Bool,
        task: T
    ) async -> FailedRun {
        // Polls have no key.
        let hasKey = T.settings.idempotencyKey != nil && !isPoll
        let context = NetTaskContext(
            name: T.name,
            attempt: attempt,
            tags: stored.task.tags,
            isIdempotent: T.isIdempotent(task, T.settings),
            idempotencyKey: hasKey ? stored.task.idempotencyKey : nil,
            task: task
        )
        var run = FailedRun(task: stored, error: error.underlying, disposition: .transient)
        switch error {
        case .pack: run.disposition = .never
        case .other(let hold as NetTaskHold): run.disposition = .throttled(after: hold.duration)
        // The handler ended the request itself, which says nothing about the next run.
        case .cancelled: run.disposition = .transient
        default: run.disposition = core.handler.disposition(of: error.underlying, context: context)
        }
        run.hasKey = hasKey
        run.isOnline = core.fulfilled.contains(.network)
        run.wasSentBefore = attempt > 1 || stored.runCount > 1 || stored.lostLeaseCount > 0
        if run.hasKey, !run.wasSentBefore, (error.underlying as? any DurableRejection)?.keyConflict != nil {
            // Runs that do not count may have sent the request, too. Only the history knows them.
            run.wasSentBefore = ((try? await core.store.runs(of: stored.id)) ?? []).count > 1
        }
        return run
    }

    private func delay(_ end: TaskRunEnd, until date: Date, _ text: String, run: Int) async {
        guard await self.end(end) != nil else { return await leaseWasLost() }
        log("failed, and the next run is at \(date.formatted(.iso8601)): \(text)")
        core.watch.existingRecord(of: stored.id, T.self)?.delayed(until: date, error: text, run: run)
    }

    private func die(
        _ reason: TaskDeathReason,
        _ error: any Error,
        description: String,
        _ typed: TaskError<T.Rejection, T.Failure>?,
        task: T? = nil
    ) async {
        core.hooks.willAbandon(stored, error)
        let reply = storedReply(of: error)
        guard let dependents = await end(.died(error: description, reason: reason, reply: reply)) else {
            return await leaseWasLost()
        }
        core.log(.warning, "The task was moved to the dead letters (\(reason.rawValue)): \(description)", id: stored.id)
        var ended = ended(.dead)
        ended.deathReason = reason
        ended.lastError = description
        ended.reply = reply
        core.notify(ended, .failure(.dead(reason, message: description, typed)), task: task, .own)
        await core.reportEnds(dependents)
    }

    /// The reply of a rejection, to be shown after a relaunch; `nil` if it is not to be stored.
    private func storedReply(of error: any Error) -> Data? {
        guard T.keepsReply, let reply = (error as? any DurableRejection)?.storedReply else { return nil }
        do {
            return try core.configuration.codec(stored.task.codec)?.seal(reply) ?? reply
        } catch {
            let text = ErrorText.text(of: error, isSealed: isSealed)
            core.log(.warning, "The reply is not stored because it could not be sealed: \(text)", id: stored.id)
            return nil
        }
    }

    /// Another queue has ended the task, or runs it.
    private func leaseWasLost() async {
        if control.reason != nil { return }
        core.log(.info, "A run lost its lease, so its result is ignored", id: stored.id)
        await core.reportEnds([stored.id])
    }

    private func log(_ text: @autoclosure () -> String) {
        // A task with a stored reply has started an operation, and polls it.
        let what = stored.reply == nil ? "Run \(stored.runCount)" : "A poll"
        core.log(.info, "\(what) of \(stored.task.kind) \(text())", id: stored.id)
    }

    private func end(_ end: TaskRunEnd) async -> [DurableTaskID]? {
        let attemptCount = control.beginEnd()
        return await core.end(TaskEnd(claimed.lease, end, attemptCount: attemptCount))
    }

    private var isSealed: Bool { stored.task.codec != nil }

    private func ended(_ state: TaskState) -> StoredTask {
        var task = stored
        task.state = state
        task.endedAt = core.wallClock()
        return task
    }

    private func undecodableText(_ error: any Error) -> String {
        let version = stored.task.specVersion.isEmpty ? "" : " of version \(stored.task.specVersion)"
        return
            "\(T.name) cannot be decoded from the stored task\(version): \(ErrorText.text(of: error, isSealed: isSealed))"
    }
}

extension Duration {
    package var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}

/// The text that is stored and logged for an error.
enum ErrorText {
    /// Returns the text of an error.
    ///
    /// - Parameter isSealed: whether the task has a codec. The text of an error may quote the task or the request, and it is
    ///   stored unsealed. For such a task, only the type of the error and its location are returned.
    static func text(of error: any Error, isSealed: Bool) -> String {
        guard isSealed else { return String(describing: error) }
        switch error {
        case let error as EnqueueError:
            // The name of a codec is not part of the task.
            if case .unknownCodec = error { return error.description }
            return "EnqueueError"
        // This error quotes nothing of the task, either.
        case let error as StartNotKeptError: return error.description
        case let error as ParseError where !error.path.isEmpty:
            return "ParseError at \(error.path)"
        case let error as any DurableRejection:
            return error.sealedDescription
        default:
            return String(describing: type(of: error))
        }
    }
}
