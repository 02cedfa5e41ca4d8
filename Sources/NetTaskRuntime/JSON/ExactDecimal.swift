import Foundation

/// Reads decimal numbers without rounding.
enum ExactDecimal {
    /// What `Decimal` keeps: any 38 digits.
    static var digitLimit: Int { 38 }
    /// The power of ten below which it rounds.
    private static var lowestExponent: Int { -128 }

    /// The number with all its digits; nil if `Decimal` would have to round it, or cannot express it.
    ///
    /// - Parameter text: as JSON writes numbers.
    static func value(of text: String) -> Decimal? {
        let number = DecimalDigits(text)
        guard number.digits.count <= digitLimit, number.exponent >= lowestExponent,
            let value = Decimal(string: text, locale: nil), value.isFinite
        else { return nil }
        return value
    }

    /// The number that was written of a `Decimal`, which can have 39 digits; nil if it has ones that `Decimal` has not.
    static func written(as text: String) -> Decimal? {
        if let value = value(of: text) { return value }
        guard let value = Decimal(string: text, locale: nil), value.isFinite,
            DecimalDigits(value.description) == DecimalDigits(text)
        else { return nil }
        return value
    }
}
