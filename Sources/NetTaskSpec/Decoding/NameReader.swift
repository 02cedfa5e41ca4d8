/// Makes names of keys, and refuses those that Swift or generated code cannot have.
struct NameReader {
    let diagnostics: DiagnosticCollector

    /// What a name is for.
    enum Role {
        case client
        case shape
        case endpoint
        case group
        case param
        case field
        case replyField
        case replyHeader
        case scheme

        var noun: String {
            switch self {
            case .client: "client"
            case .shape: "shape"
            case .endpoint: "endpoint"
            case .group: "group"
            case .param: "param"
            case .field, .replyField: "field"
            case .replyHeader: "header"
            case .scheme: "scheme"
            }
        }

        var isType: Bool { [.client, .shape, .endpoint, .group].contains(self) }

        var reserved: Set<String> {
            switch self {
            case .client: ReservedNames.clients
            case .shape, .endpoint, .group: ReservedNames.types
            case .param: ReservedNames.paramMembers
            case .field: ReservedNames.fieldMembers
            case .replyField, .replyHeader: ReservedNames.replyMembers
            case .scheme: ReservedNames.schemes
            }
        }
    }

    /// - Parameter swiftName: The value of `swiftName:`, which wins over the key.
    func name(_ written: String, at range: SourceRange, swiftName: YAMLNode?, _ role: Role) -> Name? {
        guard checkLength(written, at: range) else { return nil }
        guard let swiftName else {
            guard checkIdentifier(written, at: range, role) else { return nil }
            return Name(written, place: range)
        }
        guard let swift = ValueReader(diagnostics: diagnostics).text(swiftName, "swiftName"),
            checkLength(swift, at: swiftName.range),
            checkIdentifier(swift, at: swiftName.range, role)
        else { return nil }
        return Name(written, swift: swift, place: swiftName.range)
    }

    /// Whether a name keeps to the budget; reports it if not.
    func checkLength(_ name: String, at range: SourceRange) -> Bool {
        let limit = YAMLBudget.identifierLength
        guard name.utf8.count > limit, name.unicodeScalars.count > limit else { return true }
        diagnostics.error("a name cannot be longer than \(limit) characters", at: range)
        return false
    }

    private func checkIdentifier(_ name: String, at range: SourceRange, _ role: Role) -> Bool {
        guard SwiftIdentifier.isValid(name) else {
            let become = role.isType ? CamelCase.upperCamel(name) : CamelCase.lowerCamel(name)
            let consequence = become.map { "; it would become `\($0)`" } ?? ""
            diagnostics.error(
                "\(name.quotedForMessage) cannot be a Swift name\(consequence)",
                at: range,
                notes: [.init(advice(become, role), at: range)]
            )
            return false
        }
        guard !role.reserved.contains(name) else {
            diagnostics.error(
                "the name `\(name)` is reserved: \(reason(name, role))",
                at: range,
                notes: [.init(advice(example(name, role), role), at: range)]
            )
            return false
        }
        return true
    }

    /// What to do about a name that cannot stay.
    private func advice(_ instead: String?, _ role: Role) -> String {
        guard role != .client, role != .scheme else {
            return "choose another name" + (instead.map { ", such as `\($0)`" } ?? "")
        }
        return "give the \(role.noun) a Swift name" + (instead.map { ": `swiftName: \($0)`" } ?? " with `swiftName:`")
    }

    private func example(_ name: String, _ role: Role) -> String {
        if role.isType { return CamelCase.upperCamel(name + (role == .endpoint ? "Task" : "Model")) ?? "Model" }
        return CamelCase.propertyName(forType: name) + "Value"
    }

    private func reason(_ name: String, _ role: Role) -> String {
        if ["self", "init", "Self", "Type", "Protocol", "Any", "AnyObject"].contains(name) {
            return "Swift has a meaning of its own for it"
        }
        if role.isType { return "Swift or generated code uses it" }
        if role == .scheme { return name == "none" ? "`auth: none` names no scheme" : "generated code uses it" }
        return name.first?.isUppercase == true
            ? "generated code names a type or module so" : "every generated type has a member of that name"
    }
}
