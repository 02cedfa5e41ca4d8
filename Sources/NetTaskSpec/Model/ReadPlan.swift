/// The members of one JSON object that a shape reads, in the order of reading.
package struct ReadPlan: Sendable {
    package enum Content: Sendable {
        case value(Field)
        case object(ReadPlan)
    }

    package private(set) var members: [(name: String, content: Content)] = []

    /// The plan in the order of the spec. All fields of a nested object are read together with the first of them, so that
    /// the text is read once.
    ///
    /// - Parameter fields: The fields to read, without inline fields.
    /// - Returns: One plan, or several if a member is read in several ways.
    package static func rounds(of fields: [Field]) -> [ReadPlan] {
        var rounds: [ReadPlan] = []
        for field in fields {
            let steps = field.path[...]
            // A value or an object that was read before cannot be read again.
            let index = rounds.firstIndex { $0.canAdd(steps) } ?? rounds.count
            if index == rounds.count { rounds.append(ReadPlan()) }
            rounds[index].add(field, at: steps)
        }
        return rounds
    }

    /// Whether no step of the path is already read as a value, and its end is not already read as an object.
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
