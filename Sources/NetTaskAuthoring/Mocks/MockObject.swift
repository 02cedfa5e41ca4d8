/// A JSON object of the description of an API for mocks, as text.
struct MockObject: Equatable {
    private var members: [String] = []

    /// Adds a member that is JSON already; nothing for `nil`.
    mutating func set(_ name: String, json: String?) {
        if let json { members.append("\"\(name)\":\(json)") }
    }

    mutating func set(_ name: String, text: String?) { set(name, json: text.map(Self.quoted)) }

    /// Adds `true`; nothing for `false`, which is the default of all members.
    mutating func set(_ name: String, flag: Bool) { set(name, json: flag ? "true" : nil) }

    /// Adds a list of JSON values; nothing for an empty list.
    mutating func set(_ name: String, list: [String]) { set(name, json: list.isEmpty ? nil : Self.list(list)) }

    mutating func set(_ name: String, texts: [String]) { set(name, list: texts.map(Self.quoted)) }

    var json: String { "{\(members.joined(separator: ","))}" }

    static func list(_ values: [String]) -> String { "[\(values.joined(separator: ","))]" }

    /// The text in quotes.
    static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = [UInt8(ascii: "\"")]
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20:
                let hex = String(byte, radix: 16)
                bytes += Array("\\u00\(byte < 16 ? "0" : "")\(hex)".utf8)
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes + [UInt8(ascii: "\"")], as: UTF8.self)
    }
}
