/// The documentation of constraints.
extension Constraints.Kind {
    var keyValue: KeyValue {
        switch self {
        case .pattern: .text
        case .uniqueItems: .bool
        case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf: .number
        default: .count()
        }
    }

    var summary: String {
        switch self {
        case .minimum: "The minimum value of a number, including numbers in lists and dictionaries."
        case .maximum: "The maximum value of a number."
        case .exclusiveMinimum: "The number that values must be greater than."
        case .exclusiveMaximum: "The number that values must be less than."
        case .multipleOf: "The number that values must be multiples of."
        case .minLength: "The minimum number of Unicode scalars of text, including text in lists and dictionaries."
        case .maxLength: "The maximum number of Unicode scalars of text."
        case .pattern:
            "A regular expression (ECMA 262) that text must match. Without `^` and `$`, a match anywhere in the text is enough. An "
                + "expression with lookbehind, a backreference or an inline flag is not checked."
        case .minItems: "The minimum number of elements of a list."
        case .maxItems: "The maximum number of elements of a list."
        case .uniqueItems: "Whether the elements of a list must be unique. They must be single values."
        case .minProperties: "The minimum number of entries of a dictionary."
        case .maxProperties: "The maximum number of entries of a dictionary."
        }
    }

    var example: String {
        switch self {
        case .minimum, .exclusiveMinimum: "type: Int\n\(rawValue): 1"
        case .maximum, .exclusiveMaximum: "type: Double\n\(rawValue): 0.5"
        case .multipleOf: "type: Int\nmultipleOf: 10"
        case .minLength: "type: String\nminLength: 1"
        case .maxLength: "type: String\nmaxLength: 80"
        case .pattern: "type: String\npattern: \"^[a-z]+$\""
        case .minItems: "type: [String]\nminItems: 1"
        case .maxItems: "type: [String]\nmaxItems: 10"
        case .uniqueItems: "type: [String]\nuniqueItems: true"
        case .minProperties: "type: \"[String: String]\"\nminProperties: 1"
        case .maxProperties: "type: \"[String: String]\"\nmaxProperties: 16"
        }
    }
}
