/// The constraints of a field's values, with the words of JSON Schema.
package struct Constraints: Sendable, Equatable {
    /// In the order of the kinds.
    package private(set) var entries: [Entry] = []

    package struct Entry: Sendable, Equatable {
        package var kind: Kind
        package var value: Value
    }

    package enum Kind: String, Sendable, CaseIterable {
        case minimum
        case maximum
        case exclusiveMinimum
        case exclusiveMaximum
        case multipleOf
        case minLength
        case maxLength
        case pattern
        case minItems
        case maxItems
        case uniqueItems
        case minProperties
        case maxProperties
    }

    package enum Value: Sendable, Equatable {
        /// A number as written, in the form of JSON.
        case number(String)
        case count(Int)
        /// A regular expression of ECMA 262, and its form for Swift; `nil` if it is not checked.
        case pattern(String, swift: String?)
        case unique
    }

    package init() {}

    package var isEmpty: Bool { entries.isEmpty }

    package subscript(kind: Kind) -> Value? {
        get { entries.first { $0.kind == kind }?.value }
        set {
            entries.removeAll { $0.kind == kind }
            guard let newValue else { return }
            let order = Kind.allCases
            let index = order.firstIndex(of: kind) ?? 0
            let place = entries.firstIndex { (order.firstIndex(of: $0.kind) ?? 0) > index } ?? entries.count
            entries.insert(Entry(kind: kind, value: newValue), at: place)
        }
    }

    /// Replaces an inclusive bound by an exclusive one.
    ///
    /// - Parameter text: The bound.
    package mutating func exclude(_ inclusive: Kind, _ exclusive: Kind, _ text: String?) {
        self[inclusive] = nil
        self[exclusive] = text.flatMap(exclusive.value)
    }

    /// Removes the constraints that do not apply to a type, and those that contradict others.
    ///
    /// - Parameter isEnumeration: Whether a shape is an enumeration.
    package mutating func removeInvalid(for type: TypeReference, isEnumeration: (String) -> Bool) {
        entries.removeAll { !$0.kind.applies(to: type, isEnumeration: isEnumeration) }
        while let (first, _) = contradiction { self[first] = nil }
    }

    /// Removes the constraints that a default violates.
    package mutating func removeViolated(by defaultValue: Field.DefaultValue) {
        entries.removeAll { $0.isViolated(by: defaultValue) }
    }

    /// Two constraints that no value fulfills.
    package var contradiction: (Kind, Kind)? {
        for (low, high, mayBeEqual) in Self.bounds {
            guard let lower = self[low]?.double, let upper = self[high]?.double else { continue }
            if lower > upper || lower == upper && !mayBeEqual { return (low, high) }
        }
        return nil
    }

    private static let bounds: [(Kind, Kind, mayBeEqual: Bool)] = [
        (.minimum, .maximum, true), (.minimum, .exclusiveMaximum, false), (.exclusiveMinimum, .maximum, false),
        (.exclusiveMinimum, .exclusiveMaximum, false), (.minLength, .maxLength, true), (.minItems, .maxItems, true),
        (.minProperties, .maxProperties, true),
    ]
}

extension Constraints.Entry {
    /// Whether a default, or a value in it, violates the constraint, which applies to its type. Patterns are not tried.
    package func isViolated(by defaultValue: Field.DefaultValue) -> Bool {
        switch (kind.subject, defaultValue) {
        case (.list, .list(let items)):
            if kind == .uniqueItems { return Set(items.map(\.written)).count < items.count }
            return isViolated(byCount: items.count)
        case (.dictionary, .members(let members)): return isViolated(byCount: members.count)
        case (.number, .list(let items)), (.text, .list(let items)): return items.contains { isViolated(by: $0) }
        case (.number, .members(let members)), (.text, .members(let members)):
            return members.contains { isViolated(by: $0.value) }
        case (.text, .string(let text)): return isViolated(byCount: text.unicodeScalars.count)
        case (.number, .integer), (.number, .unsigned), (.number, .number):
            return isViolated(byNumber: defaultValue.written)
        default: return false
        }
    }

    private func isViolated(byCount count: Int) -> Bool {
        guard case .count(let bound) = value else { return false }
        return kind.isMinimum ? count < bound : count > bound
    }

