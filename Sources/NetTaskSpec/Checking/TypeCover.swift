/// Whether one type reads all JSON that another type reads, if members unknown to the other type are missing. `false` can
/// also mean unknown.
package final class TypeCover {
    private let shapes: [String: Shape]
    /// The remaining number of comparisons of fields and shapes. Without any left, all answers are unknown, so that each
    /// spec is checked in a bounded time.
    private var fieldsLeft = 1_000_000
    private var known: [Comparison: Bool] = [:]

    private struct Comparison: Hashable {
        let question: Question
        let wide: String
        let narrow: String
        let depth: Int
    }

    private enum Question {
        case covers
        case knowsAll
    }

    /// The maximum depth at which the fields of nested shapes are compared.
    private static let depthLimit = 4

    package init(_ shapes: [String: Shape]) {
        self.shapes = shapes
    }

    /// Whether all further answers are unknown.
    package var isExhausted: Bool { fieldsLeft <= 0 }

    package func covers(_ wide: TypeReference, _ narrow: TypeReference) -> Bool {
        covers(wide, narrow, depth: 0)
    }

    /// Whether an alternative is never chosen because an earlier one is chosen instead.
    package func hides(_ earlier: TypeReference, _ later: TypeReference, _ choice: Alternatives.Choice) -> Bool {
        guard choice == .closest else { return covers(earlier, later) }
        // A type that reads any object is tried last.
        if earlier.isAnyObject, !later.isAnyObject { return false }
        return covers(earlier, later) && knowsAll(earlier, later, depth: 0)
    }

    /// Whether a type that covers another one knows all members of its objects, including those of nested objects.
    private func knowsAll(_ wide: TypeReference, _ narrow: TypeReference, depth: Int) -> Bool {
        if wide == narrow || wide == .scalar(.jsonValue) { return true }
        guard depth < Self.depthLimit else { return false }
        switch (wide.unwrapped, narrow.unwrapped) {
        case (.array(let wide), .array(let narrow)), (.dictionary(let wide), .dictionary(let narrow)):
            return knowsAll(wide, narrow, depth: depth + 1)
        case (.shape(let wide), .shape(let narrow)):
            return answer(Comparison(question: .knowsAll, wide: wide, narrow: narrow, depth: depth))
        default:
            return true
        }
    }

    private func knowsAll(_ wide: Shape, _ narrow: Shape, _ comparison: Comparison) -> Bool {
        let depth = comparison.depth + 1
        switch (wide.kind, narrow.kind) {
        case (.object(let fields), .object(let others)):
            fieldsLeft -= fields.count + others.count
            let own = Dictionary(fields.map { ($0.path, $0) }) { first, _ in first }
            return others.allSatisfy { other in
                // Both leave such members unknown.
                if other.isAdditional { return true }
                guard let field = own[other.path], !other.isInline else { return false }
                return knowsAll(field.type, other.type, depth: depth)
            }
        case (.alternatives(let alternatives), _):
            let narrow = TypeReference.shape(comparison.narrow)
            let covering = alternatives.cases.filter { covers($0.type, narrow, depth: depth) }
            let read = alternatives.choice == .first ? Array(covering.prefix(1)) : covering
            return read.contains { knowsAll($0.type, narrow, depth: depth) }
        case (_, .alternatives(let alternatives)):
            let wide = TypeReference.shape(comparison.wide)
            return alternatives.cases.allSatisfy { knowsAll(wide, $0.type, depth: depth) }
        default:
            return true
        }
    }

    private func covers(_ wide: TypeReference, _ narrow: TypeReference, depth: Int) -> Bool {
        if wide == narrow || wide == .scalar(.jsonValue) { return true }
        guard depth < Self.depthLimit else { return false }
        switch (wide, narrow) {
        case (.scalar(let wide), .scalar(let narrow)):
            return covers(wide, narrow)
        case (.array(let wide), .array(let narrow)), (.dictionary(let wide), .dictionary(let narrow)):
            return covers(wide, narrow, depth: depth + 1)
        case (.optional(let wide), _):
            return covers(wide, narrow.unwrapped, depth: depth + 1)
        case (.dictionary(.scalar(.jsonValue)), .shape(let name)):
            return isObject(name)
        case (.scalar(let wide), .shape(let name)):
            return covers(wide, enumeration: name)
        case (.shape(let wide), .shape(let narrow)):
            return answer(Comparison(question: .covers, wide: wide, narrow: narrow, depth: depth))
        case (.shape(let wide), .scalar(.string)):
            return isOpenEnumerationOfText(wide)
        default:
            return false
        }
    }

    private func covers(_ wide: TypeReference.Scalar, _ narrow: TypeReference.Scalar) -> Bool {
        switch wide {
        case .string: return [.date, .url, .uuid, .data].contains(narrow)
        case .double: return narrow.integerBits != nil || narrow == .float
        case .decimal: return narrow.integerBits != nil
        default:
            return narrow.isWholeNumber(within: wide)
        }
    }

    private func covers(_ wide: TypeReference.Scalar, enumeration name: String) -> Bool {
        guard case .enumeration(let cases) = shapes[name]?.kind, let value = cases.first?.value else { return false }
        switch value {
        case .string: return wide == .string
        case .integer: return wide == .int || wide == .int64 || wide == .double || wide == .decimal
        }
    }

    private func isOpenEnumerationOfText(_ name: String) -> Bool {
        guard let shape = shapes[name], case .enumeration(let cases) = shape.kind,
            case .string = cases.first?.value
        else { return false }
        return shape.catchAll != nil
    }

    private func isObject(_ name: String) -> Bool {
        if case .object = shapes[name]?.kind { true } else { false }
    }

    /// Answers each question about two shapes once.
    private func answer(_ comparison: Comparison) -> Bool {
        if let result = known[comparison] { return result }
        // Nested alternatives can be numerous even without fields.
        fieldsLeft -= 1
        guard !isExhausted, let wide = shapes[comparison.wide], let narrow = shapes[comparison.narrow] else {
            return false
        }
        let result =
            switch comparison.question {
            case .covers: covers(wide, narrow, comparison)
            case .knowsAll: knowsAll(wide, narrow, comparison)
            }
        known[comparison] = result
        return result
    }

    private func covers(_ wide: Shape, _ narrow: Shape, _ comparison: Comparison) -> Bool {
        let depth = comparison.depth
        switch (wide.kind, narrow.kind) {
        case (.enumeration(let cases), .enumeration(let others)):
            guard cases.first?.value.isInteger == others.first?.value.isInteger else { return false }
            if wide.catchAll != nil { return true }
            return narrow.catchAll == nil && Set(others.map(\.value)).isSubset(of: cases.map(\.value))
        case (.object(let fields), .object(let others)):
            return covers(fields, others, depth: depth)
        case (.alternatives(let alternatives), _) where alternatives.discriminator == nil:
            return alternatives.cases.contains { covers($0.type, .shape(comparison.narrow), depth: depth + 1) }
        case (_, .alternatives(let alternatives)) where narrow.catchAll == nil:
            return alternatives.cases.allSatisfy { covers(.shape(comparison.wide), $0.type, depth: depth + 1) }
        default:
            return false
        }
    }

    /// A shape skips unknown members, so that a shape with fewer fields reads more.
    private func covers(_ fields: [Field], _ others: [Field], depth: Int) -> Bool {
        fieldsLeft -= fields.count + others.count
        guard !isExhausted else { return false }
        let others = Dictionary(others.map { ($0.path, $0) }) { first, _ in first }
        return fields.allSatisfy { field in
            if field.isAdditional { return field.additionalType == .scalar(.jsonValue) }
            guard let other = others[field.path], !field.isInline else { return field.canBeMissing && !field.isInline }
            guard field.format == other.format, field.isNullable == other.isNullable else { return false }
            guard field.canBeMissing || !other.canBeMissing else { return false }
            return covers(field.type.unwrapped, other.type.unwrapped, depth: depth + 1)
        }
    }
}

extension TypeReference.Scalar {
    /// Whether both are types of whole numbers, and the other one includes all values of this one.
    package func isWholeNumber(within other: TypeReference.Scalar) -> Bool {
        guard let own = integerBits, let other = other.integerBits else { return false }
        return own.isSigned == other.isSigned ? own.bits <= other.bits : other.isSigned && own.bits < other.bits
    }
}
