import NetTaskRuntime

extension ValueFormat {
    /// Those of dates, and not those of numbers and of bytes.
    static let ofDates = allCases.filter { $0 != .string && $0 != .base64url }
}
