import Foundation
import NetTaskInterpreter
import NetTaskRuntime
import NetTaskSpec

extension Example {
    /// The values of a task's properties: what the generated `example` of an endpoint has.
    func values(_ fields: [Field], _ shapes: [String: Shape]) -> [String: SpecValue] {
        guard case .members(let members) = self else { return [:] }
        var values: [String: SpecValue] = [:]
        for member in members {
            guard let field = fields.first(where: { $0.name.swift == member.name }) else { continue }
            values[member.name] = member.value.value(
                field.isNullable && member.value == .null ? nil : field.type,
                shapes
            )
        }
        return values
    }

    /// - Parameter type: nil for a field that is null.
    private func value(_ type: TypeReference?, _ shapes: [String: Shape]) -> SpecValue {
        guard let type else { return .null }
        switch (self, type.unwrapped) {
        case (.null, _): return .absent
        case (.value(.json(let value)), _): return .scalar(value.jsonValue)
        case (.value(.enumerationCase(let name)), .shape(let shape)):
            guard case .enumeration(let cases)? = shapes[shape]?.kind,
                let found = cases.first(where: { $0.name.swift == name })
            else { return .absent }
            switch found.value {
            case .string(let text): return .enumeration(case: name, text)
            case .integer(let number): return .enumeration(case: name, number)
            }
        case (.value(let value), .scalar(let scalar)): return value.specValue(scalar)
        case (.list(let elements), .array(let element)): return .list(elements.map { $0.value(element, shapes) })
        case (.members(let members), .dictionary(let value)):
            return .dictionary(members.map { SpecValue.Member($0.name, $0.value.value(value, shapes)) })
        case (.members(let members), .shape(let name)):
            if let alternatives = shapes[name]?.alternatives, let member = members.first,
                let one = alternatives.cases.first(where: { $0.name.swift == member.name })
            {
                return .choice(shape: name, case: member.name, member.value.value(one.type, shapes))
            }
            let fields = shapes[name]?.fields ?? []
            let values = values(fields, shapes)
            let reader = ValueReader(shapes, .request)
            return .object(
                shape: name,
                fields.map { field in
                    let value = values[field.name.swift] ?? reader.defaultValue(of: field) ?? .absent
                    return SpecValue.Member(field.name.swift, value)
                }
            )
        default: return .absent
        }
    }
}

extension Field.DefaultValue {
    fileprivate func specValue(_ scalar: TypeReference.Scalar) -> SpecValue {
        switch (scalar, self) {
        case (.bool, .bool(let bool)): .scalar(bool)
        case (.string, .string(let text)): .scalar(text)
        case (.url, .string(let text)): .scalar(URL(string: text)!)
        case (.uuid, .string(let text)): .scalar(UUID(uuidString: text)!)
        case (.data, .string(let text)): .scalar(Data(base64Encoded: text)!)
        case (.file, .string(let text)): .file(HTTPFile(data: Data(text.utf8)))
        case (.date, .integer(let seconds)): .scalar(Date(timeIntervalSince1970: Double(seconds)))
        case (.date, .number(let seconds)): .scalar(Date(timeIntervalSince1970: Double(seconds)!))
        case (.double, .number(let text)): .scalar(Double(text)!)
        case (.float, .number(let text)): .scalar(Float(text)!)
        case (.decimal, .number(let text)): .scalar(Decimal(string: text)!)
        case (.uint64, .unsigned(let number)): .scalar(number)
        case (.uint, .unsigned(let number)): .scalar(UInt(number))
        case (.int, .integer(let number)): .scalar(number)
        case (.int8, .integer(let number)): .scalar(Int8(number))
        case (.int16, .integer(let number)): .scalar(Int16(number))
        case (.int32, .integer(let number)): .scalar(Int32(number))
        case (.int64, .integer(let number)): .scalar(Int64(number))
        case (.uint, .integer(let number)): .scalar(UInt(number))
        case (.uint8, .integer(let number)): .scalar(UInt8(number))
        case (.uint16, .integer(let number)): .scalar(UInt16(number))
        case (.uint32, .integer(let number)): .scalar(UInt32(number))
        case (.uint64, .integer(let number)): .scalar(UInt64(number))
        default: .absent
        }
    }
}

extension ExtensionValue {
    fileprivate var jsonValue: JSONValue {
        switch self {
        case .null: .null
        case .bool(let bool): .bool(bool)
        case .integer(let number): .number(JSONValue.Number(number))
        case .number(let text): JSONValue(floatLiteral: Double(text)!)
        case .string(let text): .string(text)
        case .list(let values): .array(values.map(\.jsonValue))
        case .map(let members):
            .object(Dictionary(members.map { ($0.name, $0.value.jsonValue) }) { first, _ in first })
        }
    }
}

extension SpecValue {
    /// As `ValueDump` writes values of generated code.
    var dump: String {
        switch self {
        case .absent: "nil"
        case .null: "null"
        case .secret: "<secret>"
        case .file(let file): "\((try? file.data().base64EncodedString()) ?? "") \(file.contentType)"
        case .list(let elements): "[\(elements.map(\.dump).joined(separator: ", "))]"
        case .dictionary(let members):
            "{\(members.map { "\($0.name.debugDescription): \($0.value.dump)" }.sorted().joined(separator: ", "))}"
        case .object(_, let members): "{\(members.map { "\($0.name): \($0.value.dump)" }.joined(separator: ", "))}"
        case .enumeration(_, let raw): "=\(raw)"
        case .choice(_, let name, let value): ".\(name)(\(value.dump))"
        case .scalar(let scalar): Self.dump(scalar)
        }
    }

    private static func dump(_ scalar: any SpecScalar) -> String {
        switch scalar {
        case let text as String: text.debugDescription
        case let date as Date: "\(date.timeIntervalSince1970)"
        case let data as Data: data.base64EncodedString()
        case let url as URL: url.absoluteString
        case let uuid as UUID: uuid.uuidString
        default: "\(scalar)"
        }
    }
}
