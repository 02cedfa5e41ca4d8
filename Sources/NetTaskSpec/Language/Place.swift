/// The place of a key's value in the model. Decoding and comparing use it.
protocol Place: AnyObject, Sendable {}

typealias Path<Root, Value> = any WritableKeyPath<Root, Value> & Sendable

final class PlaceIn<Root>: Place {
    let read: @Sendable (KeyReader, YAMLNode.Entry, inout Root) -> Void
    let isSame: @Sendable (Root, Root) -> Bool
    /// Copies the value of the first root to the second.
    let copy: @Sendable (Root, inout Root) -> Void

    init(
        read: @escaping @Sendable (KeyReader, YAMLNode.Entry, inout Root) -> Void,
        isSame: @escaping @Sendable (Root, Root) -> Bool,
        copy: @escaping @Sendable (Root, inout Root) -> Void
    ) {
        self.read = read
        self.isSame = isSame
        self.copy = copy
    }
}

/// A type of the model that determines the kind of a key: a property of this type is read from a value of ``kind``.
protocol PlainValue: Equatable, Sendable {
    static var kind: KeyValue { get }
    static func read(_ entry: YAMLNode.Entry, _ keys: KeyReader) -> Self?
}

extension Int: PlainValue {
    static var kind: KeyValue { .count() }
    static func read(_ entry: YAMLNode.Entry, _ keys: KeyReader) -> Int? { keys.count(entry.value, entry.key) }
}

extension Bool: PlainValue {
    static var kind: KeyValue { .bool }
    static func read(_ entry: YAMLNode.Entry, _ keys: KeyReader) -> Bool? { keys.bool(entry.value, entry.key) }
}

extension String: PlainValue {
    static var kind: KeyValue { .text }
    static func read(_ entry: YAMLNode.Entry, _ keys: KeyReader) -> String? { keys.text(entry.value, entry.key) }
}

extension Duration: PlainValue {
    static var kind: KeyValue { .duration }
    static func read(_ entry: YAMLNode.Entry, _ keys: KeyReader) -> Duration? {
        keys.duration(entry.value, entry.key)
    }
}

extension Deprecation: PlainValue {
    static var kind: KeyValue { .anyOf([.bool, .text]) }
    static func read(_ entry: YAMLNode.Entry, _ keys: KeyReader) -> Deprecation? { keys.deprecation(entry.value) }
}

extension PlainValue where Self: RawRepresentable & CaseIterable, RawValue == String {
    static var kind: KeyValue { SpecLanguage.choice(of: Self.self) }
    static func read(_ entry: YAMLNode.Entry, _ keys: KeyReader) -> Self? { keys.choice(entry.value, entry.key) }
}

extension AccessLevel: PlainValue {}
extension Delivery.Priority: PlainValue {}
extension Endpoint.Encoding: PlainValue {}
extension Endpoint.Method: PlainValue {}
extension Field.Direction: PlainValue {}
extension Retry.Backoff: PlainValue {}
extension Retry.Condition: PlainValue {}
extension Webhooks.Algorithm: PlainValue {}
extension Webhooks.Encoding: PlainValue {}

extension SpecLanguage {
    /// A key whose value, if present, is stored at this place.
    static func optional<Root, Value: PlainValue>(
        _ name: String,
        _ place: Path<Root, Value?>
    ) -> MappingRule.Key {
        optional(name, Value.kind).at(place) { keys, entry in Value.read(entry, keys) }
    }

    /// A key whose value replaces the default at this place.
    static func optional<Root, Value: PlainValue>(
        _ name: String,
        _ place: Path<Root, Value>
    ) -> MappingRule.Key {
        optional(name, Value.kind).at(place) { keys, entry in Value.read(entry, keys) }
    }
}

extension MappingRule.Key {
    /// - Parameter read: Reads a value whose type does not determine how. Returns `nil`, after a diagnostic, for an
    ///   invalid value.
    func at<Root, Value: Equatable & Sendable>(
        _ place: Path<Root, Value?>,
        _ read: @escaping @Sendable (KeyReader, YAMLNode.Entry) -> Value?
    ) -> Self {
        at(place) { keys, entry in .some(read(keys, entry)) }
    }

    /// - Parameter read: Reads the value, as above. After an invalid value, the property keeps its value.
    func at<Root, Value: Equatable & Sendable>(
        _ place: Path<Root, Value>,
        _ read: @escaping @Sendable (KeyReader, YAMLNode.Entry) -> Value?
    ) -> Self {
        changed { key in
            key.place = PlaceIn<Root>(
                read: { keys, entry, root in if let value = read(keys, entry) { root[keyPath: place] = value } },
                isSame: { $0[keyPath: place] == $1[keyPath: place] },
                copy: { $1[keyPath: place] = $0[keyPath: place] }
            )
        }
    }
}

extension MappingRule {
    /// The names of the keys whose values differ, of those whose changes need no action by the client.
    package func harmlessChanges<Root>(_ old: Root, _ new: Root) -> [String] {
        keys.filter { key in
            key.isHarmless && (key.place as? PlaceIn<Root>)?.isSame(old, new) == false
        }
        .map(\.name)
    }
}

extension KeyReader {
    /// Reads all keys that have a place in a part of the model.
    func read<Root>(into root: inout Root) {
        for entry in entries {
            if let place = rule.place(of: entry.key) as? PlaceIn<Root> { place.read(self, entry, &root) }
        }
    }

    /// Reads all keys that have a place in a part of the model, on top of inherited values.
    ///
    /// - Parameters:
    ///   - own: The entries as written. A property whose entry is `null`, or cannot be read, gets its value from `unset`.
    func read<Root>(_ own: [YAMLNode.Entry], into root: inout Root, unset: Root) {
        for entry in own { (rule.place(of: entry.key) as? PlaceIn<Root>)?.copy(unset, &root) }
        read(into: &root)
    }

    /// Reads a map all of whose keys have a place in a part of the model. Returns `nil`, after a diagnostic, if it is not a
    /// map.
    func part<Part>(_ entry: YAMLNode.Entry, _ rule: MappingRule, _ part: Part) -> Part? {
        guard let keys = keys(entry, rule) else { return nil }
        var part = part
        keys.read(into: &part)
        return part
    }

    /// The keys of a map. Returns `nil`, after a diagnostic, if it is not a map.
    func keys(_ entry: YAMLNode.Entry, _ rule: MappingRule) -> KeyReader? {
        KeyReader(entry.value, rule, subject: rule.subject(entry.key), place: entry.keyRange, diagnostics)
    }
}
