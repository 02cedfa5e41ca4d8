import NetTaskSpec

/// A number in Swift source.
package struct NumberLiteral: Sendable, Hashable {
    package let text: String

    /// Digits are grouped by three from seven on.
    init(_ integer: some BinaryInteger) {
        let digits = String(integer.magnitude)
        let grouped =
            digits.count < 7
            ? digits
            : String(
                digits.reversed().enumerated()
                    .flatMap { $0.offset > 0 && $0.offset % 3 == 0 ? ["_", $0.element] : [$0.element] }
                    .reversed()
            )
        text = integer < 0 ? "-\(grouped)" : grouped
    }

    /// A number with a fraction or an exponent, written as it is in YAML, where `.5` and `+5.` are numbers too.
    /// - Returns: nil if `written` is no finite number.
    init?(_ written: String) {
        guard let value = Double(written), value.isFinite else { return nil }
        text = ScalarKind.isNumber(written) ? written : value.description
    }
}
