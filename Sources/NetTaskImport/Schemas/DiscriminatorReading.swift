import NetTaskSpec

/// What the document says of how alternatives are told apart.
struct DiscriminatorReading {
    let value: DocumentValue
    /// The member on the wire.
    let property: String?
    /// For each alternative the values that `mapping` has for it.
    private(set) var mapped: [[(text: String, target: DocumentValue)]]
    /// The names under `components` of the alternatives.
    let names: [String?]

    init(_ value: DocumentValue, _ alternatives: [DocumentValue]) {
        self.value = value
        property = value["propertyName"]?.plainText
        names = alternatives.map { $0["$ref"]?.plainText.map(Self.lastPart) }
        mapped = alternatives.map { _ in [] }
        for (text, target, _) in value["mapping"]?.members ?? [] {
            guard let name = target.plainText.map(Self.lastPart), let index = names.firstIndex(of: name) else {
                continue
            }
            mapped[index].append((text, target))
        }
    }

    /// Says what became of it: it is the discriminator of the shape.
    func carry() {
        guard var reader = ObjectReader(value, .discriminator) else { return }
        reader.take("propertyName")?.carry()
        let mapping = reader.take("mapping")
        let used = Set(mapped.joined().map(\.target.range))
        for (_, target, keyRange) in mapping?.members ?? [] {
            if used.contains(target.range) {
                target.carry()
            } else {
                target.run.diagnostics.warning("this value stands for none of the alternatives", at: keyRange)
                target.leaveOut("it is none of the alternatives")
            }
        }
        if mapping?.members?.isEmpty ?? true { mapping?.leaveOut("it holds no values") }
        reader.finish()
    }

    /// `#/components/schemas/Cat` and `Cat` both mean `Cat`.
    private static func lastPart(_ reference: String) -> String {
        reference.split(separator: "/").last.map(String.init) ?? reference
    }
}

extension ObjectRule {
    fileprivate static let discriminator = ObjectRule("a discriminator", keys: ["propertyName", "mapping"])
}
