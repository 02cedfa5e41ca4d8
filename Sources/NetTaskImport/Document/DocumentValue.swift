import Foundation
import NetTaskSpec

/// A value of an OpenAPI document, with its path. The ledger records whether the specs contain it.
///
/// Code that reads a value must record the result: `text()` and similar methods carry the value over, and `leaveOut(_:)` lists it
/// with a reason. The ledger finds the values without a result.
struct DocumentValue {
    let node: YAMLNode
    let path: DocumentPath
    let run: ImportRun

    typealias Member = (key: String, value: DocumentValue, keyRange: SourceRange)

    var range: SourceRange { node.range }

    // MARK: Steps

    /// Returns the value of a key. Returns `nil` if the key is missing, or if this value is not a map.
    subscript(key: String) -> DocumentValue? {
        guard case .mapping(let entries) = node.content, let entry = run.entry(key, of: entries) else {
            return run.swagger == nil ? nil : inSwagger(key)
        }
        return child(entry.value, key)
    }

    /// Returns the value that represents a key of OpenAPI 3.0 in schemas of Swagger 2.0.
    private func inSwagger(_ key: String) -> DocumentValue? {
        switch key {
        case "nullable": self["x-nullable"]
        case "propertyName": node.text == nil ? nil : self  // a discriminator is only a name
        default: nil
        }
    }

    /// The keys and values of a map in their written order. It is `nil` if this value is not a map.
    var members: [Member]? {
        guard case .mapping(let entries) = node.content else { return nil }
        return entries.map { ($0.key, child($0.value, $0.key), $0.keyRange) }
    }

    /// The elements of a list. It is `nil` if this value is not a list.
    var elements: [DocumentValue]? {
        guard case .sequence(let items) = node.content else { return nil }
        return items.enumerated().map { child($1, String($0)) }
    }

    /// Returns the value of a key or an element whose node is already known.
    func child(_ node: YAMLNode, _ key: String) -> DocumentValue {
        DocumentValue(node: node, path: path.appending(key), run: run)
    }

    // MARK: Results

    /// Records that the specs contain the whole value.
    func carry() { run.ledger.carry(node) }

    /// Records that the specs do not contain the value. The report states the reason, such as "values are not validated".
    func leaveOut(_ reason: OmissionReason) { run.ledger.leaveOut(self, reason) }

    /// Records that the specs do not contain the values of some keys.
    func leaveOut(_ keys: [String], _ reason: OmissionReason) {
        for key in keys { self[key]?.leaveOut(reason) }
    }

    /// Reports that the document is invalid here, and leaves the value out.
    func refuse(_ message: @autoclosure () -> String) {
        warn(.invalidDocument, message())
        leaveOut(.differs(.invalidDocument, "it violates OpenAPI"))
    }

    /// Reports that the document is invalid here, leaves the value out, and returns `nil`.
    func refuse<Value>(_ message: @autoclosure () -> String) -> Value? {
        refuse(message())
        return nil
    }

    func leaveOut<Value>(_ reason: OmissionReason) -> Value? {
        leaveOut(reason)
        return nil
    }

    /// Reports a warning about the document.
    ///
    /// - Parameter place: The range of the warning. Default: the range of the value.
    func warn(
        _ code: DiagnosticCode,
        _ message: @autoclosure () -> String,
        at place: SourceRange? = nil,
        suggestion: @autoclosure () -> String? = nil
    ) {
        run.diagnostics.at(place ?? range, code).warning(message())
            .suggest(suggestion(), isFix: false)  // in JSON, a key needs quotes
    }

    func warn<Value>(
        _ code: DiagnosticCode,
        _ message: @autoclosure () -> String,
        at place: SourceRange? = nil
    ) -> Value? {
        warn(code, message(), at: place)
        return nil
    }

    // MARK: Single values

    /// Returns the text of a single value as written, including numbers and booleans. Returns `nil` for null. For a map or a
    /// list, reports a warning and returns `nil`.
    func text() -> String? {
        if isNull { return leaveOut(.unused(.matchesNothing, "it is null")) }
        guard let text = plainText else { return refuse("\(name) must be text, not \(node.kind)") }
        carry()
        return text
    }

