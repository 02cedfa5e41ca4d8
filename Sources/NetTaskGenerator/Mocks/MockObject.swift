import NetTaskSpec

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

    /// The text in quotes. Characters that a reader of a file could not see are escaped.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _ where scalar.isInvisible:
                for unit in String(scalar).utf16 {
                    let hex = String(unit, radix: 16)
                    quoted += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
                }
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
