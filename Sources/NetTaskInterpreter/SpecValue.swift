package import Foundation
package import NetTaskHTTP
import NetTaskSpec

/// A value of a type in a spec, for which generated code has a Swift type.
package indirect enum SpecValue: Sendable {
    /// nil, or a `Nullable` that is absent.
    case absent
    /// A `Nullable` that is null.
    case null
    case scalar(any SpecScalar)
    case file(HTTPFile)
    case list([SpecValue])
    /// A dictionary, in the order of the received keys.
    case dictionary([Member])
    /// A value of a shape with fields, which has its written name, or of a response without a name. The members have the order
    /// of the fields.
    case object(shape: String?, [Member])
    /// A value of an enumeration, with the `String` or `Int` on the wire. The case is nil if the spec does not list the value.
    case enumeration(case: String?, any SpecScalar)
    /// One of several types, with the Swift name of its case: of a shape, which has its written name, or of a response that
    /// depends on the status. A case of a status may have no value.
    case choice(shape: String?, case: String, SpecValue)
    /// A value that must not be displayed.
    case secret(SpecValue)

    package struct Member: Sendable {
        /// The Swift name of a property, or the key of a dictionary.
        package var name: String
        package var value: SpecValue

        package init(_ name: String, _ value: SpecValue) {
            self.name = name
            self.value = value
        }
    }

    /// Whether the value is nil.
    package var isAbsent: Bool {
        switch self {
        case .absent: true
        case .secret(let value): value.isAbsent
        default: false
        }
    }
}

/// A single value that the runtime reads and writes.
package protocol SpecScalar: JSONReadable, ParameterValue {}

extension Int: SpecScalar {}
extension Int8: SpecScalar {}
extension Int16: SpecScalar {}
extension Int32: SpecScalar {}
extension Int64: SpecScalar {}
extension UInt: SpecScalar {}
extension UInt8: SpecScalar {}
extension UInt16: SpecScalar {}
extension UInt32: SpecScalar {}
extension UInt64: SpecScalar {}
extension Double: SpecScalar {}
extension Float: SpecScalar {}
extension Decimal: SpecScalar {}
extension Bool: SpecScalar {}
extension String: SpecScalar {}
extension Date: SpecScalar {}
extension URL: SpecScalar {}
extension UUID: SpecScalar {}
extension Data: SpecScalar {}
extension JSONValue: SpecScalar {}

extension TypeReference.Scalar {
    /// The Swift type; nil for a file, which is not a JSON value.
    var swiftType: (any SpecScalar.Type)? {
        switch self {
        case .int: Int.self
        case .int8: Int8.self
        case .int16: Int16.self
        case .int32: Int32.self
        case .int64: Int64.self
        case .uint: UInt.self
        case .uint8: UInt8.self
        case .uint16: UInt16.self
        case .uint32: UInt32.self
        case .uint64: UInt64.self
        case .double: Double.self
        case .float: Float.self
        case .decimal: Decimal.self
        case .bool: Bool.self
        case .string: String.self
        case .date: Date.self
        case .url: URL.self
        case .uuid: UUID.self
        case .data: Data.self
        case .jsonValue: JSONValue.self
        case .file: nil
        }
    }
}

extension Field.Format {
    /// The runtime's format.
    var valueFormat: ValueFormat {
        switch self {
        case .iso8601: .iso8601
        case .unix: .unix
        case .milliseconds: .milliseconds
        case .date: .date
        case .http: .http
        case .iso8601Milliseconds: .iso8601Milliseconds
        case .iso8601Microseconds: .iso8601Microseconds
        case .microseconds: .microseconds
        case .sql: .sql
        case .rfc2822: .rfc2822
        case .basic: .basic
        case .string: .string
        case .base64url: .base64url
        }
    }
}

extension Field.ArrayStyle {
    /// The runtime's style.
    var arrayStyle: ArrayStyle {
        switch self {
        case .repeat: .repeat
        case .comma: .comma
        case .space: .space
        case .pipe: .pipe
        case .brackets: .brackets
        case .numbered: .numbered
        }
    }
}
