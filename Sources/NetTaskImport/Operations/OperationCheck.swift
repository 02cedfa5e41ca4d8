import NetTaskSpec

/// Checks whether the importer understands all parts of an operation's requests and replies. Without one of these parts, the
/// endpoint would be a different one.
///
/// Some parts are understood, but have no place in a spec. The importers that read them leave them out.
struct OperationCheck {
    let operation: LocatedOperation

    /// Returns the place of the first part that is not understood, after reporting it. Returns `nil` if all parts are understood.
    func problem() -> SourceRange? { problemOfParams() ?? problemOfBody() ?? problemOfReplies() }

    // MARK: Params

    private func problemOfParams() -> SourceRange? {
        for list in [operation.pathItem["parameters"], operation.reader["parameters"]].compactMap({ $0 }) {
            guard let elements = list.items("`parameters`") else { return list.range }
            for element in elements where !isParam(element) { return element.range }
        }
        return nil
    }

    private func isParam(_ element: DocumentValue) -> Bool {
        guard let value = map(element, .parameter) else { return false }
        guard value["name"]?.plainText != nil, let word = value["in"]?.plainText else {
            value.refuse("a parameter must have `name` and `in`")
            return false
        }
        let places = ["path", "query", "querystring", "header", "cookie"]
        if word == "querystring", value["required"]?.plainText == "true", value.formOfQueryString == nil {
            value.warn(.unsupportedPart, "a parameter in `querystring` must be a form with fields")
            return false
        }
        if places.contains(word) { return true }
        value.refuse(
            "a parameter cannot be in \(word.quotedForMessage); write `path`, `query`, `querystring`, `header` or `cookie`"
        )
        return false
    }

    /// Returns the target of a reference, or the value itself. If it is not a map, reports this and returns `nil`.
    private func map(_ reference: DocumentValue, _ rule: ObjectRule) -> DocumentValue? {
        guard let value = reference.resolved(as: rule) else { return nil }
        return value.node.isMap ? value : value.refuse("\(rule.noun) must be a map, not \(value.node.kind)")
    }

    // MARK: Bodies

    private func problemOfBody() -> SourceRange? {
        guard let body = operation.reader["requestBody"], operation.method != "trace" else { return nil }
        guard let value = map(body, .requestBody) else { return body.range }
        return value["content"].flatMap { problem(ofContent: $0) ?? problem(ofForm: $0) }
    }

    /// Checks that at least one media type is valid. An unknown schema can become any JSON, but a body without a media type is
    /// unknown.
    private func problem(ofContent content: DocumentValue) -> SourceRange? {
        guard let entries = content.entries("`content`") else { return content.range }
        let named = entries.filter { !$0.key.hasPrefix("x-") }
        guard let first = named.first, named.allSatisfy({ MediaType($0.key) == nil }) else { return nil }
        first.value.refuse("\(first.key.quotedForMessage) is not a media type such as `application/json`")
        return first.value.range
    }

    /// Checks that the fields of a multipart form are known. A caller cannot provide the form as a whole, because the caller does
    /// not know the boundary between its parts.
    private func problem(ofForm content: DocumentValue) -> SourceRange? {
        let entries = content.entries("`content`")?.filter { !$0.key.hasPrefix("x-") } ?? []
        guard let first = entries.first, entries.allSatisfy({ MediaType($0.key)?.isMultipart == true }) else {
            return nil
        }
        let schema = first.value.resolved()?["schema"]
        if let schema, SchemaPeek.isForm(schema) { return nil }
        let place = schema ?? first.value
        place.warn(.unsupportedPart, "the fields of this form are unknown")
        return place.range
    }

    // MARK: Replies

    private func problemOfReplies() -> SourceRange? {
        guard let responses = operation.reader["responses"] else { return nil }
        guard let entries = responses.entries("`responses`", of: " of statuses") else { return responses.range }
        var successes: [(status: StatusKey, value: DocumentValue)] = []
        var unknown: DocumentValue?
        var others: DocumentValue?
        for (key, value, _) in entries where !key.hasPrefix("x-") {
            switch StatusKey(documentKey: key) {
            case .others: others = value
            case let status?: if status.hundreds == 2 { successes.append((status, value)) }
            case nil:
                value.refuse("\(key.quotedForMessage) is not a status such as `200`, `2XX` or `default`")
                unknown = unknown ?? value
            }
        }
        if successes.isEmpty, let others { successes = [(.others, others)] }
        if successes.isEmpty, let unknown { return unknown.range }
        for (status, reference) in successes {
            guard let value = map(reference, .response) else { return reference.range }
            guard operation.method != "head", !status.hasNoBody, let content = value["content"] else { continue }
            if let problem = problem(ofContent: content) { return problem }
        }
        return nil
    }
}
