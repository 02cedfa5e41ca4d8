/// The kind of declaration that has a name.
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

/// Converts keys to names, and rejects names that Swift or generated code does not allow.
extension Diagnosing {
    /// - Parameters:
    /// - swiftName: The value of `swiftName:`, which overrides the key.
    /// - value: The declaration with the name. It gets a `swiftName:` if the name is rejected.
    func name(
        _ written: String,
        at range: SourceRange,
        swiftName: YAMLNode? = nil,
        of value: YAMLNode? = nil,
        _ role: NameRole
    ) -> Name? {
        guard checkLength(written, at: range) else { return nil }
        // A Swift name does not help, because types refer to the shape by its key.
        if role == .shape, TypeReference.ownNames.contains(written) {
            return at(range, .reservedName)
                .error("a shape cannot have the name `\(written)`, which is a built-in type")
                .note("rename it here and where it is used, for example to `\(example(written, role))`").none()
        }
        guard let swiftName else {
            return checkIdentifier(written, at: range, role, value) ? Name(written, place: range) : nil
        }
        guard let swift = shortText(swiftName, "swiftName"), checkIdentifier(swift, at: swiftName.range, role) else {
            return nil
        }
        return Name(written, swift: swift, place: swiftName.range)
    }

    /// Checks the length of a name, and reports a name that is too long.
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

    /// The correction for an invalid name.
    private func advice(_ instead: String?, _ role: NameRole) -> String {
        guard role != .client, role != .scheme else {
            return "use another name" + (instead.map { ", such as `\($0)`" } ?? "")
        }
        return "set the Swift name of the \(role.noun)"
            + (instead.map { ": `swiftName: \($0)`" } ?? " with `swiftName:`")
    }

    private func example(_ name: String, _ role: NameRole) -> String {
        if role.isType { return CamelCase.upperCamel(name + (role == .endpoint ? "Task" : "Model")) ?? "Model" }
        return CamelCase.propertyName(forType: name) + "Value"
    }

    private func reason(_ name: String, _ role: NameRole) -> String {
        if ReservedNames.unutterable.contains(name) { return "it has a special meaning in Swift" }
        if role.isType, TypeReference.ownNames.contains(name) { return "it is a built-in type" }
        if role.isType { return "Swift or generated code uses it" }
        if role == .scheme {
            return name == TypeReference.noneWord ? "`auth: none` means no scheme" : "generated code uses it"
        }
        if name == "hashValue" { return "every `Hashable` type has a member with this name" }
        return name.first?.isUppercase == true
            ? "generated code uses a type or module with this name" : "every generated type has a member with this name"
    }

    /// The parts of a dotted name in the user's Swift code: `MoneyKit.Money`. `nil`, after a diagnostic, if they are not
    /// identifiers.
    func dottedName(_ text: String, at range: SourceRange, what: String) -> [String]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let unutterable: Set = ["self", "Self", "init", "Type", "Protocol", "Any"]
        guard parts.allSatisfy({ SwiftIdentifier.isValid($0) && !unutterable.contains($0) }) else {
            return at(range, .invalidName)
                .error("\(text.quotedForMessage) cannot be \(what); write names separated by dots")
                .none()
        }
        guard parts.count <= 8 else {
            return at(range, .limitExceeded).error("\(what) can have at most 8 parts").none()
        }
        return parts.allSatisfy { checkLength($0, at: range) } ? parts : nil
    }
}

/// The case that keeps unknown values, of an enumeration or a `oneOf` with a discriminator.
extension Diagnosing {
    /// Its name next to these cases; `nil`, after a diagnostic, if both possible names are used.
    func catchAll(besides cases: [Name], of shape: String) -> String? {
        let taken = Dictionary(cases.map { ($0.swift, $0.place) }) { first, _ in first }
        for name in ["unknown", "unrecognized"] where taken[name] == nil { return name }
        guard let place = taken["unrecognized"] else { return nil }
        let reason = "so the case for other values has no name"
        return at(place, .nameClash)
            .error("\(shape.quotedForMessage) has the cases `unknown` and `unrecognized`, \(reason)")
            .note("rename one of them, as in `{unrecognizedValue: …}`")
            .note("or reject other values with `closed: true`").none()
    }

    /// Finds duplicate Swift names.
    ///
    /// - Parameters:
    /// - noun: The kind of declaration: "param", "case".
    /// - plural: Its plural, if it is more than an added `s`.
    /// - advice: The correction.
    func checkClashes(_ names: [Name], noun: String, plural: String? = nil, advice: String? = nil) {
        guard names.count > 1 else { return }
        var first: [String: Name] = [:]
        first.reserveCapacity(names.count)
        for name in names {
            guard let other = first[name.swift] else {
                first[name.swift] = name
                continue
            }
            let problem = "two \(plural ?? "\(noun)s") would both have the Swift name `\(name.swift)`"
            let report = at(name.place, .nameClash).error(problem).note("the other one", at: other.place)
            if let advice { report.note(advice) }
        }
    }
}
