import Foundation
import LibFuzzer
import NetTaskRuntime

@testable import NetTaskPacking

/// Reads the text as each scalar type. For numbers, the expected value is computed in another way.
func checkScalars(_ text: UnsafeRawBufferPointer) {
    let isLikeNumber = text.allSatisfy("0123456789+-.eE \t\r\n".utf8.contains)
    let number = isLikeNumber ? Integer(json: String(decoding: text, as: UTF8.self)) : nil
    check(text, number, Int.self)
    check(text, number, Int8.self)
    check(text, number, Int16.self)
    check(text, number, Int32.self)
    check(text, number, Int64.self)
    check(text, number, UInt.self)
    check(text, number, UInt8.self)
    check(text, number, UInt16.self)
    check(text, number, UInt32.self)
    check(text, number, UInt64.self)
    let _: Float? = try? read(text)
    let _: Decimal? = try? read(text)
    let _: URL? = try? read(text)
    let _: UUID? = try? read(text)
    let _: [Data]? = try? read(text)
    for format in ValueFormat.allCases {
        guard let date: Date = try? read(text, format: format) else { continue }
        require(DateText.microseconds(of: date) != nil, "the date \(date.timeIntervalSince1970)")
    }
}

private func check<Value: FixedWidthInteger & JSONReadable>(
    _ text: UnsafeRawBufferPointer,
    _ number: Integer?,
    _ type: Value.Type
) {
    let found: Value? = try? read(text)
    let expected = number.flatMap { Value($0.digits) }
    require(found == expected, "\(String(describing: found)) as \(type), not \(String(describing: expected))")
}

/// A whole number as JSON writes it, also as `1.0` or `10e-1`: a sign and all its digits.
private struct Integer {
    var digits: String

    /// nil if it is none, or has more than 20 digits.
    init?(json: String) {
        let space: Set<Character> = [" ", "\t", "\n", "\r", "\r\n"]
        let text = json.drop(while: space.contains).reversed().drop(while: space.contains).reversed()
        guard let match = String(text).wholeMatch(of: #/(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([-+]?[0-9]+))?/#)
        else { return nil }
        let fraction = match.3 ?? ""
        var significant = (match.2 + fraction).drop { $0 == "0" }
        if significant.isEmpty {
            digits = "0"
            return
        }
        guard var exponent = Int(match.4 ?? "0") else { return nil }
        while significant.last == "0" {
            significant.removeLast()
            exponent += 1
        }
        exponent -= fraction.count
        guard exponent >= 0, exponent <= 20 else { return nil }
        digits = match.1 + significant + String(repeating: "0", count: exponent)
    }
}
