internal import Foundation
import NetTaskSpec

extension DocumentValue {
    /// What this value refers to, through any number of references, or the value itself; nil where a reference leads nowhere
    /// or in a circle or on for too long, which is reported once.
    func resolved() -> DocumentValue? {
        guard let reference = self["$ref"] else { return self }
        if let target = endOfReferences() { return target }
        reference.leaveOut(OmissionReason.danglingReference)
        return nil
    }

    private func endOfReferences() -> DocumentValue? {
        var value = self
        var seen: Set<SourceRange> = []
        while let reference = value["$ref"] {
            guard seen.insert(value.range).inserted else {
                run.diagnostics.warning("this reference leads back to itself", at: reference.range)
                return nil
            }
            guard seen.count <= Self.chainLimit else {
                run.diagnostics.warning(
                    "more than \(Self.chainLimit) references lead on from here; refer to the last of them",
                    at: self["$ref"]?.range ?? range
                )
                return nil
            }
            if reference.isNull { run.diagnostics.warning("`$ref` must be text, not null", at: reference.range) }
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
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let file = String(parts[0])
        let fragment = parts.count > 1 ? String(parts[1]) : ""
        guard file.isEmpty || !file.contains("://") else {
            run.diagnostics.warning(
                "\(reference.quotedForMessage) is elsewhere; only files beside the document are read",
                at: range
            )
            return nil
        }
        let own = run.files.path(ofFile: self.range.file)
        let path = file.isEmpty ? own : Self.path(file, besides: own)
        guard let root = run.files.root(path, from: range, run) else { return nil }
        return root.value(at: fragment, referredToAs: reference, from: range)
    }

    /// The file and the pointer that a reference means, spelled in one way, whether anything is there or not.
    func place(of reference: String) -> String {
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let own = run.files.path(ofFile: range.file)
        let path = parts[0].isEmpty ? own : Self.path(String(parts[0]), besides: own)
        let fragment = parts.count > 1 ? String(parts[1]) : ""
        return path + "#" + (fragment.removingPercentEncoding ?? fragment)
    }

    /// Follows a JSON pointer (RFC 6901) from a root.
    private func value(at fragment: String, referredToAs reference: String, from range: SourceRange) -> DocumentValue? {
        let pointer =
            fragment.utf8.contains(UInt8(ascii: "%")) ? fragment.removingPercentEncoding ?? fragment : fragment
        guard pointer.isEmpty || pointer.hasPrefix("/") else {
            run.diagnostics.warning(
                "\(reference.quotedForMessage) is no pointer such as `#/components/schemas/Pet`",
                at: range
            )
            return nil
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
                run.diagnostics.warning(
                    "\(reference.quotedForMessage) leads nowhere: there is no \(key.quotedForMessage)",
                    at: range,
                    suggestion: value.members.flatMap { key.closestMatch(among: $0.map(\.key)) }
                )
                return nil
            }
        }
        return value
    }

    private static func path(_ file: String, besides own: String) -> String {
        let file = file.removingPercentEncoding ?? file
        guard !file.hasPrefix("/") else { return file }
        let folder = own.lastIndex(of: "/").map { String(own[...$0]) } ?? ""
        return folder + (file.hasPrefix("./") ? String(file.dropFirst(2)) : file)
    }
}

/// A reference as it is written, and the file that it stands in.
struct ReferencePlace: Hashable {
    var file: Int
    var text: String
}
