import NetTaskSpec

/// The outlines of schemas. Inspecting a schema does not carry it over.
extension SchemaImporter {
    enum Outline {
        /// An object whose members have names.
        case fields
        /// One of several objects.
        case alternatives
        /// An object with any members.
        case members
        case other
    }

    /// Returns the outline of a schema, through references and `allOf`.
    func outline(of schema: DocumentValue, depth: Int = 0) -> Outline {
        if let outline = outlines[schema.range] { return outline }
        guard depth < Self.depthLimit else { return .other }
        // A reference that leads back here finds nothing.
        outlines[schema.range] = .other
        let outline = look(at: schema, depth: depth)
        outlines[schema.range] = outline
        return outline
    }

    private func look(at schema: DocumentValue, depth: Int) -> Outline {
        if schema["$ref"] != nil {
            return schema.referred.map { outline(of: $0, depth: depth + 1) } ?? .other
        }
        if schema["enum"] != nil || schema["const"] != nil { return .other }
        let types = schema.typeNames
        guard types.isEmpty || types == ["object"] else { return .other }
        if schema["properties"]?.members?.isEmpty == false { return .fields }
        var hasMembers = !types.isEmpty || schema["additionalProperties"] != nil
        var alternativesCount = 0
        for part in schema.allOf {
            switch outline(of: part, depth: depth + 1) {
            case .fields: return .fields
            case .alternatives: alternativesCount += 1
            case .members: hasMembers = true
            case .other: break
            }
        }
        for key in ["oneOf", "anyOf"] {
            guard let list = schema[key], !list.holdsOnlyConstraints else { continue }
            // If no alternative is an object, the schema does not become a field.
            guard list.elements?.contains(where: { outline(of: $0, depth: depth + 1) != .other }) == true else {
                return .other
            }
            alternativesCount += 1
        }
        // Several lists of alternatives become several fields.
        if alternativesCount > 0 { return alternativesCount > 1 ? .fields : .alternatives }
        return hasMembers ? .members : .other
    }

    /// Whether a schema becomes a separate shape, and not only a name for another schema.
    func isShape(_ schema: DocumentValue) -> Bool {
        guard schema["$ref"] == nil else { return false }
        if schema["enum"] != nil || schema["const"] != nil || schema["oneOf"] != nil || schema["anyOf"] != nil {
            return true
        }
        return schema.typeNames.count > 1 || [.fields, .alternatives].contains(outline(of: schema))
    }
}

/// Inspects schemas before their results are recorded.
enum SchemaPeek {
    /// Whether the schema has properties, directly or in `allOf`.
    static func hasProperties(_ schema: DocumentValue) -> Bool {
        parts(of: schema).contains { $0["properties"]?.members?.isEmpty == false }
    }

    /// Whether the values are objects, either with properties or with any members.
    static func isObject(_ schema: DocumentValue) -> Bool {
        parts(of: schema).contains { part in
            part["type"]?.plainText == "object" || part["properties"] != nil || part["additionalProperties"] != nil
        }
    }

    /// Whether the schema has alternatives beside its properties.
    static func hasAlternatives(_ schema: DocumentValue) -> Bool {
        parts(of: schema).contains(where: \.hasAlternatives)
    }

    /// Whether the schema has members without a property.
    static func hasAdditional(_ schema: DocumentValue) -> Bool {
        parts(of: schema).contains { part in
            DocumentValue.membersKeys.compactMap { part[$0] }.contains { $0.plainText != "false" }
        }
    }

    /// Whether the schema is one of several objects with properties, and has no properties of its own.
    static func isChoiceOfForms(_ schema: DocumentValue) -> Bool {
        guard let schema = schema.resolved(), !hasProperties(schema) else { return false }
        return !schema.choices.isEmpty && schema.choices.allSatisfy(hasProperties)
    }

    /// Whether the fields of a form with this schema are known.
    static func isForm(_ schema: DocumentValue) -> Bool { hasProperties(schema) || isChoiceOfForms(schema) }

    static func isList(_ schema: DocumentValue) -> Bool {
        parts(of: schema).contains { $0.typeNames == ["array"] || $0["items"] != nil }
    }

    static func isListOfObjects(_ schema: DocumentValue) -> Bool {
        parts(of: schema).contains { $0["items"].map(isObject) ?? false }
    }

