import Foundation
import NetTaskSpec

/// A value of a spec to write.
package indirect enum SpecNode: Equatable, Sendable {
    /// Text, with quotes if it needs them.
    case text(String)
    /// A number, a boolean or null, without quotes.
    case literal(String)
    case list([SpecNode])
    case map(SpecMap)

    /// Returns a list of texts, or `nil` if there are no texts.
    static func texts(_ texts: [String]) -> SpecNode? { texts.isEmpty ? nil : .list(texts.map { .text($0) }) }

    /// Returns a type in the usual form: the language accepts the type `[Pet]` as a list with one element. A type that YAML would
    /// read as another value is text.
    static func type(_ type: TypeReference) -> SpecNode {
        if case .array(let element) = type, element.isListOfNames { return .list([.type(element)]) }
        return .text(type.description)
    }

    /// Returns a default.
    static func value(_ value: Field.DefaultValue, _ type: TypeReference = .jsonValue) -> SpecNode {
        switch (value, type.unwrapped) {
        case (.integer(let seconds), .scalar(.date)):
            .text(Date(timeIntervalSince1970: Double(seconds)).ISO8601Format())
        case (.list(let values), .array(let element)) where !values.isEmpty:
            .list(values.map { .value($0, element) })
        case (.members(let members), .dictionary(let element)) where !members.isEmpty:
            .compact(members.map { ($0.name, .value($0.value, element)) })
        case (.json(let value), _): .json(value)
        case (.string, _), (.enumerationCase, _): .text(value.written)
        default: .literal(value.written)
        }
    }

    private static func json(_ value: ExtensionValue) -> SpecNode {
        switch value {
        case .string(let text): .text(text)
        case .list(let values) where !values.isEmpty: .list(values.map(json))
        case .map(let members) where !members.isEmpty: .compact(members.map { ($0.name, json($0.value)) })
        default: .literal(Field.DefaultValue.json(value).written)
        }
    }

    private static func compact(_ entries: [(String, SpecNode)]) -> SpecNode {
        .map(SpecMap(items: entries.map { .entry(key: $0, value: $1, comment: nil) }, isCompact: true))
    }
}

extension YAMLNode {
    /// The node as JSON.
    var json: ExtensionValue {
        switch content {
        case .sequence(let items): return .list(items.map(\.json))
        case .mapping(let entries): return .map(entries.map { ExtensionValue.Member($0.key, $0.value.json) })
        case .scalar(let scalar):
            guard scalar.isPlain else { return .string(scalar.text) }
            return switch ScalarKind(plain: scalar.text) {
            case .integer(let number): .integer(number)
            case .number(let text): .number(text)
            case .bool(let flag): .bool(flag)
            case .null: .null
            case .string, .refused: .string(scalar.text)
            }
        }
    }
}

/// A map to write, with comments between its entries.
package struct SpecMap: Equatable, Sendable {
    package var items: [Item] = []
    /// Whether the map is in braces on one line, if it fits there and has no comments.
    package var isCompact = false

    package enum Item: Equatable, Sendable {
        /// An entry. Its comment is at the end of the key's line. The text of the comment excludes `#`.
        case entry(key: String, value: SpecNode, comment: String?)
        /// A line with a comment. The text excludes `#`.
        case comment(String)
    }

    package init(items: [Item] = [], isCompact: Bool = false) { (self.items, self.isCompact) = (items, isCompact) }

    package mutating func add(_ key: String, _ value: SpecNode?, comment: String? = nil) {
        if let value { items.append(.entry(key: key, value: value, comment: comment)) }
    }

    package mutating func add(_ key: String, _ text: String?) {
        add(key, text.map { .text($0) })
    }

    mutating func add(_ key: String, _ map: SpecMap) {
        if !map.items.isEmpty { add(key, .map(map)) }
    }

    package mutating func add(_ key: String, flag: Bool) {
        if flag { add(key, .literal("true")) }
    }

    mutating func add(_ deprecation: Deprecation?) {
        add("deprecated", deprecation.map { $0.advice.map { .text($0) } ?? .literal("true") })
    }

    /// Returns only the value if the map has one entry with this key, because the language does not need the key then.
    func shortened(_ key: String) -> SpecNode {
        if items.count == 1, case .entry(key, let value, _) = items[0] { value } else { .map(self) }
    }

    package mutating func addComment(_ text: String) {
        items.append(.comment(text))
    }
}

extension TypeReference {
    fileprivate var isListOfNames: Bool {
        switch self {
        case .scalar, .shape: true
        case .array(let element): element.isListOfNames
        case .dictionary, .optional: false
        }
    }
}
