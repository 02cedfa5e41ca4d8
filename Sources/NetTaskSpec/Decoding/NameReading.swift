/// What a name is for.
enum NameRole: String {
    case client
    case shape
    case endpoint
    case group
    case param
    case field
    case replyField
    case replyHeader
    case scheme
    case webhooks
    case event

    var noun: String {
        switch self {
        case .replyField: "field"
        case .replyHeader: "header"
        default: rawValue
        }
    }

    fileprivate var isType: Bool { [.client, .shape, .endpoint, .group, .webhooks].contains(self) }

    fileprivate var reserved: Set<String> {
        switch self {
        case .client: ReservedNames.clients
        case .shape, .endpoint, .group, .webhooks: ReservedNames.types
        case .param: ReservedNames.paramMembers
        case .field: ReservedNames.fieldMembers
        case .replyField, .replyHeader: ReservedNames.replyMembers
        case .scheme: ReservedNames.schemes
        case .event: ReservedNames.webhookCases
        }
    }
}

/// Makes names of keys, and refuses those that Swift or generated code cannot have.
extension Diagnosing {
    /// - Parameters:
    ///   - swiftName: The value of `swiftName:`, which wins over the key.
    ///   - value: What has the name, which gets a `swiftName:` if the name is refused.
    func name(
        _ written: String,
        at range: SourceRange,
        swiftName: YAMLNode? = nil,
        of value: YAMLNode? = nil,
        _ role: NameRole
    ) -> Name? {
        guard checkLength(written, at: range) else { return nil }
        // A Swift name does not help here: types name the shape by its key.
        if role == .shape, TypeReference.ownNames.contains(written) {
            return at(range, .reservedName)
                .error("a shape cannot be called `\(written)`, which types read as the language's own")
                .note("give it another name, such as `\(example(written, role))`, here and where it is used").none()
        }
        guard let swiftName else {
            return checkIdentifier(written, at: range, role, value) ? Name(written, place: range) : nil
        }
        guard let swift = shortText(swiftName, "swiftName"), checkIdentifier(swift, at: swiftName.range, role) else {
            return nil
        }
        return Name(written, swift: swift, place: swiftName.range)
    }

    /// Whether a name keeps to the budget; reports it if not.
    func checkLength(_ name: String, at range: SourceRange) -> Bool {
        let limit = YAMLBudget.identifierLength
        guard name.utf8.count > limit, name.unicodeScalars.count > limit else { return true }
        at(range, .limitExceeded).error("a name cannot be longer than \(limit) characters")
        return false
    }

    private func checkIdentifier(
        _ name: String,
        at range: SourceRange,
        _ role: NameRole,
        _ value: YAMLNode? = nil
    ) -> Bool {
        let isType = role == .param || role == .field || role == .replyField
        guard SwiftIdentifier.isValid(name) else {
            let become = role.isType ? CamelCase.upperCamel(name) : CamelCase.lowerCamel(name)
            let consequence = become.map { "; it would become `\($0)`" } ?? ""
            at(range, .invalidName)
                .error("\(name.quotedForMessage) cannot be a Swift name\(consequence)").note(advice(become, role))
                .fix(become.flatMap { value?.naming($0, isType: isType) })
            return false
        }
        guard role.reserved.contains(name) else { return true }
        at(range, .reservedName)
            .error("the name `\(name)` is reserved: \(reason(name, role))").note(advice(example(name, role), role))
            .fix(value?.naming(example(name, role), isType: isType))
        return false
    }

    /// What to do about a name that cannot stay.
    private func advice(_ instead: String?, _ role: NameRole) -> String {
        guard role != .client, role != .scheme else {
            return "choose another name" + (instead.map { ", such as `\($0)`" } ?? "")
        }
        return "give the \(role.noun) a Swift name" + (instead.map { ": `swiftName: \($0)`" } ?? " with `swiftName:`")
    }

    private func example(_ name: String, _ role: NameRole) -> String {
        if role.isType { return CamelCase.upperCamel(name + (role == .endpoint ? "Task" : "Model")) ?? "Model" }
        return CamelCase.propertyName(forType: name) + "Value"
    }

    private func reason(_ name: String, _ role: NameRole) -> String {
        if ReservedNames.unutterable.contains(name) { return "Swift has a meaning of its own for it" }
        if role.isType, TypeReference.ownNames.contains(name) { return "it is a type of the language" }
        if role.isType { return "Swift or generated code uses it" }
        if role == .scheme {
            return name == TypeReference.noneWord ? "`auth: none` names no scheme" : "generated code uses it"
        }
        if name == "hashValue" { return "every `Hashable` type has a member of that name" }
        return name.first?.isUppercase == true
            ? "generated code names a type or module so" : "every generated type has a member of that name"
    }

    /// The parts of a name of the user's own Swift, with dots between them: `MoneyKit.Money`; nil, and reported, if they are no
    /// identifiers.
    func dottedName(_ text: String, at range: SourceRange, what: String) -> [String]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let unutterable: Set = ["self", "Self", "init", "Type", "Protocol", "Any"]
        guard parts.allSatisfy({ SwiftIdentifier.isValid($0) && !unutterable.contains($0) }) else {
            return at(range, .invalidName)
                .error("\(text.quotedForMessage) cannot be \(what); it takes names with dots between them")
                .none()
        }
        guard parts.count <= 8 else { return at(range, .limitExceeded).error("\(what) has 8 parts at most").none() }
        return parts.allSatisfy { checkLength($0, at: range) } ? parts : nil
    }
}

/// The case that keeps what a spec does not know: of an enumeration, and of a `oneOf` with a discriminator.
extension Diagnosing {
    /// What it is called besides these cases; nil, and reported, where both of its names are taken.
    func catchAll(besides cases: [Name], of shape: String) -> String? {
        let taken = Dictionary(cases.map { ($0.swift, $0.place) }) { first, _ in first }
        for name in ["unknown", "unrecognized"] where taken[name] == nil { return name }
        guard let place = taken["unrecognized"] else { return nil }
        let reason = "so that there is no name for the case that keeps other values"
        return at(place, .nameClash)
            .error("\(shape.quotedForMessage) has cases called `unknown` and `unrecognized`, \(reason)")
            .note("give one of them another name, as in `{unrecognizedValue: …}`")
            .note("or refuse other values with `closed: true`").none()
    }

    /// Finds names that Swift could not tell apart.
    ///
    /// - Parameters:
    ///   - noun: What the names are of: "param", "case".
    ///   - plural: The same of two, where that is more than an `s`.
    ///   - advice: What to do about it.
    func checkClashes(_ names: [Name], noun: String, plural: String? = nil, advice: String? = nil) {
        guard names.count > 1 else { return }
        var first: [String: Name] = [:]
        first.reserveCapacity(names.count)
        for name in names {
            guard let other = first[name.swift] else {
                first[name.swift] = name
                continue
            }
            let problem = "two \(plural ?? "\(noun)s") would both be called `\(name.swift)` in Swift"
            let report = at(name.place, .nameClash).error(problem).note("the other one is here", at: other.place)
            if let advice { report.note(advice) }
        }
    }
}
