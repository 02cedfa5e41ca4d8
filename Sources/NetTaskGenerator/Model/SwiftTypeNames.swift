package import NetTaskSpec

/// Writes types, default values and identifiers of one spec in Swift.
package struct SwiftTypeNames {
    private let shapes: [String: SwiftCode]
    /// The names of the types that are generated, as opposed to those of the user's.
    let generated: Set<String>
    /// The names that stand for other types where the code is, and the namespace that tells a shape of such a name from them.
    private var hidden: (names: Set<String>, namespace: Identifier)?

    /// The client, if the code is outside of it.
    private var outside: Identifier?

    package init(of spec: Spec) {
        generated = Set(spec.shapes.filter { $0.customType == nil }.map { "\($0.typeName)" as SwiftCode }.map(\.text))
        shapes = Dictionary(
            spec.shapes.map { ($0.name.written, $0.typeName) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// As types are named outside of the client.
    func outside(of namespace: Identifier) -> SwiftTypeNames {
        var types = inside(of: namespace, seenBefore: generated)
        types.outside = namespace
        return types
    }

    /// The same inside of a type that has types of these names itself: there a shape of such a name is named in full.
    func inside(of namespace: Identifier, seenBefore names: Set<String>) -> SwiftTypeNames {
        if names.isEmpty { return self }
        var types = self
        types.hidden = (names.union(hidden?.names ?? []), namespace)
        return types
    }

    func code(for type: TypeReference) -> SwiftCode {
        switch type {
        case .scalar(.file): "HTTPFile"
        case .scalar(let scalar): "\(Identifier(scalar.rawValue))"
        case .shape(let name) where type.isBodyOfTask: body(name)
        case .shape(let name): shapes[name].map(visible) ?? "\(Identifier(type: name))"
        case .array(let element): "[\(code(for: element))]"
        case .dictionary(let value): "[String: \(code(for: value))]"
        case .optional(let wrapped): "\(code(for: wrapped))?"
        }
    }

    /// The `Body` of a task, by the name of its shape.
    private func body(_ name: String) -> SwiftCode {
        guard let outside else { return "Body" }
        let path = name.split(separator: ".").map { ".\(Identifier(type: String($0)))" as SwiftCode }
        return "\(outside)\(path.joined(separator: ""))"
    }

    private func visible(_ code: SwiftCode) -> SwiftCode {
        guard let hidden, hidden.names.contains(code.text) else { return code }
        return "\(hidden.namespace).\(code)"
    }

    /// The type of a property. What must be there and may be null is an optional.
    func code(for field: Field) -> SwiftCode {
        let type = code(for: field.type.unwrapped)
        if field.isNullable, field.type.isOptional { return "Nullable<\(type)>" }
        return field.isNullable || field.type.isOptional ? "\(type)?" : type
    }

    /// A value that stands behind `=` in Swift, where its type is known.
    package func defaultValue(of field: Field) -> SwiftCode? {
        if field.isNullable { return field.type.isOptional ? ".absent" : nil }
        guard let value = field.defaultValue else { return field.type.isOptional ? "nil" : nil }
        return code(for: value, field.type)
    }

    /// A value where its type is known.
    func code(for value: Field.DefaultValue, _ type: TypeReference) -> SwiftCode {
        switch (value, type.unwrapped) {
        case (.list(let values), .array(let element)):
            return "[\(values.map { code(for: $0, element) }.joined(separator: ", "))]"
        case (.members(let members), .dictionary(let element)):
            let pairs = members.map { "\(StringLiteral($0.name)): \(code(for: $0.value, element))" as SwiftCode }
            return members.isEmpty ? "[:]" : "[\(pairs.joined(separator: ", "))]"
        // Names in full: the type that has the value may have properties that are called like these types.
        case (_, .scalar(.date)):
            return "Foundation.Date(timeIntervalSince1970: \(literal(value, type)))"
        case (_, .scalar(.url)):
            return "Foundation.URL(string: \(literal(value, type)))!"
        case (_, .scalar(.uuid)):
            return "Foundation.UUID(uuidString: \(literal(value, type)))!"
        case (_, .scalar(.data)):
            return "Foundation.Data(base64Encoded: \(literal(value, type)))!"
        case (_, .scalar(.file)):
            return "NetTaskHTTP.HTTPFile(data: Foundation.Data(\(literal(value, type)).utf8))"
        default:
            return literal(value, type)
        }
    }

    private func literal(_ value: Field.DefaultValue, _ type: TypeReference) -> SwiftCode {
        switch value {
        case .string(let string):
            return "\(StringLiteral(string))"
        case .integer(let integer):
            return floatingPoint(String(integer), type) ?? "\(NumberLiteral(integer))"
        case .unsigned(let integer):
            return "\(NumberLiteral(integer))"
        case .number(let written):
            let number = NumberLiteral(written) ?? NumberLiteral(0)
            if type.unwrapped == .scalar(.decimal) { return decimal(written) ?? "\(number)" }
            return floatingPoint(written, type) ?? "\(number)"
        case .bool(let bool):
            return bool ? "true" : "false"
        case .enumerationCase(let name):
            // On an optional, `.none` would be nil; and the type by its name could be a property of that name.
            return type.isOptional ? ".some(.\(Identifier(name)))" : ".\(Identifier(name))"
        case .json(let json):
            return "\(json.code)"
        case .list, .members:
            return "nil"  // the reader of specs makes none for other types
        }
    }

    /// A number as the nearest one that the type has, where it has not this one: the compiler warns about literals that
    /// it has to round to a whole number or to zero. nil where there is nothing to warn about.
    private func floatingPoint(_ written: String, _ type: TypeReference) -> SwiftCode? {
        func nearest<Value: BinaryFloatingPoint & LosslessStringConvertible>(_ type: Value.Type) -> String? {
            guard let value = Value(written) else { return nil }
            let isRoundedInteger = Int(written).map { Value(exactly: $0) == nil } ?? false
            return isRoundedInteger || value.magnitude < Value.leastNormalMagnitude ? value.description : nil
        }
        let text: String? =
            switch type.unwrapped {
            case .scalar(.float): nearest(Float.self)
            case .scalar(.double): nearest(Double.self)
            default: nil
            }
        return text.flatMap { NumberLiteral($0) }.map { "\($0)" }
    }

    /// A decimal number with all its digits: a literal of Swift would pass through `Double`.
    private func decimal(_ written: String) -> SwiftCode? {
        let parts = written.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let significand = Int(parts[0].drop { $0 == "-" || $0 == "+" } + parts[1]) else {
            return nil
        }
        let sign: SwiftCode = written.hasPrefix("-") ? ".minus" : ".plus"
        let exponent = NumberLiteral(-parts[1].count)
        return "Decimal(sign: \(sign), exponent: \(exponent), significand: \(NumberLiteral(significand)))"
    }
}

/// Names of types that all properties share: a copy of a property copies one reference instead of four.
final class SharedTypeNames {
    let names: SwiftTypeNames

    init(_ names: SwiftTypeNames) {
        self.names = names
    }
}

extension Shape {
    fileprivate var typeName: SwiftCode {
        guard case .custom(let type) = kind else { return "\(Identifier(type: name.swift))" }
        return type.path.map { "\(Identifier(type: $0))" as SwiftCode }.joined(separator: ".")
    }
}