    func bool() -> Bool? {
        guard case .scalar(let scalar) = node.content, scalar.isPlain, let value = Self.bools[scalar.text] else {
            return refuse("\(name) must be `true` or `false`")
        }
        carry()
        return value
    }

    private static let bools = ["true": true, "false": false]

    /// The text of a single value, or `nil` for null. Reading it does not carry the value over.
    var plainText: String? { isNull ? nil : node.text }

    /// Whether this is null.
    var isNull: Bool { node.isNull }

    /// The last step of the path, or `nil` for the root of a file.
    var key: String? {
        if case .step(_, let key) = path { key } else { nil }
    }

    /// The last step of the path, for messages.
    var name: String { key?.quotedForMessage ?? "the document" }

    // MARK: Maps and lists, through references

    /// Returns the target of this reference, or this value if it is not a reference. Lists the keys beside a reference as left
    /// out. If the reference is broken, reports it and returns `nil`.
    ///
    /// - Parameter kept: The keys beside a reference that replace the keys of its target.
    func component(keeping kept: Set<String> = []) -> DocumentValue? {
        guard self["$ref"] != nil else { return self }
        for (key, value, _) in members ?? [] where key != "$ref" && !kept.contains(key) {
            value.leaveOut(.unused(.redundant, "the target of the reference is used instead"))
        }
        return resolved()
    }

    /// Returns the entries of a map whose keys are names that the document defines. Follows a reference. If the value is not a
    /// map, reports a warning and returns `nil`.
    ///
    /// - Parameter noun: The name in messages, such as "`headers`".
    func entries(_ noun: String, of things: String = "") -> [Member]? {
        guard let value = isReference ? component() : self else { return nil }
        guard let members = value.members else {
            return value.refuse("\(noun) must be a map\(things), not \(value.node.kind)")
        }
        if members.isEmpty { value.carry() }
        return members
    }

    /// Returns the elements of a list. Follows a reference. If the value is not a list, reports a warning and returns `nil`.
    func items(_ noun: String) -> [DocumentValue]? {
        guard let value = isReference ? component() : self else { return nil }
        guard let elements = value.elements else {
            return value.refuse("\(noun) must be a list, not \(value.node.kind)")
        }
        if elements.isEmpty { value.carry() }
        return elements
    }

    /// Whether this value is a reference. In a map of names, `$ref` may be one of the names. Its value is not text then.
    private var isReference: Bool { self["$ref"]?.plainText != nil }

    // MARK: References

    /// Follows a chain of references and returns its end, or this value if it is not a reference. If a reference is broken, or if
    /// the chain is a cycle or too long, reports it once and returns `nil`.
    func resolved() -> DocumentValue? {
        guard let reference = self["$ref"] else { return self }
        if let target = endOfReferences(from: reference) { return target }
        return reference.leaveOut(.danglingReference)
    }

    private func endOfReferences(from first: DocumentValue) -> DocumentValue? {
        var value = self
        var seen: Set<SourceRange> = []
        while let reference = value["$ref"] {
            guard seen.insert(value.range).inserted else {
                return reference.warn(.unresolvedReference, "this reference refers to itself")
            }
            guard seen.count <= Self.chainLimit else {
                return first.warn(
                    .unresolvedReference,
                    "more than \(Self.chainLimit) references follow one another from here; refer to the last one directly"
                )
            }
            if reference.isNull { reference.warn(.invalidDocument, "`$ref` must be text, not null") }
            guard let text = reference.text(), let target = value.target(of: text, at: reference.range) else {
                return nil
            }
            value = target
        }
        return value
    }

    /// The maximum number of references in a chain. Chains in real documents are far shorter.
    private static let chainLimit = 1_000

    /// Follows one reference. If the reference is broken, reports it and returns `nil`.
    func target(of reference: String, at range: SourceRange) -> DocumentValue? {
        let place = ReferencePlace(file: self.range.file, text: reference)
        if let known = run.targets[place] { return known }
        let target = findTarget(of: reference, at: range)
        if let target { run.targets[place] = target }
        return target
    }

