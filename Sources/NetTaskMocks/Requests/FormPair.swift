import Foundation
import HTTPTypes

/// A name and a value of a query, a form or a cookie, without escapes.
struct FormPair: Sendable, Equatable {
    var name: String
    var value: String

    /// The pairs of a query or a form (WHATWG URL, section 5.1).
    static func pairs(of text: String) -> [FormPair] {
        text.split(separator: "&", omittingEmptySubsequences: true).map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return FormPair(name: decoded(parts[0]), value: parts.count > 1 ? decoded(parts[1]) : "")
        }
    }

    private static func decoded(_ text: Substring) -> String {
        let spaced = text.replacing("+", with: " ")
        return String(spaced).removingPercentEncoding ?? String(spaced)
    }

    /// The pairs with brackets in place of the dots of these names: `Tag.1` of `numbered` is `Tag[1]`.
    static func withBrackets(_ pairs: [FormPair], in names: [String]) -> [FormPair] {
        if names.isEmpty { return pairs }
        return pairs.map { pair in
            guard let name = names.first(where: { pair.name.hasPrefix($0 + ".") }) else { return pair }
            let steps = pair.name.dropFirst(name.count + 1).split(separator: ".", omittingEmptySubsequences: false)
            return FormPair(name: name + steps.map { "[\($0)]" }.joined(), value: pair.value)
        }
    }

    /// The pairs of the header `Cookie` (RFC 6265, section 4.2).
    static func cookies(_ headers: HTTPFields) -> [FormPair] {
        (headers[values: .cookie]).flatMap { $0.split(separator: ";") }.map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? String(parts[1]) : ""
            let name = parts[0].trimmingCharacters(in: .whitespaces)
            return FormPair(name: name, value: value.removingPercentEncoding ?? value)
        }
    }
}

/// A part of a body that is multipart/form-data (RFC 7578).
struct FormPart {
    var name: String
    var isFile: Bool
    var mediaType: String
    var content: Data

    /// The parts of a body; `nil` if it is not valid.
    static func parts(of body: Data, boundary: String) -> [FormPart]? {
        let mark = Data("--\(boundary)".utf8)
        guard !boundary.isEmpty, var start = body.range(of: mark)?.upperBound else { return nil }
        var parts: [FormPart] = []
        let lineBreak = Data("\r\n".utf8)
        while parts.count < 10_000 {
            if body[start...].starts(with: Data("--".utf8)) { return parts }
            guard body[start...].starts(with: lineBreak),
                let end = body.range(of: lineBreak + mark, in: start..<body.endIndex),
                let head = body.range(of: lineBreak + lineBreak, in: start..<end.upperBound)
            else { return nil }
            let content = head.upperBound <= end.lowerBound ? body[head.upperBound..<end.lowerBound] : Data()
            parts.append(FormPart(head: String(decoding: body[start..<head.lowerBound], as: UTF8.self), Data(content)))
            start = end.upperBound
        }
        return nil
    }

    private init(head: String, _ content: Data) {
        var headers: [String: String] = [:]
        for line in head.split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 { headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
        }
        let disposition = headers["content-disposition"] ?? ""
        name = Self.parameter("name", of: disposition) ?? ""
        mediaType = headers["content-type"] ?? ""
        isFile = Self.parameter("filename", of: disposition) != nil
        self.content = content
    }

    /// The value of a parameter of a header, with or without quotes.
    static func parameter(_ name: String, of header: String) -> String? {
        for part in header.split(separator: ";").dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].trimmingCharacters(in: .whitespaces).lowercased() == name else { continue }
            let value = pair[1].trimmingCharacters(in: .whitespaces)
            guard value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") else { return value }
            return String(value.dropFirst().dropLast()).replacing("%22", with: "\"").replacing("\\\"", with: "\"")
        }
        return nil
    }
}

/// Values by names with brackets: `address[city]`, `tags[]`, `lines[0][sku]`.
indirect enum FormTree {
    case texts([String])
    case members([Member])

    struct Member {
        var name: String
        var tree: FormTree
    }

    /// Nesting that is deeper is not taken apart.
    private static let maxDepth = 32

    init(_ pairs: [FormPair]) {
        self = .members([])
        for pair in pairs.prefix(10_000) {
            insert(pair.value, Self.steps(of: pair.name)[...])
        }
    }

    static func steps(of name: String) -> [String] {
        guard let open = name.firstIndex(of: "["), open > name.startIndex, name.hasSuffix("]") else { return [name] }
        let inner = name[name.index(after: open)...].dropLast()
        let steps = inner.split(separator: "][", omittingEmptySubsequences: false).map(String.init)
        return steps.count < maxDepth ? [String(name[..<open])] + steps : [name]
    }

    private mutating func insert(_ value: String, _ steps: ArraySlice<String>) {
        guard let step = steps.first else {
            if case .texts(let texts) = self { self = .texts(texts + [value]) }
            if case .members(let members) = self, members.isEmpty { self = .texts([value]) }
            return
        }
        // `tags[]` is one more element.
        if step.isEmpty, steps.count == 1 {
            if case .texts(let texts) = self { self = .texts(texts + [value]) } else { self = .texts([value]) }
            return
        }
        guard case .members(var members) = self else { return }
        let index = members.firstIndex { $0.name == step } ?? members.count
        if index == members.count { members.append(Member(name: step, tree: .members([]))) }
        members[index].tree.insert(value, steps.dropFirst())
        self = .members(members)
    }
}
