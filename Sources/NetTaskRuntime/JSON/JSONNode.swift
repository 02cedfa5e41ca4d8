/// A parsed JSON value, with the place where it starts.
struct JSONNode: Sendable {
    indirect enum Value: Sendable {
        case null
        case bool(Bool)
        /// The digits as they are written.
        case number(String)
        case string(String)
        case array([JSONNode])
        case object([Member])
    }

    struct Member: Sendable {
        var name: String
        var value: JSONNode
    }

    var value: Value
    /// In bytes from the start of the text.
    var offset: Int

    /// What it is, for messages.
    var kind: String {
        switch value {
        case .null: "null"
        case .bool(let bool): "\(bool)"
        case .number(let digits): "the number \(excerpt(of: digits.utf8))"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The member of that name; the last one, where a name occurs more than once.
    func member(_ name: String) -> JSONNode? {
        guard case .object(let members) = value else { return nil }
        return members.last { $0.name == name }?.value
    }
}
