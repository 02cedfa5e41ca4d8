public import Foundation
public import NetTaskPacking

extension Date: StoredValue {
    /// The seconds from 1970 to 2001. The zero of `Date` is the start of 2001.
    private static var offset: Int64 { 978_307_200 }

    /// Stores the seconds since 1970 as a decimal that is read as exactly this date. The difference of the two epochs is added
    /// only to the whole seconds, since a `Double` cannot hold the sum with the fraction.
    public static func store(_ value: Date, into writer: inout StoredWriter) {
        let seconds = value.timeIntervalSinceReferenceDate
        // From 2^52 on, there are no fractions. Near 0, there are smaller fractions than a sum can hold.
        guard seconds.magnitude >= 1, seconds.magnitude < 4_503_599_627_370_496 else {
            return storeOther(value, &writer)
        }
        let whole = seconds.rounded(.towardZero)
        var fraction = seconds - whole
        var since1970 = Int64(whole) + offset
        if fraction < 0, since1970 > 0 {
            since1970 -= 1
            fraction += 1
        }
        let text = fraction.magnitude.description.utf8
        guard text.starts(with: "0.".utf8), !text.contains(UInt8(ascii: "e")) else {
            return storeOther(value, &writer)
        }
        writer.json.append(magnitude: since1970.magnitude, isNegative: since1970 < 0 || fraction < 0)
        if fraction != 0 { writer.store(json: String(Substring(text.dropFirst()))) }
    }

    /// Stores the seconds since 2001 in quotes, for dates far from any calendar and for dates with a tiny fraction.
    private static func storeOther(_ value: Date, _ writer: inout StoredWriter) {
        writer.store(text: value.timeIntervalSinceReferenceDate.description)
    }

    public static func restore(from reader: inout JSONReader) throws -> Date {
        if reader.next == UInt8(ascii: "\"") {
            guard let seconds = Double(try reader.string()) else { throw reader.valueError("it is not a date") }
            return Date(timeIntervalSinceReferenceDate: seconds)
        }
        let text = try reader.numberText()
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let whole = Int64(parts[0]), whole.magnitude < 1 << 53,
            let fraction = parts.count == 1 ? 0 : Double("0.\(parts[1])")
        else { throw reader.valueError("it is not a date: expected seconds since 1970") }
        let seconds = Double(whole - offset)
        return Date(timeIntervalSinceReferenceDate: text.hasPrefix("-") ? seconds - fraction : seconds + fraction)
    }
    public static var canBeNull: Bool { false }
}
