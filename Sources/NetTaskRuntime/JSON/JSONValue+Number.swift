public import Foundation

extension JSONValue {
    /// A number of any size and precision, as JSON writes it.
    ///
    /// Two numbers are equal if their values are: `1`, `1.0` and `10e-1`.
    public struct Number: Sendable {
        /// The number as it is written.
        public let text: String

        /// Takes a number as it is written; nil if JSON does not write numbers so (RFC 8259, section 6).
        public init?(text: String) {
            var text = text
            let isNumber = text.withUTF8 { bytes in
                var reader = JSONReader(UnsafeRawBufferPointer(bytes))
                guard (try? reader.number(expected: "a number")) != nil else { return false }
                return reader.position == bytes.count
            }
            guard isNumber else { return nil }
            self.text = text
        }

        /// - Parameter text: was read as a number.
        init(checked text: String) {
            self.text = text
        }

        /// A whole number.
        public init(_ value: some BinaryInteger) {
            text = value.description
        }

        /// A number in the shortest form that reads back the same; nil if it is not finite.
        public init?(_ value: Double) {
            guard value.isFinite else { return nil }
            text = value.description
        }

        /// A number with all its digits; nil if it is not finite.
        public init?(_ value: Decimal) {
            guard value.isFinite else { return nil }
            text = value.description
        }

        /// The number as an integer; nil if it has a fraction or is out of range.
        public var int: Int? { integer() }

        /// The number as an integer of any type; nil if it has a fraction or is out of range.
        public func integer<Value: FixedWidthInteger>(as type: Value.Type = Value.self) -> Value? {
            read { try $0.integer() }
        }

        /// The floating-point value that is nearest; nil if the number is too large for any.
        public var double: Double? { read { try $0.floatingPoint() } }

        /// The number with all its digits; nil if it has more than 38, or is out of range.
        public var decimal: Decimal? { ExactDecimal.value(of: text) }

        private func read<Value>(_ body: (inout JSONReader) throws -> Value) -> Value? {
            var text = text
            return text.withUTF8 { bytes in
                var reader = JSONReader(UnsafeRawBufferPointer(bytes))
                return try? body(&reader)
            }
        }
    }
}

// MARK: - Equal values

extension JSONValue.Number: Hashable {
    /// Whether the two have one value, however it is written.
    public static func == (left: JSONValue.Number, right: JSONValue.Number) -> Bool {
        left.text == right.text || left.value == right.value
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(value)
    }

    private var value: DecimalDigits { DecimalDigits(text) }
}
