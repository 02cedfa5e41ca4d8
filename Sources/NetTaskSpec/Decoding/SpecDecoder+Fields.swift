/// Decodes fields of shapes, fields of replies and params.
extension SpecDecoder {
    /// All fields of a map, without those that cannot be decoded. `nil` if it is not a map.
    func fields(_ node: YAMLNode, _ key: String, _ role: NameRole, _ separator: NameSeparator) -> [Field]? {
        entries(node, key, of: "types")?.compactMap { field($0, role, separator) }
    }

    /// One field, written as a type alone (`id: Int`) or as a map of keys.
    private func field(_ entry: YAMLNode.Entry, _ role: NameRole, _ separator: NameSeparator) -> Field? {
        guard !entry.value.isMissing else {
            return at(entry.keyRange, .missingType).error("the \(role.noun) \(entry.key.quotedForMessage) has no type")
                .noteMissingColon(entry.key, at: entry.keyRange, isKey: true).none()
        }
        var keys: KeyReader?
        if entry.value.isMap {
            keys = self.keys(entry, rule(of: role))
            if keys == nil { return nil }
        }
        // Checks the other keys even if the type is invalid.
        let type = keys.map { self.type($0) } ?? self.type(entry.value)
        let name = name(entry.key, at: entry.keyRange, swiftName: keys?["swiftName"], of: entry.value, role)
        var field = Field(name: name ?? Name(entry.key), type: type ?? .scalar(.string))
        field.wireName = keys.flatMap { wireName($0) } ?? separator.wireName(for: entry.key)
        field.path = [field.wireName]
        field.format = format(keys?["format"], type, usual: role == .replyHeader ? .http : .iso8601)
        field.style = arrayStyle(keys?["style"], type)
        field.source = Written(
            Written.Reading(keyRange: entry.keyRange, range: entry.value.range, entries: keys?.entries ?? [])
        )
        if let keys { readDetails(keys, type, role, &field) }
        return name == nil || type == nil ? nil : field
    }

    /// `additional:`, as a field for the members without one; empty if it is missing or cannot be decoded.
    func additional(_ keys: KeyReader, beside fields: [Field], _ role: NameRole) -> [Field] {
        guard let entry = keys.entry("additional") else { return [] }
        let own = entry.value.isMap ? self.keys(entry, SpecLanguage.additional) : nil
        if entry.value.isMap, own == nil { return [] }
        let written = Field.additionalName(beside: fields)
        guard let node = own.map({ $0["type"] }) ?? entry.value, let type = type(node),
            let name = name(written, at: entry.keyRange, swiftName: own?["swiftName"], of: entry.value, role)
        else { return [] }
        var field = Field(name: name, type: .dictionary(type))
        field.format = format(own?["format"], type)
        field.isInline = true
        field.defaultValue = .members([])
        field.source = Written(
            Written.Reading(keyRange: entry.keyRange, range: entry.value.range, entries: own?.entries ?? [])
        )
        own?.read(into: &field)
        return [field]
    }

    private func rule(of role: NameRole) -> MappingRule {
        switch role {
        case .param: SpecLanguage.param
        case .replyHeader: SpecLanguage.responseHeader
        default: SpecLanguage.field
        }
    }

    private func type(_ keys: KeyReader) -> TypeReference? {
        guard let node = keys["type"], let type = type(node) else { return nil }
        return keys.bool("optional") == true && !type.isOptional ? .optional(type) : type
    }

    private func wireName(_ keys: KeyReader) -> String? {
        guard let name = keys.text("wireName"), let node = keys["wireName"] else { return nil }
        return name.isEmpty ? at(node.range, .emptyValue).error("a wire name cannot be empty").none() : name
    }

    private func readDetails(_ keys: KeyReader, _ type: TypeReference?, _ role: NameRole, _ field: inout Field) {
        keys.read(into: &field)
        if let node = keys["default"], let type { field.defaultValue = value(node, type, "default") }
        if let type { checkConstraints(field, type) }
        if field.isIgnored { field.ignore(at: field.place(of: "ignored")) }
        if field.isNullable, let nullable = field.place(of: "nullable"), type == .scalar(.jsonValue) {
            at(nullable, .invalidOptional).error("`nullable` has no effect: a `JSONValue` can always be null").note(
                "remove `nullable`"
            )
        }
        field.formerNames = keys["was"].map { formerNames($0) } ?? []
        if let entry = keys.entry("transform") { readTransforms(entry, into: &field) }
        if let path = keys.path("from") { field.path = path }
        if role == .param, let node = keys["in"] { _ = choice(node, "in", of: Field.Location.self) }
        guard field.isInline, let inline = field.place(of: "inline") else { return }
        checkInline(keys, type)
        if role == .replyField {
            at(inline, .invalidInline).error("a field of a reply that is described in place cannot be inline")
                .note("define a shape with this field for the reply")
        }
    }