    private func isViolated(byNumber text: String) -> Bool {
        guard case .number(let boundText) = value, let number = Double(text), let bound = Double(boundText) else {
            return false
        }
        let integers = Self.integers(text, boundText)
        if kind == .multipleOf {
            if let (number, divisor) = integers { return !number.isMultiple(of: divisor) }
            // Apart from rounding, as at run time.
            let quotient = number / bound
            return abs(quotient) < 1e12
                && abs(quotient - quotient.rounded()) > max(1e-9, min(1e-9 * abs(quotient), 1e-3))
        }
        // Without whole numbers of 64 bits, equal numbers of more than 15 digits may differ.
        let isEqual = integers.map { $0 == $1 } ?? (number == bound)
        if isEqual { return integers == nil && abs(number) > 1e15 ? false : kind.inclusive != nil }
        let isLower = integers.map { $0 < $1 } ?? (number < bound)
        return switch kind {
        case .minimum, .exclusiveMinimum: isLower
        default: !isLower
        }
    }

    /// Both numbers, if they are whole and within the range of `Int`.
    private static func integers(_ first: String, _ second: String) -> (Int, Int)? {
        guard let first = ScalarKind.integer(first), let second = ScalarKind.integer(second) else { return nil }
        return (first, second)
    }
}

extension Constraints.Value {
    /// The number, or the count.
    package var double: Double? {
        switch self {
        case .number(let text): Double(text)
        case .count(let count): Double(count)
        case .pattern, .unique: nil
        }
    }

    /// The value as a spec writes it, without quotes.
    package var text: String {
        switch self {
        case .number(let text), .pattern(let text, _): text
        case .count(let count): String(count)
        case .unique: "true"
        }
    }
}

extension Constraints.Kind {
    /// The values that a constraint applies to.
    package enum Subject: Sendable {
        case number
        case text
        case list
        case dictionary
    }

    package var subject: Subject {
        switch self {
        case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf: .number
        case .minLength, .maxLength, .pattern: .text
        case .minItems, .maxItems, .uniqueItems: .list
        case .minProperties, .maxProperties: .dictionary
        }
    }

    /// Whether zero has no effect.
    package var isMinimum: Bool { self == .minLength || self == .minItems || self == .minProperties }

    /// The bound that includes the value, of one that excludes it.
    package var inclusive: Self? {
        switch self {
        case .exclusiveMinimum: .minimum
        case .exclusiveMaximum: .maximum
        default: nil
        }
    }

    /// The bound that excludes the value, of one that includes it.
    package var exclusive: Self? {
        switch self {
        case .minimum: .exclusiveMinimum
        case .maximum: .exclusiveMaximum
        default: nil
        }
    }

    /// Whether a type has such values: numbers and texts also in lists and dictionaries.
    ///
    /// - Parameter isEnumeration: Whether a shape is an enumeration.
    package func applies(to type: TypeReference, isEnumeration: (String) -> Bool) -> Bool {
        switch (self, type.unwrapped, type.innermost) {
        case (.uniqueItems, .array(let element), _):
            switch element.unwrapped {
            case .scalar(let scalar): scalar != .file && scalar != .jsonValue
            case .shape(let name): isEnumeration(name)
            default: false
            }
        case (.minItems, .array, _), (.maxItems, .array, _): true
        case (.minProperties, .dictionary, _), (.maxProperties, .dictionary, _): true
        case (_, _, .scalar(.string)): subject == .text
        case (_, _, .scalar(let scalar)):
            subject == .number && (scalar.integerBits != nil || [.double, .float, .decimal].contains(scalar))
        default: false
        }
    }

    /// The value of a text, or `nil` if it is invalid or has no effect.
    package func value(_ text: String) -> Constraints.Value? {
        switch self {
        case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf:
            guard ScalarKind.isNumber(text), let number = Double(text), number.isFinite,
                self != .multipleOf || number > 0
            else { return nil }
            return .number(text)
        case .pattern: return .pattern(text, swift: RegexPattern.swiftForm(of: text))
        case .uniqueItems: return text == "true" ? .unique : nil
        default: return ScalarKind.integer(text).flatMap { $0 >= 0 ? .count($0) : nil }
        }
    }
}
