/// The tasks of a group that have not ended.
struct MemoryGroup {
    /// By id.
    private(set) var members: [DurableTaskID] = []
    /// Whose turn it is: the others are blocked.
    var turn: DurableTaskID?

    mutating func insert(_ id: DurableTaskID) {
        // Nearly always the last one.
        let index = members.lastIndex { $0 < id }.map { $0 + 1 } ?? 0
        members.insert(id, at: index)
    }

    mutating func remove(_ id: DurableTaskID) {
        // Nearly always the first one.
        if let index = members.firstIndex(of: id) {
            members.remove(at: index)
        }
        if turn == id { turn = nil }
    }
}
