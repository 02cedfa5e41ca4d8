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
