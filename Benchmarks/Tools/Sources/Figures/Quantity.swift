import Foundation

/// The quantity of a figure. Lower values are better.
public enum Quantity: String, Codable, Sendable {
    case seconds
    case bytes

    /// With a unit that suits the number: `4.03 ms`, `320 B`. Units go in thousands.
    public func text(_ number: Double) -> String {
        let (scaled, unit) = scaled(number)
        let digits = unit == "B" || abs(scaled) >= 100 ? 0 : abs(scaled) >= 10 ? 1 : 2
        return String(format: "%.\(digits)f ", scaled) + unit
    }

    /// For round numbers: `10 KB`, without decimals.
    public func shortText(_ number: Double) -> String {
        let (scaled, unit) = scaled(number)
        return String(format: "%g ", scaled) + unit
    }

    private func scaled(_ number: Double) -> (Double, String) {
        switch self {
        case .seconds:
            switch abs(number) {
            case ..<1e-6: (number * 1e9, "ns")
            case ..<1e-3: (number * 1e6, "us")
            case ..<1: (number * 1e3, "ms")
            default: (number, "s")
            }
        case .bytes:
            switch abs(number) {
            case ..<1e3: (number, "B")
            case ..<1e6: (number / 1e3, "KB")
            case ..<1e9: (number / 1e6, "MB")
            default: (number / 1e9, "GB")
            }
        }
    }
}
