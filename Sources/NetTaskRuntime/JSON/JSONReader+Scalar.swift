import Foundation

extension JSONReader {
    /// Goes past `null`, if that is the value.
    @usableFromInline
    mutating func null() throws -> Bool {
        guard next == UInt8(ascii: "n") else { return false }
        valueStart = position
        try word("null")
        return true
    }

    mutating func bool() throws -> Bool {
        valueStart = position
        switch next {
        case UInt8(ascii: "t"):
            try word("true")
            return true
        case UInt8(ascii: "f"):
            try word("false")
            return false
        default:
            throw unexpected("true or false")
        }
    }

    @inline(__always)
    func isWord(_ word: StaticString) -> Bool {
        let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard position + word.count <= count else { return false }
        for index in 0..<word.count where bytes[position + index] != word[index] {
            return false
        }
        return true
    }

    mutating func word(_ word: StaticString) throws {
        guard isWord(word) else { throw syntaxError("expected \(word)") }
        position += word.utf8CodeUnitCount
    }

    mutating func date() throws -> Date {
        switch object.format {
        case .unix: return try date(in: "seconds", of: 1)
        case .milliseconds: return try date(in: "milliseconds", of: 1_000)
        case .microseconds: return try date(in: "microseconds", of: 1_000_000)
        default:
            let format = object.format
            let start = position
            let date = try withString { DateReading.date(from: $0, format: format) }
            guard let date else {
                throw valueError("\(shown(text(start + 1..<position - 1))) is no date of the format \(format)")
            }
            return date
        }
    }

    /// - Parameter scale: how many of the unit make a second.
    private mutating func date(in unit: String, of scale: Double) throws -> Date {
        let number = try number(expected: "\(unit) since 1970")
        // Calendars of Foundation may trap on dates far outside the years that can be written.
        guard let value: Double = value(of: number), DateText.years.contains(value / scale) else {
            throw valueError("\(shown(text(number.range), inQuotes: false)) is out of range for a date")
        }
        return Date(timeIntervalSince1970: value / scale)
    }
}
