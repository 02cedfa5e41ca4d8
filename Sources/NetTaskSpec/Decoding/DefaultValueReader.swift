internal import Foundation

/// Reads `default:`, or a single value of an `example:`, as a value of the field's type.
struct DefaultValueReader {
    var noun = "default"
    let shapes: ShapeTable
    let diagnostics: DiagnosticCollector

    func value(_ node: YAMLNode, _ type: TypeReference) -> Field.DefaultValue? {
        if type.isOptional, node.isNull {
            let message = "an optional is nil unless given; leave `default` out, or quote it if it is text"
            diagnostics.error(message, at: node.range)
            return nil
        }
        switch type.unwrapped {
        case .scalar(let scalar):
            return scalarDefault(node, scalar)
        case .shape(let name):
            return caseDefault(node, name)
        case .array:
            if case .sequence(let items) = node.content, items.isEmpty { return .emptyArray }
            return refuse(node, "the default of a list can only be the empty one, `[]`")
        case .dictionary:
            if case .mapping(let entries) = node.content, entries.isEmpty { return .emptyDictionary }
            return refuse(node, "the default of a dictionary can only be the empty one, `{}`")
        case .optional:
            return nil  // types have one `?` at most
        }
    }

    private func scalarDefault(_ node: YAMLNode, _ type: TypeReference.Scalar) -> Field.DefaultValue? {
        guard case .scalar(let scalar) = node.content else {
            return refuse(node, "the \(noun) of `\(type.rawValue)` must be a single value, not \(node.kind)")
        }
        let text = scalar.text
        switch type {
        case .string:
            return .string(text)
        case .bool:
            return ValueReader(diagnostics: diagnostics).bool(node, noun).map { .bool($0) }
        case .double, .float, .decimal:
            return numberDefault(text, type, node)
        case .date, .url, .uuid, .data, .file, .jsonValue:
            return refuse(node, "a `\(type.rawValue)` cannot have a default")
        default:
            guard ScalarKind.isNumber(text),
                text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || $0 >= 0x30 && $0 <= 0x39 })
            else {
                return refuse(node, "the \(noun) of `\(type.rawValue)` must be a whole number, not \(written(node))")
            }
            if let number = ScalarKind.integer(text), type.integers?.contains(number) == true {
                return .integer(number)
            }
            if type == .uint || type == .uint64, let number = UInt64(text) { return .unsigned(number) }
            return refuse(node, "\(written(node)) is out of the range of `\(type.rawValue)`")
        }
    }

    private func numberDefault(_ text: String, _ type: TypeReference.Scalar, _ node: YAMLNode) -> Field.DefaultValue? {
        if let number = ScalarKind.integer(text) { return .integer(number) }
        guard ScalarKind.isNumber(text) else {
            return refuse(
                node,
                "the \(noun) of `\(type.rawValue)` must be a number such as `0.5`, not \(written(node))"
            )
        }
        let isInRange =
            switch type {
            case .float: Float(text)?.isFinite == true
            case .double: Double(text)?.isFinite == true
            default: Decimal(string: text, locale: nil)?.isFinite == true
            }
        guard isInRange else { return refuse(node, "\(written(node)) is out of the range of `\(type.rawValue)`") }
        if type == .decimal, !Self.isExactDecimal(text) {
            return refuse(node, "the \(noun) of a `Decimal` can have 18 digits at most, and no exponent")
        }
        let isWhole = !text.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
        return .number(isWhole ? text + ".0" : text)
    }

    /// Whether Swift source can say the number without passing through `Double`: as a whole number and an exponent.
    private static func isExactDecimal(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") }
            && text.utf8.filter { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }.count <= 18
    }

    private func caseDefault(_ node: YAMLNode, _ name: String) -> Field.DefaultValue? {
        guard let cases = shapes.cases(of: name) else {
            return refuse(node, "the shape \(name.quotedForMessage) cannot have a default; an enumeration can")
        }
        guard case .scalar(let scalar) = node.content else {
            return refuse(node, "the \(noun) of `\(name)` must be one of its cases, not \(node.kind)")
        }
        if let found = cases[scalar.text] { return .enumerationCase(found) }
        guard !cases.isEmpty else { return nil }  // the enumeration has been complained about
        diagnostics.error(
            "`\(name)` has no case \(written(node))",
            at: node.range,
            suggestion: scalar.text.closestMatch(among: Set(cases.values).sorted())
        )
        return nil
    }

    private func written(_ node: YAMLNode) -> String {
        ValueReader(diagnostics: diagnostics).written(node)
    }

    private func refuse(_ node: YAMLNode, _ message: String) -> Field.DefaultValue? {
        diagnostics.error(message, at: node.range)
        return nil
    }
}

extension TypeReference.Scalar {
    /// The values of an integer type, as far as `Int` has them too; nil for other types.
    fileprivate var integers: ClosedRange<Int>? {
        switch self {
        case .int, .int64: Int.min...Int.max
        case .int8: -0x80...0x7F
        case .int16: -0x8000...0x7FFF
        case .int32: -0x8000_0000...0x7FFF_FFFF
        case .uint, .uint64: 0...Int.max
        case .uint8: 0...0xFF
        case .uint16: 0...0xFFFF
        case .uint32: 0...0xFFFF_FFFF
        default: nil
        }
    }
}
