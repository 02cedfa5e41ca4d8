/// The documentation of constraints.
extension Constraints.Kind {
    var keyValue: KeyValue {
        switch self {
        case .pattern: .text
        case .uniqueItems: .bool
        case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf: .number
        default: .count
        }
    }

    var summary: String {
        switch self {
        case .minimum: "The least value of a number, also in a list or dictionary."
        case .maximum: "The greatest value of a number."
        case .exclusiveMinimum: "A number that values are greater than."
        case .exclusiveMaximum: "A number that values are less than."
        case .multipleOf: "A number that values are multiples of."
        case .minLength: "The least number of Unicode scalars of a text, also in a list or dictionary."
        case .maxLength: "The greatest number of Unicode scalars of a text."
        case .pattern:
            "A regular expression of ECMA 262 that occurs in a text. Without `^` and `$`, it may occur anywhere. An "
                + "expression with lookbehind, a backreference or an inline flag is not checked."
        case .minItems: "The least number of elements of a list."
        case .maxItems: "The greatest number of elements of a list."
        case .uniqueItems: "Whether the elements of a list differ. The elements are single values."
        case .minProperties: "The least number of entries of a dictionary."
        case .maxProperties: "The greatest number of entries of a dictionary."
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
