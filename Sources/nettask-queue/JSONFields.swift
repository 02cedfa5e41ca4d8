import Foundation
import NetTaskHTTP
import NetTaskTerminal

/// A JSON object on one line, whose fields keep their order. JSON that is put into it stays as it is, to the last digit.
struct JSONFields {
    private var fields: [String] = []

    /// Leaves the field out if there is no value.
    mutating func add(_ name: String, _ value: String?) {
        if let value { add(name, json: Self.string(value)) }
    }

    mutating func add(_ name: String, _ value: Int?) {
        if let value { add(name, json: String(value)) }
    }

    mutating func add(_ name: String, _ value: Date?) {
        add(name, value?.iso8601Text)
    }

    mutating func add(_ name: String, _ values: [String]) {
        if !values.isEmpty { add(name, json: Self.array(values.map(Self.string))) }
    }

    mutating func add(_ name: String, json: String) {
        fields.append("\(Self.string(name)):\(json)")
    }

    var text: String { "{\(fields.joined(separator: ","))}".escapedJSON }

    static func array(_ elements: [String]) -> String { "[\(elements.joined(separator: ","))]" }

    static func string(_ text: String) -> String {
        var json = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": json += "\\\""
            case "\\": json += "\\\\"
            case "\n": json += "\\n"
            case "\r": json += "\\r"
            case "\t": json += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f:
                let digits = String(scalar.value, radix: 16)
                json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: json.unicodeScalars.append(scalar)
            }
        }
        return json + "\""
    }
}
