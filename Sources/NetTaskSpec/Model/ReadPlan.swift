/// The members of one JSON object that a shape reads, in the order in which they are asked for.
package struct ReadPlan: Sendable {
    package enum Content: Sendable {
        case value(Field)
        case object(ReadPlan)
    }

    package private(set) var members: [(name: String, content: Content)] = []

    /// In the order of the spec. Fields from deeper inside are read when the first of those from the same object is due, so
    /// that the reader goes through the text once.
    ///
    /// - Parameter fields: Those that are read, without inline ones.
    /// - Returns: One plan, or several where a member is read in more than one way.
    package static func rounds(of fields: [Field]) -> [ReadPlan] {
        var rounds: [ReadPlan] = []
        for field in fields {
            let steps = field.path[...]
            // What is read once, as a value or as an object, is behind the reader.
            let index = rounds.firstIndex { $0.canAdd(steps) } ?? rounds.count
            if index == rounds.count { rounds.append(ReadPlan()) }
            rounds[index].add(field, at: steps)
        }
        return rounds
    }

    /// Whether nothing on the way is read as a value already, nor the end of the way as an object.
    private func canAdd(_ path: ArraySlice<String>) -> Bool {
        guard let name = path.first, let member = members.first(where: { $0.name == name }) else { return true }
        switch member.content {
        case .value: return false
        case .object(let plan): return path.count > 1 && plan.canAdd(path.dropFirst())
        }
    }

    private mutating func add(_ field: Field, at path: ArraySlice<String>) {
        guard let name = path.first else { return }
        guard path.count > 1 else {
            members.append((name, .value(field)))
            return
        }
        let index = members.firstIndex { $0.name == name } ?? members.count
        if index == members.count { members.append((name, .object(ReadPlan()))) }
        guard case .object(var plan) = members[index].content else { return }
        plan.add(field, at: path.dropFirst())
        members[index].content = .object(plan)
    }
}
