import NetTaskSpec

extension SchemaImporter {
    /// The context of what a reference leads to. What is not under `components` gets a name from the way there.
    func context(ofTarget target: DocumentValue) -> SchemaContext {
        if let context = shared.context(of: target) { return context }
        let file = run.files.path(ofFile: target.range.file).split(separator: "/").last ?? ""
        let word = SurroundingWords(of: target).text ?? String(file.prefix { $0 != "." })
        var context = SchemaContext(name: word, home: .shared)
        context.sharedIndex = shared.contexts.count
        return outlines.isShape(target) ? shared.add(target, name: names.name(for: word, .shape)) : context
    }

    /// Lists what a type says besides itself, where a list, a dictionary or a choice holds it.
    func leaveOutWhatHasNoPlace(_ type: SchemaType, in schema: DocumentValue, isNamedByTitle: Bool = false) {
        var keys: [String] = []
        if type.description != nil { keys += isNamedByTitle ? ["description"] : ["title", "description"] }
        if type.defaultValue != nil { keys.append("default") }
        if type.isDeprecated { keys.append("deprecated") }
        if type.only != nil { keys += ["readOnly", "writeOnly"] }
        leaveOut(keys, inside: schema, "only fields have a place for it")
    }

    /// Lists keys of a schema, and of those that it only stands for.
    func leaveOut(_ keys: [String], inside schema: DocumentValue, _ reason: String) {
        guard !keys.isEmpty else { return }
        var seen: Set<SourceRange> = []
        leaveOut(keys, in: schema, isOwn: false, reason, depth: 0, &seen)
        for element in schema.choices { leaveOut(keys, in: element, isOwn: true, reason, depth: 1, &seen) }
    }

    /// - Parameter seen: The schemas that were looked at, to which many references may lead.
    private func leaveOut(
        _ keys: [String],
        in schema: DocumentValue,
        isOwn: Bool,
        _ reason: String,
        depth: Int,
        _ seen: inout Set<SourceRange>
    ) {
        guard depth < Self.depthLimit, seen.insert(schema.range).inserted else { return }
        let isShape = isOwn && origins.isShape(schema)
        for key in keys where !isShape || !Self.keysOfShapes.contains(key) { schema[key]?.leaveOut(reason) }
        guard !isShape else { return }
        if let target = schema.referred {
            leaveOut(keys, in: target, isOwn: true, reason, depth: depth + 1, &seen)
        }
        for part in schema["allOf"]?.elements ?? [] {
            leaveOut(keys, in: part, isOwn: true, reason, depth: depth + 1, &seen)
        }
    }

    /// What shapes have a place for.
    private static let keysOfShapes: Set = ["title", "description", "deprecated"]
}

extension DocumentValue {
    /// The elements of `oneOf` or `anyOf`.
    var choices: [DocumentValue] { self["oneOf"]?.elements ?? self["anyOf"]?.elements ?? [] }
}
