import NetTaskSpec

/// What the document says of how alternatives are told apart.
struct DiscriminatorReading {
    let value: DocumentValue
    /// The member on the wire.
    let property: String?
    /// For each alternative the values that `mapping` has for it.
    private(set) var mapped: [[(text: String, target: DocumentValue)]]
    /// What the alternatives are called: the names under `components`, or those of files.
    let names: [String?]
    /// Where the reference of each alternative leads, and those that it leads on to.
    private let places: [[String]]

    init(_ value: DocumentValue, _ alternatives: [DocumentValue]) {
        self.value = value
        property = value["propertyName"]?.plainText
        names = alternatives.map { $0["$ref"].map { $0.plainText.map(Self.name) } ?? $0.componentName }
        places = alternatives.map(Self.places)
        mapped = alternatives.map { _ in [] }
        for (text, target, _) in value["mapping"]?.members ?? [] {
            guard let index = index(of: target) else { continue }
            mapped[index].append((text, target))
        }
    }

    /// The alternative that a value of `mapping` means, by a reference or by its name.
    private func index(of target: DocumentValue) -> Int? {
        guard let text = target.plainText else { return nil }
        let isName = !text.contains("/") && !text.contains("#")
        for place in (isName ? ["#/components/schemas/" + text, text] : [text]).map(target.place) {
            if let index = places.firstIndex(where: { $0.first == place }) { return index }
            if let index = places.firstIndex(where: { $0.contains(place) }) { return index }
        }
        let named = names.indices.filter { names[$0] == text }
        return named.count == 1 ? named[0] : nil
    }

    private static func places(of alternative: DocumentValue) -> [String] {
        var places: [String] = []
        var value = alternative
        if value["$ref"] == nil {
            places.append(value.run.files.path(ofFile: value.range.file) + value.path.description)
        }
        while places.count < SchemaImporter.depthLimit, let reference = value["$ref"]?.plainText {
            places.append(value.place(of: reference))
            guard let target = value.referred else { break }
            value = target
        }
        return places
    }

    /// Says what became of it: it is the discriminator of the shape.
    func carry() {
        guard var reader = ObjectReader(value, .discriminator) else { return }
        reader.carry(["propertyName"])
        let mapping = reader.take("mapping")
        let used = Set(mapped.joined().map(\.target.range))
        for (_, target, keyRange) in mapping?.members ?? [] {
            if used.contains(target.range) {
                target.carry()
            } else {
                target.warn("this value stands for none of the alternatives", at: keyRange)
                target.leaveOut("it is none of the alternatives")
            }
        }
        if mapping?.members?.isEmpty ?? true { mapping?.leaveOut(.unused("it holds no values")) }
        reader.finish()
    }

    /// `#/components/schemas/Cat`, `Cat` and `pets/Cat.yaml` all mean `Cat`.
    private static func name(_ reference: String) -> String {
        let last = reference.split(separator: "/").last.map(String.init) ?? reference
        let isFile = !reference.contains("#") || reference.hasSuffix("#") || reference.hasSuffix("#/")
        guard isFile else { return last }
        let file = reference.prefix { $0 != "#" }.split(separator: "/").last ?? ""
        return file.lastIndex(of: ".").map { String(file[..<$0]) } ?? String(file)
    }
}

extension DocumentValue {
    /// What a schema under `components` is called.
    fileprivate var componentName: String? {
        let keys = path.keys
        return keys.count == 3 && keys.starts(with: ["components", "schemas"]) ? keys[2] : nil
    }
}
