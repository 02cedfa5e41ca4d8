import NetTaskSpec

/// An operation of a document, and where it stands.
struct LocatedOperation {
    /// As the document has it.
    var path: String
    /// Where the path is named.
    var pathRange: SourceRange
    /// In small letters: a key of OpenAPI.
    var method: String
    /// Where the method is named.
    var methodRange: SourceRange
    /// The operation itself.
    var reader: ObjectReader
    /// What it shares with the other operations of the path.
    var pathItem: ObjectReader

    var id: String? {
        guard let id = reader["operationId"]?.plainText, !id.isEmpty else { return nil }
        return id
    }

    var tags: [String] { reader["tags"]?.elements?.compactMap(\.plainText) ?? [] }

    /// What its endpoint is to be called.
    var nameText: String {
        id ?? Self.nameText(method: method, path: path)
    }

    static func nameText(method: String, path: String) -> String {
        let words: [String] = path.split(separator: "/").map { part in
            String(part).replacing("{", with: " by ").replacing("}", with: " ")
        }
        return ([method] + words).joined(separator: " ")
    }
}

extension Endpoint.Method {
    /// Of a method in capitals.
    static func sendsParamsInQuery(_ method: String) -> Bool { Self(rawValue: method)?.sendsParamsInQuery == true }
}
