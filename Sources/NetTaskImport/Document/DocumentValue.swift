import Foundation
import NetTaskSpec

/// A value of an OpenAPI document: what stands there, where, and what became of it.
///
/// Whoever looks at a value says what becomes of it: `text()` and the like carry it over, and `leaveOut(_:)` lists it with a
/// reason. Nothing may be looked at and forgotten; the ledger tells.
struct DocumentValue {
    let node: YAMLNode
    let path: DocumentPath
    let run: ImportRun

    typealias Member = (key: String, value: DocumentValue, keyRange: SourceRange)

    var range: SourceRange { node.range }

    // MARK: Steps

    /// The value of a key; nil where there is none, or where this is no map.
    subscript(key: String) -> DocumentValue? {
        guard case .mapping(let entries) = node.content, let entry = run.entry(key, of: entries, at: range) else {
            return run.swagger == nil ? nil : inSwagger(key)
        }
        return child(entry.value, key)
    }

    /// The value that stands for a key of OpenAPI 3.0 in schemas of Swagger 2.0.
    private func inSwagger(_ key: String) -> DocumentValue? {
        switch key {
        case "nullable": self["x-nullable"]
        case "propertyName": node.text == nil ? nil : self  // of a discriminator
        default: nil
        }
    }

    /// The keys of a map and their values, in the order written; nil where this is no map.
    var members: [Member]? {
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
    func leaveOut(_ reason: OmissionReason) { run.ledger.leaveOut(self, reason) }

    /// The values of some keys are not in the specs.
    func leaveOut(_ keys: [String], _ reason: OmissionReason) {
        for key in keys { self[key]?.leaveOut(reason) }
    }

    /// Reports what is wrong with the document here and leaves the value out.
    func refuse(_ message: @autoclosure () -> String) {
        warn(.invalidDocument, message())
        leaveOut(.differs(.invalidDocument, "it is not what OpenAPI has here"))
    }

    /// The same, for those who have nothing to give back then.
    func refuse<Value>(_ message: @autoclosure () -> String) -> Value? {
        refuse(message())
        return nil
    }

    func leaveOut<Value>(_ reason: OmissionReason) -> Value? {
        leaveOut(reason)
        return nil
    }

    /// Reports what is wrong with the document.
    ///
    /// - Parameter place: By default that of the value.
    func warn(
        _ code: DiagnosticCode,
        _ message: @autoclosure () -> String,
        at place: SourceRange? = nil,
        suggestion: @autoclosure () -> String? = nil
    ) {
        run.diagnostics.at(place ?? range, code).warning(message())
            .suggest(suggestion(), isFix: false)  // in JSON, the word stands in quotes
    }

    func warn<Value>(
        _ code: DiagnosticCode,
        _ message: @autoclosure () -> String,
        at place: SourceRange? = nil
    ) -> Value? {
        warn(code, message(), at: place)
        return nil
    }

    // MARK: Single values, which are carried over

    /// The text as it is written, of a number or boolean too; nil for null, and, with a warning, for what is no single value.
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

    /// The text of a single value, which null has not; not carried over.
    var plainText: String? { isNull ? nil : node.text }

    /// Whether this is null.
    var isNull: Bool { node.isNull }

    /// The last step of the way here; nil for the root of a file.
    var key: String? {
        if case .step(_, let key) = path { key } else { nil }
    }

    /// The last step, for messages.
    var name: String { key?.quotedForMessage ?? "the document" }

    // MARK: Maps and lists, through references

    /// What this refers to, or itself; what stands beside a reference is listed. nil, and reported, where it leads nowhere.
    ///
    /// - Parameter kept: The keys that may stand beside a reference in place of those that it leads to.
    func component(keeping kept: Set<String> = []) -> DocumentValue? {
        guard self["$ref"] != nil else { return self }
        for (key, value, _) in members ?? [] where key != "$ref" && !kept.contains(key) {
            value.leaveOut(.unused(.redundant, "what is referred to is taken in its place"))
        }
        return resolved()
    }

    /// The entries of a map whose keys are names of the document's own, through a reference; nil, with a warning, where this is none.
    ///
    /// - Parameter noun: As messages call it: "`headers`".
    func entries(_ noun: String, of things: String = "") -> [Member]? {
        guard let value = isReference ? component() : self else { return nil }
        guard let members = value.members else {
            return value.refuse("\(noun) must be a map\(things), not \(value.node.kind)")
        }
        if members.isEmpty { value.carry() }
        return members
    }

    /// The elements of a list, through a reference; nil, with a warning, where this is none.
    func items(_ noun: String) -> [DocumentValue]? {
        guard let value = isReference ? component() : self else { return nil }
        guard let elements = value.elements else {
            return value.refuse("\(noun) must be a list, not \(value.node.kind)")
        }
        if elements.isEmpty { value.carry() }
        return elements
    }

    /// Whether this leads to another value. A map of names may have something of the name `$ref`.
    private var isReference: Bool { self["$ref"]?.plainText != nil }

    // MARK: References

    /// What this value refers to, through any number of references, or the value itself; nil where a reference leads nowhere
    /// or in a circle or on for too long, which is reported once.
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
                return reference.warn(.unresolvedReference, "this reference leads back to itself")
            }
            guard seen.count <= Self.chainLimit else {
                return first.warn(
                    .unresolvedReference,
                    "more than \(Self.chainLimit) references lead on from here; refer to the last of them"
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

    /// So many references are followed in a row: nobody writes a tenth of them.
    private static let chainLimit = 1_000

    /// The value that a reference leads to in one step; nil, and reported, if there is none.
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
                "\(reference.quotedForMessage) is elsewhere; only files beside the document are read",
                at: range
            )
        }
        let (path, fragment) = parts(of: reference)
        guard let root = run.files.root(path, from: range, run) else { return nil }
        return root.value(at: fragment, referredToAs: reference, from: range)
    }

    /// The file and the pointer that a reference means, spelled in one way, whether anything is there or not.
    func place(of reference: String) -> String {
        let (path, fragment) = parts(of: reference)
        return path + "#" + (fragment.removingPercentEncoding ?? fragment)
    }

    /// The path of the file that a reference leads to, and what stands behind `#`.
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

    /// Follows a JSON pointer (RFC 6901) from a root.
    private func value(at fragment: String, referredToAs reference: String, from range: SourceRange) -> DocumentValue? {
        let isEncoded = fragment.utf8.contains(UInt8(ascii: "%"))
        let pointer = isEncoded ? fragment.removingPercentEncoding ?? fragment : fragment
        guard pointer.isEmpty || pointer.hasPrefix("/") else {
            return warn(
                .unresolvedReference,
                "\(reference.quotedForMessage) is no pointer such as `#/components/schemas/Pet`",
                at: range
            )
        }
        var value = self
        for step in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init) {
            let isEscaped = step.utf8.contains(UInt8(ascii: "~"))
            let key = isEscaped ? step.replacing("~1", with: "/").replacing("~0", with: "~") : step
            if let next = value[key] {
                value = next
            } else if let elements = value.elements, let index = Int(key), elements.indices.contains(index) {
                value = elements[index]
            } else {
                warn(
                    .unresolvedReference,
                    "\(reference.quotedForMessage) leads nowhere: there is no \(key.quotedForMessage)",
                    at: range,
                    suggestion: value.members.flatMap { key.closestMatch(among: $0.map(\.key)) }
                )
                return nil
            }
        }
        return value
    }
}

/// A reference as it is written, and the file that it stands in.
struct ReferencePlace: Hashable {
    var file: Int
    var text: String
}

/// How one gets to a value from the root of its file.
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
            // Nearly all keys have neither sign.
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
