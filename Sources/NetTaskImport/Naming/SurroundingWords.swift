import NetTaskSpec

/// The words for a shape that has no name of its own, from the way to it: `#/components/responses/Conflict/content/…/schema` is
/// `Conflict`, and `#/paths/~1pets/get/responses/404/content/…/schema` what `GET /pets` is called, and `NotFound`.
///
/// They are the words that it gets from those who describe it, so that its name does not depend on who is read first.
struct SurroundingWords {
    /// nil for the root of a file.
    var text: String? { words.isEmpty ? nil : words.joined(separator: " ") }
    private var words: [String] = []
    private let value: DocumentValue

    init(of value: DocumentValue) {
        self.value = value
        var keys = value.path.keys[...]
        switch keys.first {
        case "components": keys = keys.dropFirst(2)
        case "paths": keys = takeOperation(keys.dropFirst())
        default: break
        }
        // What the way begins with is a name, whatever it is called.
        if words.isEmpty, let first = keys.popFirst() {
            if Self.places.contains(first), let name = keys.popFirst() { words = [name] } else { words = [first] }
        }
        while let key = keys.popFirst() { take(key, &keys) }
    }

    /// Where files have names for what they share.
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
        switch key {
        case "schema", "allOf", "anyOf", "oneOf", "parameters": break
        case "content": _ = keys.popFirst()
        case "$defs", "definitions": if let name = keys.popFirst() { words = [name] }
        case "properties", "headers": if let name = keys.popFirst() { words.append(name) }
        case "items": words.append("Item")
        case "additionalProperties": words.append("Value")
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
