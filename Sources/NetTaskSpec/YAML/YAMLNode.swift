/// A value of a YAML file and where it stands. What aliases lead to is shared, not copied.
package struct YAMLNode: Sendable {
    package var content: Content
    package var range: SourceRange

    package enum Content: Sendable {
        case scalar(Scalar)
        case sequence([YAMLNode])
        case mapping([Entry])
    }

    package struct Scalar: Sendable {
        package var text: String
        /// Whether it was written without quotes: only then can it be a number, a boolean or null.
        package var isPlain: Bool
    }

    package struct Entry: Sendable {
        package var key: String
        package var keyRange: SourceRange
        package var value: YAMLNode
    }
}

extension YAMLNode {
    /// What to call the kind of this node in a message.
    package var kind: String {
        switch content {
        case .scalar: isMissing ? "nothing" : "a single value"
        case .sequence: "a list"
        case .mapping: "a map"
        }
    }

    /// Whether nothing was written, as after the colon in `retry:`.
    package var isMissing: Bool {
        if case .scalar(let scalar) = content { scalar.isPlain && scalar.text.isEmpty } else { false }
    }

    /// Whether YAML reads this as null.
    package var isNull: Bool {
        guard case .scalar(let scalar) = content, scalar.isPlain else { return false }
        return scalar.text.isEmpty || scalar.text == "~" || scalar.text == "null"
    }
}

extension YAMLNode {
    /// Whether it takes away what is inherited: null that is written, and not only a heading with nothing below it.
    var removes: Bool { isNull && !isMissing }

    /// The entries of a map; none where this is no map.
    package var entries: [Entry] { if case .mapping(let entries) = content { entries } else { [] } }

    package func entry(_ key: String) -> Entry? { entries.first { $0.key == key } }

    package subscript(key: String) -> YAMLNode? { entry(key)?.value }

    /// The text of a single value.
    package var text: String? { if case .scalar(let scalar) = content { scalar.text } else { nil } }

    package var isMap: Bool { if case .mapping = content { true } else { false } }
}
