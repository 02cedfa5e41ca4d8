import NetTaskSpec

/// A value of an OpenAPI document: what stands there, where, and what became of it.
///
/// Whoever looks at a value says what becomes of it: `text()` and the like carry it over, and `leaveOut(_:)` lists it with a
/// reason. Nothing may be looked at and forgotten; the ledger tells.
struct DocumentValue {
    let node: YAMLNode
    let path: DocumentPath
    let run: ImportRun

    var range: SourceRange { node.range }

    // MARK: Steps

    /// The value of a key; nil where there is none, or where this is no map.
    subscript(key: String) -> DocumentValue? {
        guard case .mapping(let entries) = node.content, let entry = run.entry(key, of: entries, at: range) else {
            return nil
        }
        return child(entry.value, key)
    }

    /// The keys of a map and their values, in the order written; nil where this is no map.
    var members: [(key: String, value: DocumentValue, keyRange: SourceRange)]? {
        guard case .mapping(let entries) = node.content else { return nil }
        return entries.map { ($0.key, child($0.value, $0.key), $0.keyRange) }
    }

    /// The elements of a list; nil where this is none.
    var elements: [DocumentValue]? {
        guard case .sequence(let items) = node.content else { return nil }
        return items.enumerated().map { child($1, String($0)) }
    }

    /// The value of a key, or an element, which is at hand already.
    func child(_ node: YAMLNode, _ key: String) -> DocumentValue {
        DocumentValue(node: node, path: path.appending(key), run: run)
    }

    // MARK: What becomes of it

    /// All of it is in the specs.
    func carry() { run.ledger.carry(node) }

    /// It is not in the specs; the report says why, in words such as "values are not validated".
    func leaveOut(_ reason: String) { run.ledger.leaveOut(self, reason) }

    /// Reports what is wrong with the document here and leaves the value out.
    func refuse(_ message: @autoclosure () -> String) {
        run.diagnostics.warning(message(), at: range)
        leaveOut("it is not what OpenAPI has here")
    }

    // MARK: Single values, which are carried over

    /// The text as it is written, of a number or boolean too; nil for null, and, with a warning, for what is no single value.
    func text() -> String? {
        if isNull {
            leaveOut("it is null")
            return nil
        }
        guard let text = plainText else {
            refuse("\(name) must be text, not \(node.kind)")
            return nil
        }
        carry()
        return text
    }

    func bool() -> Bool? {
        guard case .scalar(let scalar) = node.content, scalar.isPlain, let value = Self.bools[scalar.text] else {
            refuse("\(name) must be `true` or `false`")
            return nil
        }
        carry()
        return value
    }

    /// The text of a single value, which null has not; not carried over.
    var plainText: String? {
        if case .scalar(let scalar) = node.content, !isNull { scalar.text } else { nil }
    }

    /// Whether this is null.
    var isNull: Bool { node.isNull }

    /// The last step of the way here; nil for the root of a file.
    var key: String? {
        if case .step(_, let key) = path { key } else { nil }
    }

    /// The last step, for messages.
    var name: String { key?.quotedForMessage ?? "the document" }

    private static let bools = ["true": true, "false": false]
}