    /// The value of an inline field must consist of members of the same object.
    private func checkInline(_ keys: KeyReader, _ type: TypeReference?) {
        guard let type, let node = keys["type"] else { return }
        if case .shape = type { return }
        let report = at(node.range, .invalidInline)
            .error("`\(type)` cannot be inline: use a shape with `fields`, or with `oneOf` of such shapes")
        if type.isOptional { report.note("remove the `?`: the object is always present") }
    }

    /// `transform:`, the name of a function or a map of two.
    private func readTransforms(_ entry: YAMLNode.Entry, into field: inout Field) {
        guard entry.value.isMap else {
            field.transform = transform(entry.value)
            return
        }
        guard let keys = keys(entry, SpecLanguage.transform) else { return }
        field.transform = keys["send"].flatMap { transform($0) }
        field.readTransform = keys["read"].flatMap { transform($0) }
        if case .mapping(let entries) = entry.value.content, entries.isEmpty {
            at(entry.value.range, .invalidTransform).error("`transform` is empty")
                .note("write `transform: {send: NAME}`, `{read: NAME}`, or both")
        }
    }

    private func transform(_ node: YAMLNode) -> [String]? {
        guard let text = text(node, "transform") else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let unutterable: Set = ["self", "init", "Type", "Protocol"]
        guard parts.allSatisfy({ SwiftIdentifier.isValid($0) && !unutterable.contains($0) }) else {
            let problem = "is not the name of a Swift function; write names separated by dots"
            return at(node.range, .invalidTransform).error("\(text.quotedForMessage) \(problem)").none()
        }
        return parts.allSatisfy { checkLength($0, at: node.range) } ? parts : nil
    }

    // MARK: Lists of names

    /// `was:`, one name or a list of names. Returns the valid names without duplicates.
    func formerNames(_ node: YAMLNode) -> [String] {
        var items = [node]
        if case .sequence(let all) = node.content {
            items = all
            if items.isEmpty {
                at(node.range, .emptyValue)
                    .error("`was` is empty").note("write the earlier names, or remove it")
            }
        }
        return names(items, again: { "duplicate \($0.text.quotedForMessage) in `was`" }) { item -> ExactName? in
            guard let text = shortText(item, "was") else { return nil }
            return text.isEmpty
                ? at(item.range, .emptyValue)
                    .error("a former name cannot be empty").none() : ExactName(text)
        }
        .map(\.value.text)
    }

    /// `ignored:`, the names of params or fields that are never sent, or `all`.
    ///
    /// - Parameters:
    ///   - fields: The fields, of which the ignored ones are marked.
    ///   - noun: Their kind: "param" or "field".
    ///   - declared: The map that the fields were decoded from. It also declares fields that could not be decoded.
    func ignore(_ node: YAMLNode, in fields: inout [Field], _ noun: String, declaredIn declared: YAMLNode?) {
        switch node.content {
        case .scalar(let scalar) where scalar.text == "all":
            for index in fields.indices { fields[index].isIgnored = true }
        case .sequence(let items):
            let known = declared.declaredNames
            let indices = Dictionary(fields.indices.map { (fields[$0].name.written, $0) }) { first, _ in first }
            for item in items {
                guard let name = item.text, !item.isMissing else {
                    at(item.range, .wrongKind).error("`ignored` must contain names of \(noun)s, not \(item.kind)")
                    continue
                }
                guard let index = indices[name] else {
                    if let known, !known.contains(name) { reportIgnored(name, at: item.range, noun, among: known) }
                    continue
                }
                fields[index].ignore(at: item.range)
            }
        case .scalar, .mapping:
            at(node.range, .wrongKind).error("`ignored` must be a list of names, or `all`")
        }
    }

    private func reportIgnored(_ name: String, at range: SourceRange, _ noun: String, among known: Set<String>) {
        let near = name.closestMatch(among: known.sorted())
        let report = at(range, .unknownParam)
            .error("unknown \(noun) \(name.quotedForMessage) in `ignored`")
            .suggest(near)
        if near == nil { report.note("remove it, or declare it in `\(noun)s`") }
    }
}

extension Field {
    /// Marks the field as ignored by the entry at a place.
    fileprivate mutating func ignore(at range: SourceRange?) {
        isIgnored = true
        guard var reading = source?.reading else { return }
        reading.ignoredRange = range
        source = Written(reading)
    }
}
