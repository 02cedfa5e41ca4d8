/// Checks the params of a task against the constraints of its spec, and records the first violation.
///
/// Generated code calls it for endpoints with `validate: true`.
public struct ParameterValidator: Sendable {
    /// The path of the param, such as `items[3].price`, and the constraint, such as `minimum: 1`; `nil` if all values are valid.
    public private(set) var violation: (parameter: String, constraint: String)?
    private var path: [Step] = []

    /// A step of the path to a value.
    enum Step {
        /// The path of a violation ends at a secret, because the keys in it are part of the secret.
        case name(StaticString, isSecret: Bool)
        case index(Int)
        case key(String)
    }

    /// Makes a validator.
    public init() {}

    /// Checks a param or field: the numbers and texts in it, or the shapes. The name is that on the wire. Constraints are `nil` if
    /// there are none. If `isSecret` is `true`, the value does not appear in errors.
    public mutating func check<Value: ConstrainedValue>(
        _ name: StaticString,
        _ value: Value,
        minimum: ConstraintNumber? = nil,
        maximum: ConstraintNumber? = nil,
        exclusiveMinimum: ConstraintNumber? = nil,
        exclusiveMaximum: ConstraintNumber? = nil,
        multipleOf: ConstraintNumber? = nil,
        minLength: Int? = nil,
        maxLength: Int? = nil,
        pattern: StaticString? = nil,
        isSecret: Bool = false
    ) {
        let constraints = ValueConstraints(
            minimum: minimum,
            maximum: maximum,
            exclusiveMinimum: exclusiveMinimum,
            exclusiveMaximum: exclusiveMaximum,
            multipleOf: multipleOf,
            minLength: minLength,
            maxLength: maxLength,
            pattern: pattern
        )
        begin(.name(name, isSecret: isSecret))
        value.validate(constraints, into: &self)
        end()
    }

    /// Checks a value whose members are members of the request or of the shape that contains it.
    public mutating func check<Value: ConstrainedValue>(_ value: Value) {
        value.validate(ValueConstraints(), into: &self)
    }

    /// Checks the number of elements of a list or dictionary. Accepts `nil`, the count of a missing optional.
    public mutating func checkCount(
        _ name: StaticString,
        _ count: Int?,
        minItems: Int? = nil,
        maxItems: Int? = nil,
        minProperties: Int? = nil,
        maxProperties: Int? = nil
    ) {
        guard let count else { return }
        begin(.name(name, isSecret: false))
        if let minItems, count < minItems { refuse("minItems", "\(minItems)") }
        if let maxItems, count > maxItems { refuse("maxItems", "\(maxItems)") }
        if let minProperties, count < minProperties { refuse("minProperties", "\(minProperties)") }
        if let maxProperties, count > maxProperties { refuse("maxProperties", "\(maxProperties)") }
        end()
    }

    /// Checks that the elements of a list differ.
    public mutating func checkUnique<Element: Hashable>(_ name: StaticString, _ elements: [Element]?) {
        guard let elements, Set(elements).count < elements.count else { return }
        begin(.name(name, isSecret: false))
        refuse("uniqueItems", "true")
        end()
    }

    mutating func begin(_ step: Step) { path.append(step) }

    mutating func end() { path.removeLast() }

    /// Records a violation of the current value.
    mutating func refuse(_ constraint: String, _ value: String) {
        if violation == nil { violation = (pathText, "\(constraint): \(value)") }
    }

    private var pathText: String {
        var text = ""
        for step in path {
            switch step {
            case .index(let index):
                text += "[\(index)]"
                continue
            case .name(let name, _): text += text.isEmpty ? "\(name)" : ".\(name)"
            case .key(let key): text += text.isEmpty ? key : ".\(key)"
            }
            if case .name(_, isSecret: true) = step { break }
        }
        return text
    }
}
