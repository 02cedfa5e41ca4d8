/// Records events in order. A test waits until there are enough, or until a timeout.
actor Diary {
    private var entries: [String] = []
    private var readers: [Int: (count: Int, continuation: CheckedContinuation<Void, Never>)] = [:]
    private var lastReader = 0

    private func add(_ entry: String) {
        entries.append(entry)
        for (number, reader) in readers where reader.count <= entries.count {
            dismiss(number)
        }
    }

    func entries(_ count: Int) async -> [String] {
        if entries.count < count {
            lastReader += 1
            let number = lastReader
            await withTaskCancellationHandler {
                await withCheckedContinuation { readers[number] = (count, $0) }
            } onCancel: {
                Task { await dismiss(number) }
            }
        }
        return entries
    }

    private func dismiss(_ number: Int) {
        readers.removeValue(forKey: number)?.continuation.resume()
    }

    /// Closures are called one at a time, so a stream preserves their order.
    static func make() -> (diary: Diary, write: @Sendable (String) -> Void) {
        let (stream, continuation) = AsyncStream<String>.makeStream()
        let diary = Diary()
        Task { for await entry in stream { await diary.add(entry) } }
        return (diary, { continuation.yield($0) })
    }
}
