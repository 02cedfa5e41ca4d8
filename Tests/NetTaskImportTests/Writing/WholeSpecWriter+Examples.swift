import Foundation
@testable import NetTaskImport
@testable import NetTaskSpec

extension WholeSpecWriter {
    /// An example; nil for what the reader adds by itself.
    ///
    /// - Parameter type: What it is an example of.
    func node(_ example: Example, _ type: TypeReference) -> SpecNode? {
        switch (example, type.unwrapped) {
        case (.null, _): .literal("null")
        case (.value(.json(let value)), _): Self.node(value)
        case (.ofShape, _), (.list([.ofShape]), _): nil
        case (.list(let items), .array(let element)): .list(items.compactMap { node($0, element) })
        case (.value(let seconds), .scalar(.date)): Self.date(seconds).map { .text($0) }
        case (.value(let value), _): .value(value)
        case (.members(let members), .dictionary(let element)):
            .map(map(of: members.compactMap { member in node(member.value, element).map { (member.name, $0) } }))
        case (.members(let members), .shape(let name)): node(members, shapes[name])
        case (.list, _), (.members, _): nil
        }
    }

    private func node(_ members: [Example.Member], _ shape: Shape?) -> SpecNode? {
        guard let cases = shape?.alternatives?.cases else { return .map(map(of: members, shape?.fields ?? [])) }
        return .map(
            map(
                of: members.compactMap { member in
                    guard let one = cases.first(where: { $0.name.swift == member.name }) else { return nil }
                    return node(member.value, one.type).map { (one.name.written, $0) }
                }
            )
        )
    }

    func map(of members: [Example.Member], _ fields: [Field]) -> SpecMap {
        map(
            of: members.compactMap { member in
                guard let field = fields.first(where: { $0.name.swift == member.name }), !field.isSecret else {
                    return nil
                }
                return node(member.value, field.type).map { (field.name.written, $0) }
            }
        )
    }

    private func map(of entries: [(String, SpecNode)]) -> SpecMap {
        var map = SpecMap(isCompact: true)
        for (key, value) in entries { map.add(key, value) }
        return map
    }

    /// By ISO 8601.
    private static func date(_ seconds: Field.DefaultValue) -> String? {
        let exact: Decimal? =
            switch seconds {
            case .integer(let number): Decimal(number)
            case .number(let text): Decimal(string: text)
            default: nil
            }
        guard let exact else { return nil }
        let whole = (exact as NSDecimalNumber).doubleValue.rounded(.down)
        let text = ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: whole))
        let fraction = exact - Decimal(whole)
        return fraction == 0 ? text : text.dropLast() + "\(fraction)".dropFirst() + "Z"
    }
}
