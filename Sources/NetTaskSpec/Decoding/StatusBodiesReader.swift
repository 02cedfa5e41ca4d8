/// Reads what comes back by status: `errors:`, and `response:` where it is a map of statuses.
struct StatusBodiesReader {
    /// What the statuses are of.
    enum Role {
        case errors
        case response

        var key: String { self == .errors ? "errors" : "response" }
    }

    let role: Role
    let shapes: ShapeTable
    let diagnostics: DiagnosticCollector

    /// Whether a `response:` tells statuses apart: one of its keys looks like one.
    static func isByStatus(_ node: YAMLNode) -> Bool {
        guard case .mapping(let entries) = node.content else { return false }
        return entries.contains { entry in
            entry.key == "default" || entry.key.lowercased().hasSuffix("xx")
                || !entry.key.isEmpty && entry.key.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
        }
    }

    /// The entries, in the order written; those that cannot be read are left out.
    func bodies(_ entry: YAMLNode.Entry) -> [LocatedStatusBody] {
        guard case .mapping(let entries) = entry.value.content else {
            diagnostics.error(
                "`\(role.key)` must be a map of statuses to types, not \(entry.value.kind)",
                at: entry.value.range,
                notes: [.init("such as `\(role.key): {404: NotFound, default: APIError}`", at: entry.value.range)]
            )
            return []
        }
        if entries.isEmpty { diagnostics.error("`\(role.key)` has no statuses", at: entry.value.range) }
        let bodies = entries.filter { !SpecLanguage.isExtension($0.key) }.compactMap(body)
        if role == .response, let both = bodies.first(where: { $0.body.status == .others }),
            let other = bodies.first(where: { $0.body.status == .hundred(2) })
        {
            diagnostics.error(
                "in `response`, `default` is the same as `2xx`, which is here too",
                at: both.keyRange,
                notes: [.init("`2xx` is here", at: other.keyRange)]
            )
        }
        return bodies
    }

    // MARK: Statuses

    private func status(_ entry: YAMLNode.Entry) -> StatusKey? {
        if entry.key == "default" { return .others }
        let hundreds = role == .errors ? ["4xx", "5xx"] : ["2xx"]
        if hundreds.contains(entry.key) { return entry.key.utf8.first.map { .hundred(Int($0 - 0x30)) } }
        let isThreeDigits = entry.key.utf8.count == 3 && entry.key.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
        if isThreeDigits, let code = Int(entry.key), (100...599).contains(code) { return .code(code) }
        let words = hundreds.map { "`\($0)`" }.joined(separator: ", ")
        diagnostics.error(
            "\(entry.key.quotedForMessage) is no status; `\(role.key)` takes numbers from 100 to 599, \(words) and `default`",
            at: entry.keyRange,
            notes: notes(entry),
            suggestion: isOfErrors(entry) ? nil : entry.key.lowercased().closestMatch(among: hundreds + ["default"])
        )
        return nil
    }

    private func notes(_ entry: YAMLNode.Entry) -> [DiagnosticCollector.Note] {
        if isOfErrors(entry) {
            return [
                .init("what fails is in `errors`; a status that does not fail here is named alone", at: entry.keyRange)
            ]
        }
        let isKeyOfResponse = role == .response && SpecLanguage.response.key(entry.key) != nil
        let note = "this response is a map of statuses, each with a type, or with a map that has `type`"
        return isKeyOfResponse ? [.init(note, at: entry.keyRange)] : []
    }

    /// Whether `response` has what `errors` takes.
    private func isOfErrors(_ entry: YAMLNode.Entry) -> Bool {
        role == .response && (entry.key == "4xx" || entry.key == "5xx")
    }

    // MARK: Types

    private func body(_ entry: YAMLNode.Entry) -> LocatedStatusBody? {
        guard let status = status(entry) else { return nil }
        guard !entry.value.isMissing else {
            let what = "the status \(entry.key.quotedForMessage) has no type"
            diagnostics.error(what, at: entry.keyRange, notes: [.init("write `none` for no body", at: entry.keyRange)])
            return nil
        }
        guard let response = response(entry) else { return nil }
        let typeRange = typeRange(entry.value)
        guard let type = response.response.type else { return located(status, response, entry, typeRange) }
        if type.unwrapped == .scalar(.file) {
            let message =
                role == .errors
                ? "the body of an error is in memory; `Data` has its bytes"
                : "a `File` can only be the one response of an endpoint, whatever its status; `Data` has the bytes"
            diagnostics.error(message, at: typeRange)
            return nil
        }
        if role == .errors, type.isOptional {
            diagnostics.error(
                "the body of an error cannot be optional: it is nil in any case where it cannot be read",
                at: typeRange,
                notes: [.init("leave the `?` out", at: typeRange)]
            )
            return nil
        }
        return located(status, response, entry, typeRange)
    }

    private func located(
        _ status: StatusKey,
        _ response: ResponseReader.Located,
        _ entry: YAMLNode.Entry,
        _ typeRange: SourceRange
    ) -> LocatedStatusBody {
        let name = Name(entry.key, swift: StatusNames.name(of: status), place: entry.keyRange)
        let body = StatusBody(
            status: status,
            name: name,
            response: response.response,
            format: response.format,
            headers: response.headers
        )
        return LocatedStatusBody(body: body, keyRange: entry.keyRange, typeRange: typeRange)
    }

    /// nil if it cannot be read; that has been reported.
    private func response(_ entry: YAMLNode.Entry) -> ResponseReader.Located? {
        let responses = ResponseReader(separator: .default, shapes: shapes, diagnostics: diagnostics)
        guard case .mapping = entry.value.content else { return responses.located(entry.value) }
        let subject = "the status \(entry.key.quotedForMessage)"
        let rule = SpecLanguage.statusBody
        guard
            let reader = MappingReader(entry.value, rule, subject: subject, place: entry.keyRange, diagnostics)
        else { return nil }
        var located = ResponseReader.Located()
        if reader.entry("type") != nil || reader.entry("headers") == nil {
            guard let typed = responses.type(reader, entry, "\(subject) needs `type` or `headers`") else { return nil }
            located = typed
        }
        responses.addHeaders(reader, beside: responses.bodyName(reader, located), to: &located)
        return located
    }

    private func typeRange(_ node: YAMLNode) -> SourceRange { node["type"]?.range ?? node.range }
}
