/// Decodes `pages:`, whose paths and params are those of its endpoint.
extension SpecDecoder {
    /// - Parameter endpoint: The endpoint, with its params and replies.
    func pages(_ entry: YAMLNode.Entry, _ endpoint: Endpoint) -> Pages? {
        if let stream = endpoint.stream {
            return at(entry.keyRange, .misplacedStream).error("`pages` cannot be used with a stream")
                .note("the stream", at: stream.place).none()
        }
        guard let keys = keys(entry, SpecLanguage.pages), let form = pageForm(keys, entry, endpoint) else { return nil }
        for (key, owners) in [("limit", ["page", "offset"]), ("more", ["url", "cursor", "page", "offset"])] {
            guard let other = keys.entry(key), !owners.contains(where: { keys.entry($0) != nil }) else { continue }
            at(other.keyRange, .uselessKey).error("`\(key)` can be used only with \(owners.quotedChoice)")
        }
        guard let root = ResponseRoot(endpoint.response, headers: endpoint.responseHeaders) else {
            return at(entry.keyRange, .invalidPages)
                .error("`pages` needs a single response type that contains a list")
                .note("such as `response: [Post]`, or `response: Posts` with `items: data`").none()
        }
        let more = path("more", keys, root)
        if let more, more.type != .scalar(.bool), let node = keys["more"] {
            at(node.range, .wrongPathType).error("the value of `more` must be a `Bool`, not `\(more.type)`")
        }
        guard let items = itemsOfPages(keys, entry, root) else { return nil }
        let resolved = resolvedForm(form, keys, root, endpoint)
        return resolved.map { Pages(form: $0, items: items, more: more) }
    }

    // MARK: The form

    private enum PageForm: String, CaseIterable {
        case link, url, cursor, page, offset
    }

    private func pageForm(_ keys: KeyReader, _ entry: YAMLNode.Entry, _ endpoint: Endpoint) -> PageForm? {
        let isLink = keys.entry("cursor") == nil && keys["next"]?.text == "Link"
        let forms = PageForm.allCases.filter { $0 == .link ? isLink : keys.entry($0.rawValue) != nil }
        guard let form = forms.first else {
            let report = at(entry.keyRange, .invalidPages)
                .error("`pages` needs one of `next: Link`, `url`, `page`, `offset`, or `cursor` with `next`")
            if let next = keys.entry("next") {
                report.note("without `cursor`, `next` must be `Link`", at: next.value.range)
            }
            return nil
        }
        if forms.count > 1, let other = keys.entry(forms[1].rawValue) {
            let key = form == .link ? "next" : form.rawValue
            let both = [keys.entry(key), other].compactMap { $0 }
            // If one of them is inherited, the place of the mistake is the other one.
            let own = both.last { $0.keyRange.file == entry.value.range.file } ?? other
            let report = at(own.keyRange, .conflictingKeys)
                .error("`\(forms[1].rawValue)` and `\(key)` are alternatives; keep one")
            keys.noteInherited(both, in: entry.value, report)
            return nil
        }
        if let next = keys.entry("next"), form != .link, form != .cursor {
            at(next.keyRange, .uselessKey).error("`next` has no effect with `\(form.rawValue)`")
        }
        if form == .cursor, keys.entry("next") == nil {
            return at(entry.keyRange, .missingKey)
                .error("`cursor` needs `next`, the path of the next cursor in the response").none()
        }
        return form
    }

    private func resolvedForm(
        _ form: PageForm,
        _ keys: KeyReader,
        _ root: ResponseRoot,
        _ endpoint: Endpoint
    ) -> Pages.Form? {
        switch form {
        case .link: return .link
        case .url:
            guard let url = path("url", keys, root), let node = keys["url"] else {
                return nil
            }
            guard [.scalar(.url), .scalar(.string)].contains(url.type) else {
                return at(node.range, .wrongPathType)
                    .error("the value of `url` must be a `URL` or a `String`, not `\(url.type)`")
                    .none()
            }
            return .url(url)
        case .cursor:
            let param = param("cursor", keys, endpoint)
            guard let next = path("next", keys, root), let param else { return nil }
            return checkCursor(param, next, keys) ? .cursor(param: param.name.written, next: next) : nil
        case .page, .offset:
            let limit = count("limit", keys, endpoint)
            guard let param = count(form.rawValue, keys, endpoint) else { return nil }
            return form == .page ? .page(param: param, limit: limit) : .offset(param: param, limit: limit)
        }
    }

    // MARK: Params

    private func param(_ key: String, _ keys: KeyReader, _ endpoint: Endpoint) -> Field? {
        guard let node = keys[key], let name = keys.text(key) else { return nil }
        guard let param = endpoint.params.first(where: { $0.name.written == name }) else {
            // A param that could not be decoded was reported.
            guard endpoint.declaredParams?.contains(name) != true else { return nil }
            let report = at(node.range, .unknownParam)
                .error("unknown param \(name.quotedForMessage) in `\(key)`")
                .suggest(name.closestMatch(among: endpoint.params.map(\.name.written)))
            if endpoint.requestObject != nil {
                report.note(
                    "declare a param with the same name as the field of the request object; it overrides the field"
                )
            }
            return nil
        }
        if param.isIgnored {
            at(node.range, .unsentParam).error("`\(key)` uses the param \(name.quotedForMessage), which is never sent")
                .note("it is ignored here", at: param.ignoredRange ?? param.keyRange)
        }
        if param.isSecret { reportSecret(key, at: node.range) }
        return param
    }

    /// A param that is a whole number.
    private func count(_ key: String, _ keys: KeyReader, _ endpoint: Endpoint) -> String? {
        guard let param = param(key, keys, endpoint), let node = keys[key] else { return nil }
        // The value increases, so that a smaller type could overflow.
        guard let bits = param.type.unwrapped.integerBits?.bits, bits >= 32 else {
            return at(node.range, .wrongPathType)
                .error(
                    "the param \(param.written) is `\(param.type)`, but must be `Int` or another integer of at least 32 bits"
                )
                .note("the param", at: param.typeRange).none()
        }
        return param.name.written
    }

    private func checkCursor(_ param: Field, _ next: ResponsePath, _ keys: KeyReader) -> Bool {
        guard let node = keys["next"] else { return false }
        guard next.type.isName else {
            at(node.range, .wrongPathType).error(
                "the value of `next` must be text, a whole number or a `UUID`, not `\(next.type)`"
            )
            return false
        }
        guard param.type.unwrapped == next.type else {
            at(node.range, .wrongPathType)
                .error("the value of `next` is `\(next.type)`, but the param \(param.written) is `\(param.type)`")
                .note("the param; both must have the same type", at: param.typeRange)
            return false
        }
        return true
    }

    // MARK: The list

    private func itemsOfPages(_ keys: KeyReader, _ entry: YAMLNode.Entry, _ root: ResponseRoot) -> ResponsePath? {
        guard let node = keys["items"] else {
            let path = root.body
            if let path, case .array = path.type { return path }
            return at(entry.keyRange, .missingKey)
                .error("`pages` needs `items`, the path of the list in the response").none()
        }
        guard let path = path("items", keys, root) else { return nil }
        if case .array = path.type { return path }
        return at(node.range, .wrongPathType).error("the value of `items` must be a list, not `\(path.type)`").none()
    }

    private func path(_ key: String, _ keys: KeyReader, _ root: ResponseRoot) -> ResponsePath? {
        guard let node = keys[key], let names = keys.path(key) else { return nil }
        return path(names, key, at: node.range, root)?.path
    }
}
