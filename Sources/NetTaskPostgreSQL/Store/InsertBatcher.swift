#if PostgreSQL
    import Foundation
    import NetTaskDurable
    import NetTaskHTTP

    /// Stores together what is given while it stores something else. What cannot be stored does not keep the rest from it.
    final class InsertBatcher: Sendable {
        typealias Answer = Result<[TaskInsertion], TaskStoreError>

        private struct Entry: Sendable {
            let tasks: [NewTask]
            let answer: CheckedContinuation<Answer, Never>
        }

        private struct State {
            var waiting: [Entry] = []
            var writerCount = 0
        }

        /// So many tasks, and bytes of their payloads, go into one statement, unless one caller gives more.
        private static let maxTaskCount = 1_000
        private static let maxSize = 4_194_304

        private let maxWriterCount: Int
        private let insert: @Sendable ([NewTask]) async throws(TaskStoreError) -> [TaskInsertion]
        private let state = Locked(State())

        /// - Parameter maxWriterCount: how many statements may be under way at once.
        init(
            maxWriterCount: Int,
            _ insert: @escaping @Sendable ([NewTask]) async throws(TaskStoreError) -> [TaskInsertion]
        ) {
            self.maxWriterCount = maxWriterCount
            self.insert = insert
        }

        func insert(_ tasks: [NewTask]) async throws(TaskStoreError) -> [TaskInsertion] {
            let answer = await withCheckedContinuation { continuation in
                let isNeeded = state.withLock { state in
                    state.waiting.append(Entry(tasks: tasks, answer: continuation))
                    guard state.writerCount < maxWriterCount else { return false }
                    state.writerCount += 1
                    return true
                }
                if isNeeded {
                    Task.detached { await self.write() }
                }
            }
            return try answer.get()
        }

        private func write() async {
            while let entries = next() {
                await write(entries)
            }
        }

        private func next() -> [Entry]? {
            state.withLock { state in
                var count = 0
                var size = 0
                let end = state.waiting.firstIndex { entry in
                    count += entry.tasks.count
                    size += entry.tasks.reduce(0) { $0 + $1.payload.count }
                    return count > Self.maxTaskCount || size > Self.maxSize
                }
                let entries = state.waiting.prefix(max(1, end ?? state.waiting.count))
                state.waiting.removeFirst(entries.count)
                if !entries.isEmpty { return Array(entries) }
                state.writerCount -= 1
                return nil
            }
        }

        private func write(_ entries: [Entry]) async {
            do {
                var insertions = try await insert(entries.flatMap(\.tasks))[...]
                for entry in entries {
                    entry.answer.resume(returning: .success(Array(insertions.prefix(entry.tasks.count))))
                    insertions = insertions.dropFirst(entry.tasks.count)
                }
            } catch {
                // What may have been done is not done again.
                if entries.count == 1 || error.isAboutServer {
                    return entries.forEach { $0.answer.resume(returning: .failure(error)) }
                }
                for entry in entries {
                    await write([entry])
                }
            }
        }
    }

    extension TaskStoreError {
        fileprivate var isAboutServer: Bool {
            switch self {
            case .unavailable, .closed: true
            default: false
            }
        }
    }
#endif
