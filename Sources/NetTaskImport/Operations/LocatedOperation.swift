import NetTaskSpec

/// An operation of a document, and where it stands.
struct LocatedOperation {
    /// As the document has it.
    var path: String
    /// Where the path is named.
    var pathRange: SourceRange
    /// In small letters: a key of OpenAPI.
    var method: String
    var value: DocumentValue
    /// What it shares with the other operations of the path.
    var pathItem: DocumentValue

    var id: String? {
        guard let id = value["operationId"]?.plainText, !id.isEmpty else { return nil }
        return id
    }

    var tags: [String] { value["tags"]?.elements?.compactMap(\.plainText) ?? [] }

    /// What its endpoint is to be called.
    var nameText: String {
        if let id { return id }
        let words: [String] = path.split(separator: "/").map { part in
            String(part).replacing("{", with: " by ").replacing("}", with: " ")
        }
        return ([method] + words).joined(separator: " ")
    }
}
