#if PostgreSQL
    package import Foundation

    /// A type of the server by its OID. Built-in types have the same OIDs in all versions of PostgreSQL.
    struct PostgreSQLType: Hashable, CustomStringConvertible {
        let oid: UInt32

        init(_ oid: UInt32) {
            self.oid = oid
        }

        static let bool = Self(16)
        static let bytea = Self(17)
        static let name = Self(19)
        static let int8 = Self(20)
        static let int2 = Self(21)
        static let int4 = Self(23)
        static let text = Self(25)
        static let json = Self(114)
        static let float4 = Self(700)
        static let float8 = Self(701)
        static let unknown = Self(705)
        static let bools = Self(1000)
        static let manyBytea = Self(1001)
        static let texts = Self(1009)
        static let int8s = Self(1016)
        static let float8s = Self(1022)
        static let bpchar = Self(1042)
        static let varchar = Self(1043)
        static let timestamptz = Self(1184)
        static let timestamptzs = Self(1185)
        static let jsonb = Self(3802)

        /// Whether the binary format of the type is its text.
        var isText: Bool {
            switch self {
            case .text, .varchar, .name, .bpchar, .json, .unknown: true
            default: false
            }
        }

        var description: String {
            switch self {
            case .bool: "boolean"
            case .bytea: "bytea"
            case .int8: "bigint"
            case .int2: "smallint"
            case .int4: "integer"
            case .text: "text"
            case .json: "json"
            case .float4: "real"
            case .float8: "double precision"
            case .varchar: "varchar"
            case .timestamptz: "timestamptz"
            case .jsonb: "jsonb"
            default: "a type with the OID \(oid)"
            }
        }
    }

    /// A Swift type for the values of columns, see ``PostgreSQLRow/get(_:as:)``.
    package protocol PostgreSQLDecodable {
        /// Decodes a value; nil if the column's type does not fit this type, or if the bytes are invalid.
        init?(binary bytes: UnsafeRawBufferPointer, oid: UInt32)
        /// The value for NULL; nil if there is none.
        static var ofNull: Self? { get }
    }

    extension PostgreSQLDecodable {
        package static var ofNull: Self? { nil }
    }

    extension Optional: PostgreSQLDecodable where Wrapped: PostgreSQLDecodable {
        package static var ofNull: Self? { .some(.none) }

        package init?(binary bytes: UnsafeRawBufferPointer, oid: UInt32) {
            guard let wrapped = Wrapped(binary: bytes, oid: oid) else { return nil }
            self = wrapped
        }
    }

    extension Int64: PostgreSQLDecodable {
        package init?(binary bytes: UnsafeRawBufferPointer, oid: UInt32) {
            switch (PostgreSQLType(oid), bytes.count) {
            case (.int8, 8): self = bytes.bigEndian(0)
            case (.int4, 4): self = Int64(bytes.bigEndian(0) as Int32)
            case (.int2, 2): self = Int64(bytes.bigEndian(0) as Int16)
            default: return nil
            }
        }
    }

    extension Int: PostgreSQLDecodable {
        package init?(binary bytes: UnsafeRawBufferPointer, oid: UInt32) {
            guard let value = Int64(binary: bytes, oid: oid) else { return nil }
            self.init(exactly: value)
        }
    }

    extension Bool: PostgreSQLDecodable {
        package init?(binary bytes: UnsafeRawBufferPointer, oid: UInt32) {
            guard PostgreSQLType(oid) == .bool, bytes.count == 1 else { return nil }
            self = bytes[0] != 0
        }
    }

    extension Double: PostgreSQLDecodable {
        package init?(binary bytes: UnsafeRawBufferPointer, oid: UInt32) {
            switch (PostgreSQLType(oid), bytes.count) {
            case (.float8, 8): self.init(bitPattern: bytes.bigEndian(0))
            case (.float4, 4): self.init(Float(bitPattern: bytes.bigEndian(0)))
            default: return nil
            }
        }
    }

    extension String: PostgreSQLDecodable {
        package init?(binary bytes: UnsafeRawBufferPointer, oid: UInt32) {
            let type = PostgreSQLType(oid)
            if type.isText {
                self.init(decoding: bytes, as: UTF8.self)
            } else if type == .jsonb, bytes.first == 1 {  // the version of the format
                self.init(decoding: bytes.dropFirst(), as: UTF8.self)
            } else {
                return nil
            }
        }
    }

    extension Data: PostgreSQLDecodable {
        package init?(binary bytes: UnsafeRawBufferPointer, oid: UInt32) {
            guard PostgreSQLType(oid) == .bytea else { return nil }
            self.init(bytes)
        }
    }

    extension Date: PostgreSQLDecodable {
        /// The time from the start of 2000, PostgreSQL's reference date, to the start of 2001, Foundation's reference date.
        static let offset: Int64 = 366 * 86_400

        package init?(binary bytes: UnsafeRawBufferPointer, oid: UInt32) {
            guard PostgreSQLType(oid) == .timestamptz, bytes.count == 8 else { return nil }
            switch bytes.bigEndian(0) as Int64 {
            case .max: self = .distantFuture  // 'infinity'
            case .min: self = .distantPast
            case let microseconds:
                let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
                self.init(timeIntervalSinceReferenceDate: Double(seconds - Self.offset) + Double(rest) / 1_000_000)
            }
        }
    }

    extension Array: PostgreSQLDecodable where Element: PostgreSQLDecodable {
        package init?(binary bytes: UnsafeRawBufferPointer, oid: UInt32) {
            guard bytes.count >= 12 else { return nil }
            let dimensions: Int32 = bytes.bigEndian(0)
            if dimensions == 0 {
                self = []
                return
            }
            guard dimensions == 1, bytes.count >= 20 else { return nil }
            let element: UInt32 = bytes.bigEndian(8)
            let count: Int32 = bytes.bigEndian(12)
            var position = 20
            self = []
            reserveCapacity(Int(clamping: Swift.min(count, Int32(clamping: bytes.count / 4))))
            for _ in 0..<count {
                guard position + 4 <= bytes.count else { return nil }
                let length = Int(bytes.bigEndian(position) as Int32)
                position += 4
                guard position + length <= bytes.count else { return nil }
                if length < 0 {
                    guard let null = Element.ofNull else { return nil }
                    append(null)
                } else {
                    let part = UnsafeRawBufferPointer(rebasing: bytes[position..<position + length])
                    guard let value = Element(binary: part, oid: element) else { return nil }
                    append(value)
                    position += length
                }
            }
        }
    }

    extension UnsafeRawBufferPointer {
        fileprivate func bigEndian<Value: FixedWidthInteger>(_ offset: Int) -> Value {
            Value(bigEndian: loadUnaligned(fromByteOffset: offset, as: Value.self))
        }
    }
#endif
