/// Reads paths that lead from a response to a value.
extension SpecDecoder {
    /// - Parameter key: What the path is of, for messages.
    /// - Returns: The path, what it leads to, which is nil for an element of a list, and whether that is a header.
    func path(
        _ names: [String],
        _ key: String,
        at range: SourceRange,
        _ root: ResponseRoot
    ) -> (path: ResponsePath, field: Field?, isHeader: Bool)? {
        var path: ResponsePath
        var last: Field?
        var isHeader = false
        var names = names[...]
        if let body = root.body,
            !root.fields.contains(where: { $0.name.written == names[0] }) || field(names[0], of: body.type) != nil
        {
            path = body
        } else if let field = root.fields.first(where: { $0.name.written == names[0] }) {
            path = ResponsePath(type: field.type).followed(field)
            (last, isHeader) = (field, root.headers.contains(field))
            if field.isSecret { reportSecret(key, at: range) }
            names.removeFirst()
        } else {
            return at(range, .unknownPath)
                .error("`\(key)` names \(names[0].quotedForMessage), which the response does not have")
                .suggest(names[0].closestMatch(among: root.fields.map(\.name.written))).none()
        }
        for name in names {
            if case .array(let element) = path.type {
                guard name == "last" else {
                    return at(range, .wrongPathType).error("`\(key)` leads to a list before \(name.quotedForMessage)")
                        .note("`last` behind a list is its last element").none()
                }
                path.steps.append(ResponsePath.Step(name: "last", keys: ["last"], kind: .last))
                path.type = element.unwrapped
                last = nil
                continue
            }
            guard let field = field(name, of: path.type) else {
                let known = fields(of: path.type).map(\.name.written)
                return at(range, .unknownPath)
                    .error("`\(key)` names \(name.quotedForMessage), which \(path.described) does not have")
                    .suggest(name.closestMatch(among: known)).none()
            }
            path = path.followed(field)
            last = field
            if field.isSecret { reportSecret(key, at: range) }
        }
        return (path, last, isHeader && names.isEmpty)
    }

    /// What a path leads to is shown where a request goes wrong.
    func reportSecret(_ key: String, at range: SourceRange) {
        at(range, .exposedSecret).error("`\(key)` names a secret, and what a path leads to is kept and shown")
    }

    func field(_ name: String, of type: TypeReference) -> Field? {
        fields(of: type).first { $0.name.written == name }
    }

    /// What can be read of a shape.
    private func fields(of type: TypeReference) -> [Field] {
        guard case .shape(let name) = type else { return [] }
        return shapeList[name]?.fields?.filter(\.isRead) ?? []
    }
}

/// Where paths begin that lead from a response to a value.
struct ResponseRoot {
    /// The value that the response, or its body, is; nil of one that is described in place.
    var body: ResponsePath?
    /// Of a response that is described in place, and its headers.
    var fields: [Field]
    let headers: [Field]

    /// - Returns: nil where the response is no one value.
    init?(_ response: Endpoint.Response, headers: [Field]) {
        fields = headers
        self.headers = headers
        switch response {
        case .json(let type, _):
            body = ResponsePath(type: type.unwrapped, isResponseOptional: type.isOptional)
            if !fields.isEmpty {
                let step = ResponsePath.Step(name: "body", keys: [], kind: type.isOptional ? .optional : .value)
                body = ResponsePath(steps: [step], type: type.unwrapped)
            }
        case .fields(let own): fields = own.filter(\.isRead) + fields
        case .none, .text, .data, .file, .statuses, .elements: if headers.isEmpty { return nil }
        }
    }
}

extension ResponsePath {
    fileprivate func followed(_ field: Field) -> ResponsePath {
        var path = self
        let isOptional = field.type.isOptional || field.isNullable
        let kind: Step.Kind = field.isNullable && field.type.isOptional ? .nullable : isOptional ? .optional : .value
        path.steps.append(Step(name: field.name.swift, keys: field.isInline ? [] : field.path, kind: kind))
        path.type = field.type.unwrapped
        return path
    }

    /// As a message calls what it leads to.
    fileprivate var described: String { steps.isEmpty ? "the response, `\(type)`," : "`\(type)`" }
}