    /// Returns the names of the properties.
    static func propertyNames(_ schema: DocumentValue) -> [String] {
        parts(of: schema).flatMap { $0["properties"]?.members?.map(\.key) ?? [] }
    }

    /// Whether any property is required.
    static func hasRequired(_ schema: DocumentValue) -> Bool {
        parts(of: schema).contains { $0["required"]?.elements?.isEmpty == false }
    }

    /// Returns the elements of `required` with the name of a property.
    static func required(_ name: String, of schema: DocumentValue) -> [DocumentValue] {
        parts(of: schema).flatMap { $0["required"]?.elements ?? [] }.filter { $0.plainText == name }
    }

    /// Returns the schema of a property. If several parts have the property, returns the last schema, which has precedence.
    static func property(_ name: String, of schema: DocumentValue) -> DocumentValue? {
        parts(of: schema).last { $0["properties"]?[name] != nil }?["properties"]?[name]
    }

    /// Whether the values are bytes, and not text that encodes bytes.
    static func isBinary(_ schema: DocumentValue) -> Bool {
        guard let schema = schema.resolved() else { return false }
        if schema["format"]?.plainText == "binary" { return true }
        return schema["contentMediaType"] != nil && schema["contentEncoding"] == nil
    }

    /// Whether a property contains bytes or a list of bytes.
    static func hasBinaryProperties(_ schema: DocumentValue) -> Bool {
        parts(of: schema).flatMap { $0["properties"]?.members ?? [] }.contains { isBytes($0.value) }
    }

    /// Whether the values are bytes or lists of bytes.
    static func isBytes(_ schema: DocumentValue) -> Bool {
        isBinary(schema) || schema.resolved()?["items"].map(isBinary) == true
    }

    /// Whether the values are neither plain text nor bytes. Returns `false` if the schema does not describe its values.
    static func isMoreThanText(_ schema: DocumentValue) -> Bool {
        let parts = self.parts(of: schema)
        if parts.contains(where: isBinary) { return false }
        let telling = ["enum", "const", "oneOf", "anyOf", "properties", "additionalProperties", "items"]
        return parts.contains { part in
            if telling.contains(where: { part[$0] != nil }) { return true }
            guard part.typeNames == ["string"] else { return !part.typeNames.isEmpty }
            return part["format"] != nil && part["format"]?.plainText != "byte"
        }
    }

    /// Returns the schema and the schemas in its `allOf`, without duplicates. Schemas may contain each other.
    static func parts(of schema: DocumentValue) -> [DocumentValue] {
        var parts: [DocumentValue] = []
        var pending = [schema]
        var seen: Set<SourceRange> = []
        while let next = pending.popLast() {
            guard let part = next.resolved(), seen.insert(part.range).inserted else { continue }
            parts.append(part)
            pending += part.allOf.reversed()
        }
        return parts
    }
}

extension DocumentValue {
    /// The target of `$ref` after one step.
    var referred: DocumentValue? {
        guard let reference = self["$ref"], let text = reference.plainText else { return nil }
        return target(of: text, at: reference.range)
    }

    /// The value at the end of all references, or the value itself. It is `nil` if a reference is broken or the chain is too long.
    var referredToTheEnd: DocumentValue? {
        var value = self
        for _ in 0..<SchemaImporter.depthLimit {
            guard value["$ref"] != nil else { return value }
            guard let target = value.referred else { return nil }
            value = target
        }
        return nil
    }

    /// The types in `type`, without `null`.
    var typeNames: [String] {
        guard let type = self["type"] else { return [] }
        let names = type.elements?.compactMap(\.plainText) ?? type.plainText.map { [$0] } ?? []
        return names.filter { $0 != "null" }
    }

    /// Whether this value names the type of null. Many documents write it without quotes.
    var isNullType: Bool { isNull || plainText == "null" }

    /// Whether null is the only value of the schema.
    var isNullSchema: Bool {
        if let type = self["type"], typeNames.isEmpty {
            return type.isNullType || type.elements?.isEmpty == false
        }
        if let const = self["const"] { return const.isNull }
        return self["enum"]?.elements.map { !$0.isEmpty && $0.allSatisfy(\.isNull) } ?? false
    }

