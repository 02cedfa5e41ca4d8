import Foundation
import NetTaskHTTP
import NetTaskTerminal

/// The fields of a JSON object. A field without a value is left out.
struct JSONFields {
    private var members: [(name: String, value: JSONText)] = []

    mutating func add(_ name: String, _ value: JSONText?) {
        if let value { members.append((name, value)) }
    }

    mutating func add(_ name: String, _ value: String?) {
        add(name, value.map(JSONText.string))
    }

    mutating func add(_ name: String, _ value: Int?) {
        add(name, value.map(JSONText.integer))
    }

    mutating func add(_ name: String, _ value: Date?) {
        add(name, value?.iso8601Text)
    }

    mutating func add(_ name: String, _ values: [String]) {
        if !values.isEmpty { add(name, .list(values.map(JSONText.string))) }
    }

    var json: JSONText { .object(members) }
}
