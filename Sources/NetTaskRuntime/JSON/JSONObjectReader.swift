/// A JSON object whose members a shape reads one by one. Members that nobody reads are skipped.
///
/// Where a name occurs more than once, the last one counts.
public struct JSONObjectReader: Sendable {
    private let node: JSONNode

    init(_ node: JSONNode) {
        self.node = node
    }

    /// Reads a member. An optional is nil where the member is absent or `null`.
    public mutating func read<Value: JSONReadable>(_ name: String) throws -> Value {
        try read(name, format: .iso8601)
    }

    /// Reads a member that is a date, or holds dates.
    public mutating func read<Value: JSONReadable>(_ name: String, format: DateFormat) throws -> Value {
        if let member = node.member(name) {
            return try JSONReader.read(member, at: name, format: format)
        }
        return try absent(name)
    }

    /// Reads what lies deeper inside: `["main", "temp"]` is the member `temp` of the member `main`.
    ///
    /// An optional is nil where any step is absent or `null`.
    public mutating func read<Value: JSONReadable>(_ path: [String]) throws -> Value {
        try read(path, format: .iso8601)
    }

    /// Reads a date, or dates, from deeper inside.
    public mutating func read<Value: JSONReadable>(_ path: [String], format: DateFormat) throws -> Value {
        var node = self.node
        for (index, name) in path.enumerated() {
            let place = path[..<index].joined(separator: ".")
            switch node.value {
            case .object:
                guard let member = node.member(name) else {
                    return try absent(path[...index].joined(separator: "."))
                }
                node = member
            case .null:
                return try absent(place)
            default:
                throw ParseError("expected an object, found \(node.kind)", path: place, offset: node.offset)
            }
        }
        return try JSONReader.read(node, at: path.joined(separator: "."), format: format)
    }

    /// An error about this object.
    public func error(_ reason: String) -> ParseError {
        ParseError(reason, offset: node.offset)
    }

    private func absent<Value: JSONReadable>(_ path: String) throws -> Value {
        if let value = Value.valueIfAbsent {
            return value
        }
        throw ParseError("it is missing", path: path, offset: node.offset)
    }
}