    /// Whether null is a value of the schema, through references and an `allOf` with one element.
    func admitsNull(depth: Int = 0) -> Bool {
        guard depth < SchemaImporter.depthLimit else { return false }
        if self["nullable"]?.plainText == "true" || isNullSchema { return true }
        if self["type"]?.elements?.contains(where: \.isNullType) == true { return true }
        if self["enum"]?.elements?.contains(where: \.isNull) == true { return true }
        if let target = referred { return target.admitsNull(depth: depth + 1) }
        guard let part = allOf.first, allOf.count == 1 else { return false }
        return part.admitsNull(depth: depth + 1)
    }

    /// Whether the schema only narrows another one.
    var isConstraint: Bool {
        guard let members else { return false }
        return members.allSatisfy { ObjectRule.schema.leftOut[$0.key] != nil || $0.key == "required" }
    }

    /// Whether the alternatives only narrow the schema that contains them.
    var holdsOnlyConstraints: Bool {
        guard let elements, !elements.isEmpty else { return false }
        return elements.allSatisfy { $0["required"] != nil && $0.isConstraint }
    }

    /// Whether the schema has only annotations and keys that are not validated. Such a schema does not describe its values.
    var isAnnotation: Bool {
        guard let members else { return false }
        return members.allSatisfy { Self.annotations.contains($0.key) || ObjectRule.schema.leftOut[$0.key] != nil }
    }

    static let annotations: Set = [
        "nullable", "title", "description", "deprecated", "readOnly", "writeOnly", "default",
    ]

    /// The elements of `allOf`, or the schemas of a property that several parts of an object have.
    var allOf: [DocumentValue] { run.combined[range] ?? self["allOf"]?.elements ?? [] }

    /// The elements of `oneOf` or `anyOf`.
    var choices: [DocumentValue] { self["oneOf"]?.elements ?? self["anyOf"]?.elements ?? [] }

    /// Whether the schema has alternatives, in addition to its own keys.
    var hasAlternatives: Bool {
        ["oneOf", "anyOf"].contains { self[$0].map { !$0.holdsOnlyConstraints } ?? false }
    }

    /// The title, if it contains a letter.
    var titleWithLetters: String? {
        guard let title = self["title"]?.plainText else { return nil }
        return title.hasLetters ? title : nil
    }

    /// The title, if it can be a name: at most 40 characters and four words, of which the first describes more than a place.
    var titleForName: String? {
        guard let title = titleWithLetters, title.utf8.count <= 40, !title.contains(where: { ".,:;()".contains($0) })
        else { return nil }
        let words = title.lowercased().split(separator: " ")
        return words.count <= 4 && !Self.generalWords.contains(words[0]) ? title : nil
    }

    private static let generalWords: Set<Substring> = [
        "any", "array", "body", "data", "default", "empty", "error", "inline", "item", "items", "list", "map", "none",
        "null", "object", "ok", "payload", "request", "response", "result", "root", "schema", "success", "type",
        "value",
    ]

    /// The only text that is a value of this schema.
    var onlyText: String? {
        if let const = self["const"] { return const.plainText }
        guard let values = self["enum"]?.elements, values.count == 1 else { return nil }
        return values[0].plainText
    }

    /// Lists the annotations of a schema that describes a whole.
    ///
    /// - Parameter noun: The name of the whole, such as "a body".
    func leaveOut(ofWhole noun: String, mayBeNull: Bool = false) {
        guard self["$ref"] == nil else { return }
        let reason = OmissionReason.unused(.noEffect, "\(noun) cannot have this key")
        leaveOut(["default", "deprecated", "readOnly", "writeOnly"], reason)
        if !mayBeNull { leaveOutNull(.differs(.neverNull, "\(noun) is never null")) }
    }

    /// Lists the parts of the schema that allow null.
    func leaveOutNull(_ reason: OmissionReason) {
        guard let schema = resolved() else { return }
        schema.leaveOut(["nullable"], reason)
        for type in schema["type"]?.elements ?? [] where type.isNullType { type.leaveOut(reason) }
        for key in ["oneOf", "anyOf"] {
            for alternative in schema[key]?.elements ?? [] where alternative["type"]?.isNullType == true {
                alternative.leaveOut(reason)
            }
        }
        for value in schema["enum"]?.elements ?? [] where value.isNull { value.leaveOut(reason) }
    }
}
