import NetTaskSpec

/// A piece of Swift source text that is safe to write into a file.
///
/// It is made only of text that stands in this package and of the types that escape what comes from a spec:
/// interpolating a plain `String` does not compile. That is how no spec can inject code.
package struct SwiftCode: Sendable, Hashable {
    package let text: String

    /// - Parameter escaped: Text that one of the types in this folder made; there is no other caller.
    init(escaped: String) {
        text = escaped
    }
}

extension SwiftCode {
    /// A line with an attribute of the spec.
    init(_ attribute: SwiftAttribute) {
        text = attribute.text
    }
}

extension SwiftCode: ExpressibleByStringInterpolation {
    package init(stringLiteral text: StaticString) {
        self.text = text.description
    }

    package init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
    }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        package mutating func appendLiteral(_ literal: StaticString) {
            // The compiler puts an empty one between any two values.
            if literal.utf8CodeUnitCount > 0 { text += literal.description }
        }

        package mutating func appendInterpolation(_ code: SwiftCode) {
            text += code.text
        }

        package mutating func appendInterpolation(_ identifier: Identifier) {
            text += text.hasSuffix(".") ? identifier.member : identifier.text
        }

        package mutating func appendInterpolation(_ literal: StringLiteral) {
            text += literal.text
        }

        package mutating func appendInterpolation(_ literal: NumberLiteral) {
            text += literal.text
        }
    }
}

extension SwiftCode {
    /// A literal of an array.
    package static func list(of strings: [StringLiteral]) -> SwiftCode {
        "[\(strings.map { "\($0)" }.joined(separator: ", "))]"
    }
}

extension [SwiftCode] {
    package func joined(separator: SwiftCode) -> SwiftCode {
        SwiftCode(escaped: map(\.text).joined(separator: separator.text))
    }
}

/// A name in Swift source, in backticks where Swift would read it as a word of its own.
package struct Identifier: Sendable, Hashable {
    /// The name without backticks.
    let name: String
    private let isType: Bool

    /// The name of a property, a case or a function.
    /// - Parameter name: A valid identifier; `NetTaskSpec` rejects all others. As a precaution, characters that could end
    ///   the identifier are replaced by an underscore.
    package init(_ name: String) {
        self.init(name, isType: false)
    }

    /// The name of a type.
    package init(type name: String) {
        self.init(name, isType: true)
    }

    private init(_ name: String, isType: Bool) {
        let isHarmless = name.unicodeScalars.allSatisfy { !$0.isASCII || $0.isIdentifierASCII }
        self.name =
            isHarmless
            ? name
            : String(
                String.UnicodeScalarView(name.unicodeScalars.map { !$0.isASCII || $0.isIdentifierASCII ? $0 : "_" })
            )
        self.isType = isType
    }

    /// The name where it is declared, or stands by itself.
    package var text: String {
        let words = isType ? Self.wordsBesideTypes : Self.wordsBesideValues
        return quoted(if: Self.keywords.contains(name) || words.contains(name))
    }

    /// The name behind a dot.
    var member: String {
        quoted(if: ["Protocol", "Type", "init", "self"].contains(name) || isType && Self.keywords.contains(name))
    }

    /// The name as the parameter of a declaration.
    var parameter: SwiftCode { SwiftCode(escaped: quoted(if: ["inout", "let", "self", "var"].contains(name))) }

    /// The name as the label of an argument.
    package var label: SwiftCode { SwiftCode(escaped: quoted(if: name == "inout")) }

    /// The name at the beginning of the body of a computed property, where Swift reads some words as accessors.
    var firstInBody: SwiftCode { SwiftCode(escaped: Self.accessors.contains(name) ? quoted(if: true) : text) }

    private func quoted(if isWord: Bool) -> String { isWord ? "`\(name)`" : name }

    private static let keywords = words(
        """
        Any Protocol Self Type as associatedtype break case catch class continue default defer deinit do else enum
        extension fallthrough false fileprivate for func guard if import in init inout internal is let nil operator
        precedencegroup private protocol public repeat rethrows return self static struct subscript super switch
        throw throws true try typealias var where while
        """
    )

    /// What Swift reads as a word of its own at the beginning of an expression.
    private static let wordsBesideValues = words("await unsafe")

    /// Likewise where it expects a type.
    private static let wordsBesideTypes = words(
        "__owned __shared _const any async await borrow borrowing consuming each isolated nonisolated sending some"
    )

    private static let accessors = words(
        "_modify _read borrow didSet get mutate set unsafeAddress unsafeMutableAddress willSet"
    )

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}

extension Unicode.Scalar {
    fileprivate var isIdentifierASCII: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "_": true
        default: false
        }
    }
}
