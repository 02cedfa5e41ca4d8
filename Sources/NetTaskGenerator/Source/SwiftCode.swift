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
