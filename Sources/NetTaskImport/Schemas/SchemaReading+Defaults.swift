internal import Foundation
import NetTaskSpec

extension SchemaReading {
    /// Takes the default over where the type has a place for it.
    func setDefault(_ value: DocumentValue, of type: inout SchemaType) {
        if type.defaultValue != nil {
            importer.leaveOut(["default"], inside: schema, "another default is there already")
        }
        type.defaultValue = nil
        if type.isSecret {
            value.leaveOut("a secret must stand in no code")
        } else if value.isNull {
            value.leaveOut("without a default, nothing is there either")
        } else if let found = fitting(value, type.type) {
            value.carry()
            type.defaultValue = found
        } else {
            value.leaveOut("the type has no such default")
        }
    }

    private func fitting(_ value: DocumentValue, _ type: DraftType) -> DefaultDraft? {
        switch type {
        case .list: value.elements?.isEmpty == true ? .emptyList : nil
        case .dictionary: value.members?.isEmpty == true ? .emptyMap : nil
        case .named(let name): value.plainText.flatMap { fitting($0, name) }
        case .optional: nil
        }
    }

    private func fitting(_ text: String, _ name: String) -> DefaultDraft? {
        if let enumeration = importer.enumerations[name] {
            guard enumeration.cases.contains(where: { $0.value == text }) else { return nil }
            return enumeration.isOfIntegers ? .number(text) : .text(text)
        }
        switch name {
        case "String": return .text(text)
        case "Bool": return text == "true" ? .bool(true) : text == "false" ? .bool(false) : nil
        case "Double", "Float", "Decimal": return Self.isNumber(text, name) ? .number(text) : nil
        default: return Self.isInteger(text, name) ? .number(text) : nil
        }
    }

    private static func isNumber(_ text: String, _ name: String) -> Bool {
        guard ScalarKind.isNumber(text) else { return false }
        switch name {
        case "Double": return Double(text)?.isFinite == true
        case "Float": return Float(text)?.isFinite == true
        default:
            let digits = text.utf8.filter { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
            return digits.count <= 18 && !text.utf8.contains { $0 | 0x20 == UInt8(ascii: "e") }
        }
    }

    private static func isInteger(_ text: String, _ name: String) -> Bool {
        guard ScalarKind.isNumber(text) else { return false }
        switch name {
        case "Int", "Int64": return Int64(text) != nil
        case "Int8": return Int8(text) != nil
        case "Int16": return Int16(text) != nil
        case "Int32": return Int32(text) != nil
        case "UInt", "UInt64": return UInt64(text) != nil
        case "UInt8": return UInt8(text) != nil
        case "UInt16": return UInt16(text) != nil
        case "UInt32": return UInt32(text) != nil
        default: return false
        }
    }
}
