/// The place of a part of a spec, or how it was written. It is not part of equality: equal parts may have different places.
@propertyWrapper
package struct Source<Value: Sendable>: Sendable, Equatable {
    package var wrappedValue: Value

    package init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }

    package static func == (left: Source, right: Source) -> Bool { true }
}

/// The source of a named part of a spec, shared by all copies of the part.
package final class Written: Sendable {
    let reading: Reading

    init(_ reading: Reading) {
        self.reading = reading
    }

    struct Reading {
        /// The place of the name.
        var keyRange: SourceRange
        /// The place of the value.
        var range: SourceRange
        /// The entries of its map; empty for a type alone.
        var entries: [YAMLNode.Entry]
        /// The entries of the endpoint itself, as written.
        var own: [YAMLNode.Entry] = []
        /// The entries that it may inherit.
        var inherited: [YAMLNode.Entry] = []
        /// The place of `ignored: true`, or of the name in a list of ignored names.
        var ignoredRange: SourceRange?
        /// The separator of the words in the names of a shape's fields.
        var separator = NameSeparator.default
        /// Whether all parts that other parts need were decoded.
        var isWhole = true
    }
}

/// A part of the model with a name and keys, which diagnostics refer to.
protocol NamedPart {
    /// The source; `nil` for parts that were not read from a file.
    var source: Written? { get set }
}

extension NamedPart {
    /// The place of its name.
    var keyRange: SourceRange { source?.reading.keyRange ?? .none }
    var isWhole: Bool { source?.reading.isWhole != false }

    func entry(_ key: String) -> YAMLNode.Entry? { source?.reading.entries.first { $0.key == key } }

    /// The place of a key, if it is present.
    func place(of key: String) -> SourceRange? { entry(key)?.keyRange }
}

extension YAMLNode {
    /// The places of names in a list, or of a single name. Each name has the place of its first occurrence.
    func located(_ names: [String]) -> [Located<String>] {
        let items = if case .sequence(let items) = content { items } else { [self] }
        let places = Dictionary(items.map { ($0.text, $0.range) }) { first, _ in first }
        return names.map { Located($0, at: places[$0] ?? range) }
    }
}
