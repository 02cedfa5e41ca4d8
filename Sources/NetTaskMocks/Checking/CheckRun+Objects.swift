extension CheckRun {
    // MARK: Objects

    /// - Parameter known: the names of other members of the same object.
    mutating func checkObject(
        _ object: [String: JSONValue],
        _ members: [MockMember],
        _ additional: MockType?,
        depth: Int,
        known: Set<String> = []
    ) {
        var names = known
        var hasOpenInline = false
        for member in members {
            guard member.isInline else {
                names.insert(member.name)
                continue
            }
            let inner = self.names(of: member.type)
            names.formUnion(inner.names)
            hasOpenInline = hasOpenInline || inner.isOpen
        }
        for member in members where member.only == nil || member.only == direction {
            if member.isInline {
                checkInline(object, member, depth: depth, known: names)
            } else {
                check(member, in: object, depth: depth)
            }
        }
        guard !hasOpenInline, additional != nil || reportsUndescribed else { return }
        for (name, value) in object.sorted(by: { $0.key < $1.key }) where !names.contains(name) {
            within(name) { run in
                if let additional {
                    run.check(value, additional, depth: depth + 1)
                } else {
                    run.refuse(value, expected: "no member with this name", kind: .undescribed)
                }
            }
        }
    }

    private mutating func check(_ member: MockMember, in object: [String: JSONValue], depth: Int) {
        guard let value = object[member.name] else {
            guard member.isRequired else { return }
            return within(member.name) { run in
                run.refuseAbsence(of: member.type)
            }
        }
        // A client reads null of an optional member as a missing one.
        if value.isNull, !member.isRequired, direction == .response, !reportsUndescribed { return }
        within(member.name) { run in
            let wasSecret = run.isSecret
            run.isSecret = wasSecret || member.isSecret
            run.check(value, member.type, depth: depth + 1)
            run.isSecret = wasSecret
        }
    }

    /// Checks a member whose members belong to the object itself.
    private mutating func checkInline(
        _ object: [String: JSONValue],
        _ member: MockMember,
        depth: Int,
        known: Set<String>
    ) {
        let inner = names(of: member.type)
        if !member.isRequired, !object.keys.contains(where: inner.names.contains) { return }
        let wasSecret = isSecret
        isSecret = wasSecret || member.isSecret
        // Only an open type checks the members that no type describes.
        let others = inner.isOpen ? known : known.union(object.keys)
        check(.object(object), member.type, depth: depth + 1, known: others)
        isSecret = wasSecret
    }

    /// The names of the members of an object, and whether it has others.
    func names(of type: MockType, depth: Int = 0) -> (names: Set<String>, isOpen: Bool) {
        guard depth < 12, let type = checker.resolved(type) else { return ([], true) }
        switch type {
        case .nullable(let inner): return names(of: inner, depth: depth + 1)
        case .object(let members, let additional):
            var names: Set<String> = []
            var isOpen = additional != nil
            for member in members {
                guard member.isInline else {
                    names.insert(member.name)
                    continue
                }
                let inner = self.names(of: member.type, depth: depth + 2)
                names.formUnion(inner.names)
                isOpen = isOpen || inner.isOpen
            }
            return (names, isOpen)
        case .choice(let choice):
            var names = Set([choice.discriminator].compactMap(\.self))
            var isOpen = choice.isOpen
            for alternative in choice.alternatives.prefix(100) {
                let inner = self.names(of: alternative.type, depth: depth + 4)
                names.formUnion(inner.names)
                isOpen = isOpen || inner.isOpen
            }
            return (names, isOpen)
        default: return ([], true)
        }
    }

    // MARK: One of several types

    mutating func checkChoice(
        _ value: JSONValue,
        _ choice: MockChoice,
        _ type: MockType,
        depth: Int,
        known: Set<String> = []
    ) {
        if let name = choice.discriminator {
            checkChoice(value, choice, by: name, type, depth: depth, known: known)
            return
        }
        var closest: [MockProblem]?
        for alternative in choice.alternatives {
            let found = tried { $0.check(value, alternative.type, depth: depth + 1, known: known) }
            if found.isEmpty { return }
            if found.count < closest?.count ?? .max { closest = found }
            guard left > 0 else { return }
        }
        if reportsUndescribed {
            // An alternative that only has further members is reported with them.
            for alternative in choice.alternatives {
                let found = tried { run in
                    run.reportsUndescribed = false
                    run.check(value, alternative.type, depth: depth + 1)
                }
                if found.isEmpty { return check(value, alternative.type, depth: depth + 1, known: known) }
            }
        } else if choice.isOpen, acceptsUnknown {
            return
        }
        let isOfObjects = choice.alternatives.allSatisfy { isObject($0.type) }
        if let closest, choice.alternatives.count == 1 || isOfObjects && value.objectValue != nil && closest.count < 4 {
            return add(closest)
        }
        refuse(value, as: type)
    }

    private func isObject(_ type: MockType) -> Bool {
        switch checker.resolved(type) {
        case .object?: true
        case .choice(let choice)?: choice.discriminator != nil
        default: false
        }
    }

    private mutating func checkChoice(
        _ value: JSONValue,
        _ choice: MockChoice,
        by name: String,
        _ type: MockType,
        depth: Int,
        known: Set<String>
    ) {
        guard let object = value.objectValue else {
            return refuse(value, as: type)
        }
        let kind = object[name]
        let known = known.union([name])
        if let kind, let match = choice.alternatives.first(where: { $0.values.contains(kind) }) {
            return check(value, match.type, depth: depth + 1, known: known)
        }
        let others = choice.alternatives.filter(\.values.isEmpty)
        if kind ?? .null == .null, others.count == 1 {
            return check(value, others[0].type, depth: depth + 1, known: known)
        }
        if choice.isOpen, acceptsUnknown, isKind(kind, of: choice) { return }
        let kinds = MockType.values(choice.alternatives.flatMap(\.values), isOpen: false)
        within(name) { run in
            if let kind { run.refuse(kind, as: kinds) } else { run.refuseAbsence(of: kinds) }
        }
    }

    /// Whether a client can read the value of the discriminator.
    private func isKind(_ kind: JSONValue?, of choice: MockChoice) -> Bool {
        guard let kind, !kind.isNull else { return choice.alternatives.contains(where: \.values.isEmpty) }
        guard let value = choice.alternatives.first(where: { !$0.values.isEmpty })?.values[0] else { return true }
        return value.stringValue != nil ? kind.stringValue != nil : kind.intValue != nil
    }
}
