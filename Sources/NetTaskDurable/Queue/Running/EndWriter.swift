import NetTaskCore

/// Tells a store how runs ended. What ends while it is being told is told together, in the next call.
final class EndWriter: Sendable {
    typealias Answer = Result<[DurableTaskID]?, TaskStoreError>

    private struct Entry: Sendable {
        let end: TaskEnd
        let answer: CheckedContinuation<Answer, Never>
    }

    private struct State {
        var waiting: [Entry] = []
        var isWriting = false
    }

    private let writeAll: @Sendable ([TaskEnd]) async throws(TaskStoreError) -> [[DurableTaskID]?]
    private let state = Locked(State())

    init(_ writeAll: @escaping @Sendable ([TaskEnd]) async throws(TaskStoreError) -> [[DurableTaskID]?]) {
        self.writeAll = writeAll
    }

    /// - Returns: what ended with it; nil if the lease is not held any more.
    func write(_ end: TaskEnd) async throws(TaskStoreError) -> [DurableTaskID]? {
        let answer = await withCheckedContinuation { continuation in
            let isFirst = state.withLock { state in
                state.waiting.append(Entry(end: end, answer: continuation))
                defer { state.isWriting = true }
                return !state.isWriting
            }
            if isFirst {
                Task.detached { await self.writeWaiting() }
            }
        }
        return try answer.get()
    }

    private func writeWaiting() async {
        while true {
            let entries = state.withLock { state in
                defer { state.waiting = [] }
                state.isWriting = !state.waiting.isEmpty
                return state.waiting
            }
            if entries.isEmpty { return }
            await write(entries)
        }
    }

    private func write(_ entries: [Entry]) async {
        do {
            let answers = try await writeAll(entries.map(\.end))
            for (entry, answer) in zip(entries, answers) {
                entry.answer.resume(returning: .success(answer))
            }
        } catch {
            if entries.count == 1 { return entries[0].answer.resume(returning: .failure(error)) }
            // One that cannot be stored is not to keep the others from it.
            for entry in entries {
                await write([entry])
            }
        }
    }
}
