/// Decodes paths from a response to a value.
extension SpecDecoder {
    /// - Parameter key: The key of the path, for messages.
    /// - Returns: The path, the field of its value, which is `nil` for an element of a list, and whether the value is a
    ///   header.
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
                .error("`\(key)`: the response has no field \(names[0].quotedForMessage)")
                .suggest(names[0], among: root.fields).none()
        }
        for name in names {
            if case .array(let element) = path.type {
                guard name == "last" else {
                    return at(range, .wrongPathType).error(
                        "the path in `\(key)` contains a list before \(name.quotedForMessage)"
                    )
                    .note("after a list, `last` is its last element").none()
                }
                path.steps.append(ResponsePath.Step(name: "last", keys: ["last"], kind: .last))
                path.type = element.unwrapped
                last = nil
                continue
            }
            guard let field = field(name, of: path.type) else {
                return at(range, .unknownPath)
                    .error("`\(key)`: \(path.described) has no field \(name.quotedForMessage)")
                    .suggest(name, among: fields(of: path.type)).none()
            }
            path = path.followed(field)
            last = field
            if field.isSecret { reportSecret(key, at: range) }
        }
        return (path, last, isHeader && names.isEmpty)
    }

    /// The values of paths appear in requests, whose errors show them.
    func reportSecret(_ key: String, at range: SourceRange) {
        at(range, .exposedSecret).error("the value of `\(key)` is a secret, but values of paths are stored and shown")
    }

    func field(_ name: String, of type: TypeReference) -> Field? {
        fields(of: type).first { $0.name.written == name }
    }

    /// The fields of a shape that are read.
    private func fields(of type: TypeReference) -> [Field] {
        guard case .shape(let name) = type else { return [] }
        return shapeList[name]?.fields?.filter(\.isRead) ?? []
    }
}

extension DiagnosticCollector.Report {
    /// Suggests the field with the most similar name. If none is similar, a note lists the fields.
    fileprivate func suggest(_ name: String, among fields: [Field]) -> Self {
        let names = fields.map(\.name.written)
        if let match = name.closestMatch(among: names) { return suggest(match) }
        return names.isEmpty ? self : note("its fields: \(names.map(\.quotedForMessage).joined(separator: ", "))")
    }
}

/// The beginning of the paths from a response to a value.
struct ResponseRoot {
    /// The value of the response or its body; `nil` if the response is described in place.
    var body: ResponsePath?
    /// The fields of a response that is described in place, and the headers.
    var fields: [Field]
    let headers: [Field]

    /// - Returns: `nil` if the response is not one value.
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
        case .none, .text, .data, .file, .contents, .statuses, .elements: if headers.isEmpty { return nil }
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

    /// The name of the value in messages.
    fileprivate var described: String { steps.isEmpty ? "the response `\(type)`" : "`\(type)`" }
}
