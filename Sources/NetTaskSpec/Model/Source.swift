/// Where a part of a spec stands, or how it was written: beside the model, since two parts that say the same are equal wherever they
/// stand.
@propertyWrapper
package struct Source<Value: Sendable>: Sendable, Equatable {
    package var wrappedValue: Value

    package init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }

    package static func == (left: Source, right: Source) -> Bool { true }
}

/// How a part of a spec was written that has a name, shared by all copies of that part.
package final class Written: Sendable {
    let reading: Reading

    init(_ reading: Reading) {
        self.reading = reading
    }

    struct Reading {
        /// Where the name stands.
        var keyRange: SourceRange
        /// Where what it stands for does.
        var range: SourceRange
        /// The keys that it has; none where it is a type alone.
        var entries: [YAMLNode.Entry]
        /// The keys that an endpoint has itself, as they are written.
        var own: [YAMLNode.Entry] = []
        /// The keys that it may have from elsewhere.
        var inherited: [YAMLNode.Entry] = []
        /// Where `ignored: true` stands, or the name in a list of what is ignored.
        var ignoredRange: SourceRange?
        /// What separates the words of the names of the fields of a shape.
        var separator = NameSeparator.default
        /// Whether all of it could be read that others need of it.
        var isWhole = true
    }
}

/// A part of the model that has a name and keys, which diagnostics point at.
protocol NamedPart {
    /// nil of what was not read from a file.
    var source: Written? { get set }
}

extension NamedPart {
    /// Where it is named.
    var keyRange: SourceRange { source?.reading.keyRange ?? .none }
    var isWhole: Bool { source?.reading.isWhole != false }

    func entry(_ key: String) -> YAMLNode.Entry? { source?.reading.entries.first { $0.key == key } }

    /// Where a key stands, if it does.
    func place(of key: String) -> SourceRange? { entry(key)?.keyRange }
}

extension YAMLNode {
    /// Names that were read of a list of names, or of a name alone, each where it stands first.
    func located(_ names: [String]) -> [Located<String>] {
        let items = if case .sequence(let items) = content { items } else { [self] }
        let places = Dictionary(items.map { ($0.text, $0.range) }) { first, _ in first }
        return names.map { Located($0, at: places[$0] ?? range) }
    }
}
