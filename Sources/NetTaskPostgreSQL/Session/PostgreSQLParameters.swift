#if PostgreSQL
    import Foundation

    /// The values of a statement as libpq takes them: in the binary format of the parameter's type, or as text, which the
    /// server converts.
    struct PostgreSQLParameters {
        private var bytes: [UInt8] = []
        /// Where each value starts in `bytes`; nil for NULL.
        private var starts: [Int?] = []
        private var lengths: [CInt] = []
        private var formats: [CInt] = []

        /// - Parameter types: the server's types of the parameters.
        init(_ statement: PostgreSQLStatement, types: [PostgreSQLType]) throws(PostgreSQLError) {
            guard statement.values.count == types.count else {
                throw .unexpected(
                    "“\(statement.summary)” has \(types.count) parameters, and \(statement.values.count) values are given"
                )
            }
            starts.reserveCapacity(types.count)
            lengths.reserveCapacity(types.count)
            formats.reserveCapacity(types.count)
            for (index, value) in statement.values.enumerated() {
                if case .null = value {
                    starts.append(nil)
                    lengths.append(0)
                    formats.append(1)
                    continue
                }
                let start = bytes.count
                let isBinary: Bool
                do throws(Problem) {
                    isBinary = try append(value, types[index])
                } catch {
                    let place = "The value of $\(index + 1) in “\(statement.summary)”"
                    switch error {
                    case .nul: throw .unexpected("\(place) has the character NUL, which PostgreSQL cannot store")
                    case .date: throw .unexpected("\(place) is a date that PostgreSQL cannot store")
                    case .type: throw .unexpected("\(place) cannot be sent as \(types[index])")
                    }
                }
                guard let length = CInt(exactly: bytes.count - start) else {
                    throw .unexpected("A value of “\(statement.summary)” is larger than 2 GB")
                }
                starts.append(start)
                lengths.append(length)
                formats.append(isBinary ? 1 : 0)
                bytes.append(0)  // The end of a text, for libpq.
            }
        }

        var count: CInt { CInt(lengths.count) }

        /// The arguments of `PQsendQueryPrepared`, which are valid within `body`.
        func withPointers<Result>(
            _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<CInt>, UnsafePointer<CInt>) -> Result
        ) -> Result {
            bytes.withUnsafeBytes { bytes in
                let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
                let values: [UnsafePointer<CChar>?] = starts.map { start in start.flatMap { base?.advanced(by: $0) } }
                return body(values, lengths, formats)
            }
        }

        private enum Problem: Error {
            case nul
            case date
            case type
        }

        /// - Returns: whether the value is in the binary format.
        private mutating func append(_ value: PostgreSQLValue, _ type: PostgreSQLType) throws(Problem) -> Bool {
            switch (value, type) {
            case (.null, _): return true
            case (.bool(let value), .bool): bytes.append(value ? 1 : 0)
            case (.int(let value), .int8): append(value)
            case (.double(let value), .float8): append(value.bitPattern)
            case (.bytes(let value), .bytea): bytes.append(contentsOf: value)
            case (.date(let value), .timestamptz): append(try Self.microseconds(of: value))
            case (.text(let value), _):
                try append(value)
                return type.isText
            case (.bools(let values), .bools): try append(values, .bool, PostgreSQLValue.bool)
            case (.ints(let values), .int8s): try append(values, .int8, PostgreSQLValue.int)
            case (.doubles(let values), .float8s): try append(values, .float8, PostgreSQLValue.double)
            case (.texts(let values), .texts): try append(values, .text, PostgreSQLValue.text)
            case (.manyBytes(let values), .manyBytea): try append(values, .bytea, PostgreSQLValue.bytes)
            case (.dates(let values), .timestamptzs): try append(values, .timestamptz, PostgreSQLValue.date)
            case (.bool(let value), _): return try appendText(value ? "true" : "false")
            case (.int(let value), _): return try appendText(String(value))
            case (.double(let value), _): return try appendText(String(value))
            case (.bools(let values), _): return try appendText(Self.literal(values) { $0 ? "true" : "false" })
            case (.ints(let values), _): return try appendText(Self.literal(values) { String($0) })
            case (.doubles(let values), _): return try appendText(Self.literal(values) { String($0) })
            case (.texts(let values), _): return try appendText(Self.literal(values, Self.quoted))
            case (.bytes, _), (.date, _), (.manyBytes, _), (.dates, _): throw .type
            }
            return true
        }

        private mutating func append(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
        }

        private mutating func append(_ text: String) throws(Problem) {
            let start = bytes.count
            bytes.append(contentsOf: text.utf8)
            if bytes[start...].contains(0) { throw .nul }
        }

        private mutating func appendText(_ text: String) throws(Problem) -> Bool {
            try append(text)
            return false
        }

        private mutating func append<Value>(
            _ values: [Value?],
            _ type: PostgreSQLType,
            _ wrapped: (Value) -> PostgreSQLValue
        ) throws(Problem) {
            append(values.isEmpty ? 0 : 1 as Int32)  // dimensions
            append(values.contains { $0 == nil } ? 1 : 0 as Int32)
            append(type.oid)
            guard !values.isEmpty else { return }
            append(Int32(clamping: values.count))
            append(1 as Int32)  // the first index
            for value in values {
                append(-1 as Int32)
                guard let value else { continue }
                let start = bytes.count
                _ = try append(wrapped(value), type)
                let length = Int32(clamping: bytes.count - start).bigEndian
                withUnsafeBytes(of: length) { bytes.replaceSubrange(start - 4..<start, with: $0) }
            }
        }

        private static func literal<Value>(_ values: [Value?], _ text: (Value) -> String) -> String {
            "{" + values.map { $0.map(text) ?? "NULL" }.joined(separator: ",") + "}"
        }

        private static func quoted(_ text: String) -> String {
            "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
        }

        private static func microseconds(of date: Date) throws(Problem) -> Int64 {
            let microseconds = (date.timeIntervalSinceReferenceDate * 1_000_000).rounded()
            guard let microseconds = Int64(exactly: microseconds) else { throw .date }
            let (sum, overflows) = microseconds.addingReportingOverflow(Date.offset * 1_000_000)
            if overflows { throw .date }
            return sum
        }
    }
#endif