    private func findTarget(of reference: String, at range: SourceRange) -> DocumentValue? {
        let file = reference.prefix { $0 != "#" }
        guard !file.contains("://") else {
            return warn(
                .unresolvedReference,
                "\(reference.quotedForMessage) cannot be resolved: URLs are not loaded; save the file next to the document",
                at: range
            )
        }
        let (path, fragment) = parts(of: reference)
        guard let root = run.files.root(path, from: range, run) else { return nil }
        return root.value(at: fragment, referredToAs: reference, from: range)
    }

    /// Returns the file and the pointer of a reference in a uniform spelling, even if the target does not exist.
    func place(of reference: String) -> String {
        let (path, fragment) = parts(of: reference)
        return path + "#" + (fragment.removingPercentEncoding ?? fragment)
    }

    /// Returns the path of the file that a reference leads to, and the text after `#`.
    private func parts(of reference: String) -> (path: String, fragment: String) {
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let own = run.files.path(ofFile: range.file)
        let fragment = parts.count > 1 ? parts[1] : ""
        guard !parts[0].isEmpty else { return (own, fragment) }
        let file = parts[0].removingPercentEncoding ?? parts[0]
        guard !file.hasPrefix("/") else { return (file, fragment) }
        let folder = own.lastIndex(of: "/").map { String(own[...$0]) } ?? ""
        return (folder + (file.hasPrefix("./") ? String(file.dropFirst(2)) : file), fragment)
    }

    /// Follows a JSON pointer (RFC 6901) from this root.
    private func value(at fragment: String, referredToAs reference: String, from range: SourceRange) -> DocumentValue? {
        let isEncoded = fragment.utf8.contains(UInt8(ascii: "%"))
        let pointer = isEncoded ? fragment.removingPercentEncoding ?? fragment : fragment
        guard pointer.isEmpty || pointer.hasPrefix("/") else {
            return warn(
                .unresolvedReference,
                "\(reference.quotedForMessage) is not a pointer such as `#/components/schemas/Pet`",
                at: range
            )
        }
        var value = self
        for key in Self.keys(ofPointer: pointer) {
            if let next = value[key] {
                value = next
            } else if let elements = value.elements, let index = Int(key), elements.indices.contains(index) {
                value = elements[index]
            } else {
                warn(
                    .unresolvedReference,
                    "\(reference.quotedForMessage) cannot be resolved: \(key.quotedForMessage) does not exist",
                    at: range,
                    suggestion: value.members.flatMap { key.closestMatch(among: $0.map(\.key)) }
                )
                return nil
            }
        }
        return value
    }

    /// Returns the keys in a JSON pointer, without its escapes.
    static func keys(ofPointer pointer: String) -> [String] {
        pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { (step: Substring) in
            let isEscaped = step.utf8.contains(UInt8(ascii: "~"))
            return String(isEscaped ? step.replacing("~1", with: "/").replacing("~0", with: "~") : step)
        }
    }
}

/// The text of a reference, and the file that contains it.
struct ReferencePlace: Hashable {
    var file: Int
    var text: String
}

extension ReferencePlace {
    /// Identifies a value, even if an alias repeats it elsewhere.
    init(of value: DocumentValue) {
        self.init(file: value.range.file, text: value.path.description)
    }
}

/// The path from the root of a file to a value.
indirect enum DocumentPath: Sendable {
    case root
    case step(DocumentPath, String)

    func appending(_ key: String) -> DocumentPath { .step(self, key) }

    var keys: [String] {
        var keys: [String] = []
        var path = self
        while case .step(let parent, let key) = path {
            keys.append(key)
            path = parent
        }
        return keys.reversed()
    }
}

extension DocumentPath: CustomStringConvertible {
    /// A JSON pointer as a fragment (RFC 6901, section 6, without its percent-encoding): `#/paths/~1pets/get`.
    var description: String {
        keys.reduce(into: "#") { text, key in
            text += "/"
            // Most keys contain neither `~` nor `/`.
            let isPlain = !key.utf8.contains { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }
            text += isPlain ? key : Self.escaped(key)
        }
    }

    private static func escaped(_ key: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(key.utf8.count + 16)
        for byte in Array(key.utf8) {
            switch byte {
            case UInt8(ascii: "~"): bytes += [byte, UInt8(ascii: "0")]
            case UInt8(ascii: "/"): bytes += [UInt8(ascii: "~"), UInt8(ascii: "1")]
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
