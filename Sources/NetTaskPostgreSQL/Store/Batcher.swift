#if PostgreSQL
    import Foundation
    import NetTaskCore
    import NetTaskDurable

    /// Stores items together that arrive while an earlier write is active. An item that cannot be stored does not affect the
    /// others.
    final class Batcher<Item: Sendable, Answer: Sendable>: Sendable {
        /// Stores items for a queue, and returns an answer for each.
        typealias WriteAll = @Sendable ([Item], _ author: Int64?) async throws(TaskStoreError) -> [Answer]
        private typealias Answers = Result<[Answer], TaskStoreError>

        private struct Entry: Sendable {
            let items: [Item]
            let author: Int64?
            let answer: CheckedContinuation<Answers, Never>
        }

        private struct State {
            var waiting: [Entry] = []
            var writerCount = 0
        }

        /// The largest number and size of the items in one statement, unless a single caller has more.
        private static var maxCount: Int { 1_000 }
        private static var maxSize: Int { 4_194_304 }

        private let maxWriterCount: Int
        private let size: @Sendable (Item) -> Int
        private let state = Locked(State())

        /// Makes a batcher.
        ///
        /// - Parameters:
        ///   - maxWriterCount: the largest number of concurrent statements.
        ///   - size: returns the size of an item in bytes.
        init(maxWriterCount: Int, size: @escaping @Sendable (Item) -> Int) {
            self.maxWriterCount = maxWriterCount
            self.size = size
        }

        /// Stores the items of one caller.
        ///
        /// - Parameter writeAll: also gets the items of other callers.
        /// - Returns: an answer for each item.
        func write(_ items: [Item], _ writeAll: @escaping WriteAll) async throws(TaskStoreError) -> [Answer] {
            let answer = await withCheckedContinuation { continuation in
                let isNeeded = state.withLock { state in
                    let author = TaskChangeSource.author
                    state.waiting.append(Entry(items: items, author: author, answer: continuation))
                    guard state.writerCount < maxWriterCount else { return false }
                    state.writerCount += 1
                    return true
                }
                if isNeeded {
                    Task.detached { await self.writeWaiting(writeAll) }
                }
            }
            return try answer.get()
        }

        private func writeWaiting(_ writeAll: @escaping WriteAll) async {
            while let entries = next() {
                await write(entries, writeAll)
            }
        }

        private func next() -> [Entry]? {
            state.withLock { state in
                var count = 0
                var size = 0
                let end = state.waiting.firstIndex { entry in
                    count += entry.items.count
                    size += entry.items.reduce(0) { $0 + self.size($1) }
                    let isOther = entry.author != state.waiting[0].author
                    return isOther || count > Self.maxCount || size > Self.maxSize
                }
                let entries = state.waiting.prefix(max(1, end ?? state.waiting.count))
                state.waiting.removeFirst(entries.count)
                if !entries.isEmpty { return Array(entries) }
                state.writerCount -= 1
                return nil
            }
        }

        private func write(_ entries: [Entry], _ writeAll: @escaping WriteAll) async {
            do {
                var answers = try await writeAll(entries.flatMap(\.items), entries[0].author)[...]
                for entry in entries {
                    entry.answer.resume(returning: .success(Array(answers.prefix(entry.items.count))))
                    answers = answers.dropFirst(entry.items.count)
                }
            } catch {
                // Writes that may have taken effect are not repeated.
                if entries.count == 1 || error.isAboutServer {
                    return entries.forEach { $0.answer.resume(returning: .failure(error)) }
                }
                for entry in entries {
                    await write([entry], writeAll)
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
