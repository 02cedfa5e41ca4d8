import NetTaskSpec

/// The discriminator of alternatives, as the document states it.
struct DiscriminatorReading {
    let value: DocumentValue
    /// The wire name of the member.
    let property: String?
    /// The values in `mapping` for each alternative.
    private(set) var mapped: [[(text: String, target: DocumentValue)]]
    /// The names of each alternative, without those that have a value in `mapping`. They are the names under `components`, or the
    /// names of files. An alternative has several names if other schemas only refer to it.
    private(set) var names: [[String]] = []
    /// The schemas of each alternative.
    private let alternatives: [[Schema]]

    private struct Schema {
        let name: String?
        /// The place that its reference leads to, followed by the places that this place refers to.
        let places: [String]
    }

    /// - Parameter alternatives: The schemas of each alternative.
    init(_ value: DocumentValue, _ alternatives: [[DocumentValue]]) {
        self.value = value
        property = value["propertyName"]?.plainText
        self.alternatives = alternatives.map { $0.map { Schema(name: Self.name(of: $0), places: Self.places(of: $0)) } }
        mapped = alternatives.map { _ in [] }
        var named: Set<[Int]> = []
        for (text, target, _) in value["mapping"]?.members ?? [] {
            guard let (index, schema) = index(of: target) else { continue }
            mapped[index].append((text, target))
            named.insert([index, schema])
        }
        names = self.alternatives.enumerated().map { index, schemas in
            var seen = Set(schemas.indices.filter { named.contains([index, $0]) }.compactMap { schemas[$0].name })
            return schemas.compactMap(\.name).filter { seen.insert($0).inserted }
        }
    }

    private static let shared = "#/components/schemas/"

    /// Returns the alternative that a value of `mapping` selects by a reference or by its name, and the index of its schema.
    private func index(of target: DocumentValue) -> (alternative: Int, schema: Int)? {
        guard let text = target.plainText else { return nil }
        let isName = !text.contains("/") && !text.contains("#")
        for place in (isName ? [Self.shared + text, text] : [text]).map(target.place) {
            if let index = index(where: { $0.places.first == place }) { return index }
            if let index = index(where: { $0.places.contains(place) }) { return index }
        }
        // The value may lead to a schema that only refers to an alternative.
        let name = isName ? text : text.hasPrefix(Self.shared) ? String(text.dropFirst(Self.shared.count)) : ""
        let root = value.run.files.root(ofFile: target.range.file)
        if let schema = root?["components"]?["schemas"]?[name], let end = Self.places(of: schema).last,
            let index = index(where: { $0.places.contains(end) })
        {
            return index
        }
        let isNamed = { (schema: Schema) in schema.name == text }
        return alternatives.joined().filter(isNamed).count == 1 ? index(where: isNamed) : nil
    }

    private func index(where isIncluded: (Schema) -> Bool) -> (alternative: Int, schema: Int)? {
        for (index, schemas) in alternatives.enumerated() {
            if let schema = schemas.firstIndex(where: isIncluded) { return (index, schema) }
        }
        return nil
    }

    private static func places(of alternative: DocumentValue) -> [String] {
        var places: [String] = []
        var value = alternative
        if value["$ref"] == nil {
            places.append(value.run.files.path(ofFile: value.range.file) + value.path.description)
        }
        while places.count < SchemaImporter.depthLimit, let reference = value.meantReference,
            let text = reference["$ref"]?.plainText
        {
            places.append(reference.place(of: text))
            guard let target = reference.referred else { break }
            value = target
        }
        return places
    }

    /// Carries the value over, because the shape has this discriminator.
    func carry() {
        // In Swagger 2.0, a discriminator is only a name.
        if value.node.text != nil, property != nil { return value.carry() }
        guard var reader = ObjectReader(value, .discriminator) else { return }
        reader.carry(["propertyName"])
        let mapping = reader.take("mapping")
        let used = Set(mapped.joined().map(\.target.range))
        for (_, target, keyRange) in mapping?.members ?? [] {
            if used.contains(target.range) {
                target.carry()
            } else {
                target.warn(.invalidDocument, "this value does not select any of the alternatives", at: keyRange)
                target.leaveOut(.differs(.matchesNothing, "it is not one of the alternatives"))
            }
        }
        if mapping?.members?.isEmpty ?? true { mapping?.leaveOut(.unused(.matchesNothing, "it is empty")) }
        reader.finish()
    }

    private static func name(of alternative: DocumentValue) -> String? {
        guard let reference = alternative["$ref"] else { return alternative.componentName }
        return reference.plainText.map(name)
    }

    /// Returns the name in a reference. `#/components/schemas/Cat`, `Cat` and `pets/Cat.yaml` all mean `Cat`.
    private static func name(_ reference: String) -> String {
        let last = reference.split(separator: "/").last.map(String.init) ?? reference
        let isFile = !reference.contains("#") || reference.hasSuffix("#") || reference.hasSuffix("#/")
        guard isFile else { return last }
        let file = reference.prefix { $0 != "#" }.split(separator: "/").last ?? ""
        return file.lastIndex(of: ".").map { String(file[..<$0]) } ?? String(file)
    }
}

extension DocumentValue {
    /// The reference that the schema consists of: the schema itself, or the only reference in its `allOf`, `oneOf` or `anyOf`.
    fileprivate var meantReference: DocumentValue? {
        if self["$ref"] != nil { return self }
        let lists = ["allOf", "oneOf", "anyOf"].compactMap { self[$0]?.elements }
        let parts = lists.joined().filter { !$0.isAnnotation }
        guard parts.count == 1, parts[0]["$ref"] != nil, self["properties"] == nil else { return nil }
        return parts[0]
    }

    /// The name of a schema under `components`.
    fileprivate var componentName: String? {
        let keys = path.keys
        return keys.count == 3 && keys.starts(with: ["components", "schemas"]) ? keys[2] : nil
    }
}
