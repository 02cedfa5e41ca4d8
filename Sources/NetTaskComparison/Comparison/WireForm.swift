import NetTaskSpec

/// The form of a type's values on the wire, apart from missing values and null.
indirect enum WireForm: Equatable {
    case anything
    case file
    case bool
    case number
    case whole(bits: Int, isSigned: Bool)
    /// A number with a meaning, such as the seconds of a date.
    case numberOf(String)
    case text
    /// A text with a meaning, such as a URL.
    case textOf(String)
    case list(WireForm)
    case dictionary(WireForm)
    case shape(String, Enumeration?)

    /// The values of an enumeration.
    struct Enumeration: Equatable {
        var isText: Bool
        var isOpen: Bool
    }

    init(_ type: TypeReference, _ format: Field.Format?, _ shapes: [String: Shape], _ identity: (String) -> String) {
        switch type {
        case .scalar(let scalar):
            self.init(scalar, format)
        case .shape(let name):
            self = .shape(identity(name), shapes[name].flatMap(Enumeration.init))
        case .array(let element):
            self = .list(WireForm(element, format, shapes, identity))
        case .dictionary(let value):
            self = .dictionary(WireForm(value, format, shapes, identity))
        case .optional(let wrapped):
            self.init(wrapped, format, shapes, identity)
        }
    }

    private init(_ scalar: TypeReference.Scalar, _ format: Field.Format?) {
        switch (scalar, format) {
        case (.date, .unix), (.date, .milliseconds), (.date, .microseconds):
            self = .numberOf("\(scalar.rawValue) \(format?.rawValue ?? "")")
        case (_, .some(let format)):
            self = .textOf("\(scalar.rawValue) \(format.rawValue)")
        case (.jsonValue, _): self = .anything
        case (.file, _): self = .file
        case (.bool, _): self = .bool
        case (.string, _): self = .text
        case (.double, _), (.float, _), (.decimal, _): self = .number
        default:
            self = scalar.integerBits.map { .whole(bits: $0.bits, isSigned: $0.isSigned) } ?? .textOf(scalar.rawValue)
        }
    }

    /// Whether all values of the other form are valid in this one. `false` can also mean unknown.
    ///
    /// - Parameter asText: Outside of JSON, where numbers and booleans are also text.
    func covers(_ other: WireForm, asText: Bool = false) -> Bool {
        switch (self, other) {
        case (.anything, _):
            other != .file
        case (.list(let element), .list(let otherElement)):
            element.covers(otherElement, asText: asText)
        case (.dictionary(let value), .dictionary(let otherValue)):
            value.covers(otherValue, asText: asText)
        case (.text, .textOf), (.number, .whole), (.number, .numberOf):
            true
        case (.text, .bool), (.text, .number), (.text, .whole), (.text, .numberOf):
            asText
        case (.text, .shape(_, let enumeration?)):
            enumeration.isText || asText
        case (.number, .shape(_, let enumeration?)), (.whole(64, isSigned: true), .shape(_, let enumeration?)):
            !enumeration.isText
        case (.whole(let bits, let isSigned), .whole(let otherBits, let isOtherSigned)):
            isSigned == isOtherSigned ? bits >= otherBits : isSigned && bits > otherBits
        case (.shape(_, let enumeration?), .text), (.shape(_, let enumeration?), .textOf):
            enumeration.isText && enumeration.isOpen
        case (.shape(let name, _), .shape(let otherName, _)):
            name == otherName  // differences are reported at the shape
        default:
            self == other
        }
    }
}

extension WireForm.Enumeration {
    fileprivate init?(_ shape: Shape) {
        guard case .enumeration(let cases) = shape.kind else { return nil }
        var isText = true
        if case .integer = cases.first?.value { isText = false }
        self.init(isText: isText, isOpen: shape.catchAll != nil)
    }
}
