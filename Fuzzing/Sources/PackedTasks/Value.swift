package import Foundation
package import NetTaskRuntime

/// A value of any type that can be packed.
package indirect enum Value: Sendable {
    /// - isWritten: whether it is added by `addNull`, where it is a param of its own.
    case null(isWritten: Bool)
    case bool(Bool)
    case int(Int)
    case int8(Int8)
    case int16(Int16)
    case int32(Int32)
    case int64(Int64)
    case uint(UInt)
    case uint8(UInt8)
    case uint16(UInt16)
    case uint32(UInt32)
    case uint64(UInt64)
    case double(Double)
    case float(Float)
    case decimal(Decimal)
    case string(String)
    case url(URL)
    case uuid(UUID)
    case data(Data)
    case date(Date)
    case file(HTTPFile)
    case array([Value])
    case dictionary([String: Value])
    case shape(Shape)

    package struct Shape: ParameterPackable {
        package var params: [Program.Param]

        package func pack(into packer: inout ParameterPacker) {
            for param in params { param.add(to: &packer) }
        }
    }
}

extension Value: ParameterValue {
    package static func write(_ value: Value, into packer: inout ParameterPacker) {
        switch value {
        case .null: Int?.write(nil, into: &packer)
        case .bool(let value): Bool.write(value, into: &packer)
        case .int(let value): Int.write(value, into: &packer)
        case .int8(let value): Int8.write(value, into: &packer)
        case .int16(let value): Int16.write(value, into: &packer)
        case .int32(let value): Int32.write(value, into: &packer)
        case .int64(let value): Int64.write(value, into: &packer)
        case .uint(let value): UInt.write(value, into: &packer)
        case .uint8(let value): UInt8.write(value, into: &packer)
        case .uint16(let value): UInt16.write(value, into: &packer)
        case .uint32(let value): UInt32.write(value, into: &packer)
        case .uint64(let value): UInt64.write(value, into: &packer)
        case .double(let value): Double.write(value, into: &packer)
        case .float(let value): Float.write(value, into: &packer)
        case .decimal(let value): Decimal.write(value, into: &packer)
        case .string(let value): String.write(value, into: &packer)
        case .url(let value): URL.write(value, into: &packer)
        case .uuid(let value): UUID.write(value, into: &packer)
        case .data(let value): Data.write(value, into: &packer)
        case .date(let value): Date.write(value, into: &packer)
        case .file(let value): HTTPFile.write(value, into: &packer)
        case .array(let values): [Value].write(values, into: &packer)
        case .dictionary(let values): [String: Value].write(values, into: &packer)
        case .shape(let shape): Shape.write(shape, into: &packer)
        }
    }
}

extension Value {
    var asString: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// - Parameter levels: the largest depth.
    init(from choices: inout Choices, levels: Int) {
        switch choices.below(levels > 0 ? 28 : 24) {
        case 0: self = .null(isWritten: choices.below(2) == 0)
        case 1: self = .bool(choices.below(2) == 0)
        case 2: self = .int(Int(truncatingIfNeeded: choices.bits()))
        case 3: self = .int8(Int8(truncatingIfNeeded: choices.bits()))
        case 4: self = .int16(Int16(truncatingIfNeeded: choices.bits()))
        case 5: self = .int32(Int32(truncatingIfNeeded: choices.bits()))
        case 6: self = .int64(Int64(truncatingIfNeeded: choices.bits()))
        case 7: self = .uint(UInt(truncatingIfNeeded: choices.bits()))
        case 8: self = .uint8(UInt8(truncatingIfNeeded: choices.bits()))
        case 9: self = .uint16(UInt16(truncatingIfNeeded: choices.bits()))
        case 10: self = .uint32(UInt32(truncatingIfNeeded: choices.bits()))
        case 11: self = .uint64(choices.bits())
        case 12: self = .double(Self.double(from: &choices))
        case 13: self = .float(Float(bitPattern: UInt32(truncatingIfNeeded: choices.bits())))
        case 14:
            let exponent = Int(Int8(bitPattern: choices.byte()))
            self = .decimal(Decimal(sign: .minus, exponent: exponent, significand: Decimal(choices.bits())))
        case 15: self = URL(string: choices.text()).map { .url($0) } ?? .string("http://h")
        case 16: self = .uuid(Self.uuid(from: &choices))
        case 17: self = .data(choices.bytes())
        case 18, 19: self = .date(Date(timeIntervalSince1970: Self.seconds(from: &choices)))
        case 20:
            let name = choices.below(2) == 0 ? nil : choices.text()
            let contentType = choices.below(2) == 0 ? "text/plain" : choices.text()
            self = .file(HTTPFile(data: choices.bytes(), name: name, contentType: contentType))
        case 21..<24: self = .string(choices.text())
        case 24, 25: self = .array(Self.values(from: &choices, levels: levels - 1))
        case 26:
            let values = Self.values(from: &choices, levels: levels - 1)
            let pairs = values.map { (choices.text(), $0) }
            self = .dictionary(Dictionary(pairs, uniquingKeysWith: { first, _ in first }))
        default:
            self =
                choices.below(16) == 0
                ? Self.deep(from: &choices)
                : .shape(Shape(params: Program.params(from: &choices, most: 4, levels: levels - 1)))
        }
    }

    private static func values(from choices: inout Choices, levels: Int) -> [Value] {
        var values: [Value] = []
        for _ in 0..<choices.below(6) where !choices.isAtEnd {
            values.append(Value(from: &choices, levels: levels))
        }
        return values
    }

    /// Around the limit of 512 levels, or lower.
    private static func deep(from choices: inout Choices) -> Value {
        let levels = choices.below(2) == 0 ? 500 + choices.below(20) : choices.below(100)
        let kind = choices.below(3)
        return (0..<levels).reduce(.bool(true)) { value, _ in
            switch kind {
            case 0: .array([value])
            case 1: .dictionary(["a": value])
            default: .shape(Shape(params: [Program.Param(name: .literal("a"), value: value)]))
            }
        }
    }

    private static func double(from choices: inout Choices) -> Double {
        switch choices.below(3) {
        case 0: Double(bitPattern: choices.bits())
        case 1: Double(Int64(truncatingIfNeeded: choices.bits()))
        default: Double(Int64(truncatingIfNeeded: choices.bits())) / 1_000
        }
    }

    /// Mostly within the years that can be sent.
    private static func seconds(from choices: inout Choices) -> Double {
        switch choices.below(4) {
        case 0: Double(bitPattern: choices.bits())
        case 1: choices.one(of: [-62_135_596_800, 253_402_300_799.999, -62_135_596_800.001, 253_402_300_800])
        case 2: Double(choices.bits() % 315_537_897_600) - 62_135_596_800
        default: Double(choices.bits() % 315_537_897_600_000) / 1_000 - 62_135_596_800
        }
    }

    private static func uuid(from choices: inout Choices) -> UUID {
        var uuid = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)).uuid
        withUnsafeMutableBytes(of: &uuid) { bytes in
            for index in bytes.indices { bytes[index] = choices.byte() }
        }
        return UUID(uuid: uuid)
    }
}
