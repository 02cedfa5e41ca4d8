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
            text += identifier.text
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
    static func list(of strings: [StringLiteral]) -> SwiftCode {
        "[\(strings.map { "\($0)" }.joined(separator: ", "))]"
    }
}

extension [SwiftCode] {
    func joined(separator: SwiftCode) -> SwiftCode {
        SwiftCode(escaped: map(\.text).joined(separator: separator.text))
    }
}

/// A name in Swift source, in backticks where Swift would read it as a word of its own.
package struct Identifier: Sendable, Hashable {
    /// The name without backticks.
    let name: String

    /// - Parameter name: A valid identifier; `NetTaskSpec` has refused all others. Should one come through all the
    ///   same, whatever could end the identifier is replaced by an underscore.
    package init(_ name: String) {
        let isHarmless = name.unicodeScalars.allSatisfy { !$0.isASCII || $0.isIdentifierASCII }
        self.name =
            isHarmless
            ? name
            : String(
                String.UnicodeScalarView(name.unicodeScalars.map { !$0.isASCII || $0.isIdentifierASCII ? $0 : "_" })
            )
    }

    package var text: String { Self.reservedWords.contains(name) ? "`\(name)`" : name }

    /// As the label of an argument: there the compiler warns about backticks around all but one word.
    var label: SwiftCode {
        SwiftCode(escaped: name == "inout" ? text : name)
    }

    /// Swift's keywords, and those contextual ones that would be read as such where generated code has a name.
    private static let reservedWords = Set(
        """
        Any Protocol Self Type any as associatedtype async await borrow borrowing break case catch class
        consume consuming continue copy default defer deinit discard do each else enum extension fallthrough
        false fileprivate for func guard if import in init inout internal is isolated let nil nonisolated
        open operator package precedencegroup private protocol public repeat rethrows return self sending
        some static struct subscript super switch then throw throws true try typealias unsafe var where
        while yield __owned __shared _const
        """.split(whereSeparator: \.isWhitespace).map(String.init)
    )
}

extension Unicode.Scalar {
    fileprivate var isIdentifierASCII: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9", "_": true
        default: false
        }
    }
}
