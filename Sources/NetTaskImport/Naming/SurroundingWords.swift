import NetTaskSpec

/// The words for an inline shape, made from its path: `#/components/responses/Conflict/content/…/schema` becomes `Conflict`, and
/// `#/paths/~1pets/get/responses/404/content/…/schema` becomes the name of `GET /pets`, followed by `NotFound`.
///
/// The importers of the surrounding objects choose the same words. Therefore the name does not depend on the order in which they
/// run.
struct SurroundingWords {
    /// The words, or `nil` for the root of a file.
    var text: String? { words.isEmpty ? nil : words.joined(separator: " ") }
    private var words: [String] = []
    /// The last word, if it is a property.
    private var property: String?
    private let value: DocumentValue

    init(of value: DocumentValue) {
        self.value = value
        var keys = value.path.keys[...]
        switch keys.first {
        case "components": keys = keys.dropFirst(2)
        case "paths": keys = takeOperation(keys.dropFirst())
        default: break
        }
        // The path begins with a name, even if the name equals a keyword.
        if words.isEmpty, let first = keys.popFirst() {
            if Self.places.contains(first), let name = keys.popFirst() { words = [name] } else { words = [first] }
        }
        while let key = keys.popFirst() { take(key, &keys) }
    }

    /// The keys under which files declare shared parts by name.
    private static let places: Set = ["definitions", "$defs", "schemas", "responses", "parameters", "properties"]

    private mutating func takeOperation(_ keys: ArraySlice<String>) -> ArraySlice<String> {
        guard let path = keys.first, let root = value.run.files.root(ofFile: value.range.file) else { return keys }
        let method = keys.dropFirst().first
        guard let method, LocatedOperation.methods.contains(method) else {
            words = [LocatedOperation.nameText("", path)]
            return keys.dropFirst()
        }
        let id = root["paths"]?[path]?[method]?["operationId"]?.plainText ?? ""
        words = [id.isEmpty ? LocatedOperation.nameText(method, path) : id]
        return keys.dropFirst(2)
    }

    private mutating func take(_ key: String, _ keys: inout ArraySlice<String>) {
        let property = property
        self.property = nil
        switch key {
        case "schema", "allOf", "anyOf", "oneOf", "parameters": break
        case "content": _ = keys.popFirst()
        case "$defs", "definitions": if let name = keys.popFirst() { words = [name] }
        case "properties", "headers":
            self.property = keys.popFirst()
            words += [self.property].compactMap { $0 }
        case "items", "additionalProperties":
            let single = property.flatMap(Plural.singular)
            if let single { words[words.count - 1] = single } else { words.append(key == "items" ? "Item" : "Value") }
        case "requestBody": words.append("Body")
        case "responses":
            guard let key = keys.popFirst() else { return }
            words.append(
                StatusKey(documentKey: key).map { $0.hundreds == 2 ? "Response" : ReplyImporter.word($0) } ?? key
            )
        default: if Int(key) == nil { words.append(key) }
        }
    }
}
