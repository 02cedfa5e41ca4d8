import NetTaskSpec

/// What a schema shows at a glance, before anybody says what becomes of it.
enum SchemaPeek {
    /// Whether it has properties of its own, here or in an `allOf`.
    static func hasProperties(_ schema: DocumentValue) -> Bool {
        parts(of: schema).contains { $0["properties"]?.members?.isEmpty == false }
    }

    /// Whether its values are objects: with properties, or with any members.
    static func isObject(_ schema: DocumentValue) -> Bool {
        parts(of: schema).contains { part in
            part["type"]?.plainText == "object" || part["properties"] != nil || part["additionalProperties"] != nil
        }
    }

    /// Whether it is one of several objects, beside its properties.
    static func hasAlternatives(_ schema: DocumentValue) -> Bool {
        parts(of: schema).contains { part in
            ["oneOf", "anyOf"].contains { part[$0].map { !$0.holdsOnlyConstraints } ?? false }
        }
    }

    static func isListOfObjects(_ schema: DocumentValue) -> Bool {
        parts(of: schema).contains { $0["items"].map(isObject) ?? false }
    }

    /// The names of its properties.
    static func propertyNames(_ schema: DocumentValue) -> [String] {
        parts(of: schema).flatMap { $0["properties"]?.members?.map(\.key) ?? [] }
    }

    /// Whether there is a property that must be there.
    static func hasRequired(_ schema: DocumentValue) -> Bool {
        parts(of: schema).contains { $0["required"]?.elements?.isEmpty == false }
    }

    /// Where it is said that a property must be there.
    static func required(_ name: String, of schema: DocumentValue) -> [DocumentValue] {
        parts(of: schema).flatMap { $0["required"]?.elements ?? [] }.filter { $0.plainText == name }
    }

    /// The schema of a property; the last one of that name, which wins.
    static func property(_ name: String, of schema: DocumentValue) -> DocumentValue? {
        parts(of: schema).last { $0["properties"]?[name] != nil }?["properties"]?[name]
    }

    /// Whether its values are bytes as they are, rather than text that stands for them.
    static func isBinary(_ schema: DocumentValue) -> Bool {
        guard let schema = schema.resolved() else { return false }
        if schema["format"]?.plainText == "binary" { return true }
        return schema["contentMediaType"] != nil && schema["contentEncoding"] == nil
    }

    /// Whether its values are neither plain text nor bytes. Of a schema that says nothing, nobody knows.
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

    /// The schema, and those that its `allOf` holds, each once: they may hold each other.
    static func parts(of schema: DocumentValue) -> [DocumentValue] {
        var parts: [DocumentValue] = []
        var pending = [schema]
        var seen: Set<SourceRange> = []
        while let next = pending.popLast() {
            guard let part = next.resolved(), seen.insert(part.range).inserted else { continue }
            parts.append(part)
            pending += (part["allOf"]?.elements ?? []).reversed()
        }
        return parts
    }
}
