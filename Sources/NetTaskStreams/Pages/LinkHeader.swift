public import NetTaskHTTP

import HTTPTypes

extension HTTPReply {
    /// Returns the target of the first link with a relation in the `Link` headers (RFC 8288), such as `last`; `nil` if there is
    /// none.
    ///
    ///     let last = reply.link("last")
    ///
    /// Links with an `anchor` are ignored, because they do not begin at this reply. Malformed links are skipped.
    ///
    /// - Parameter relation: the relation, in any case.
    /// - Returns: the target as in the header. It may be relative to the URL of the reply.
    public func link(_ relation: String) -> String? {
        guard let name = HTTPField.Name("Link") else { return nil }
        for line in headers[values: name] {
            var reader = LinkReader(line)
            while let link = reader.next() {
                if link.isOfReply, link.relations.contains(relation.lowercased()) { return link.target }
            }
        }
        return nil
    }
}

/// Parses the links of one header byte by byte, because targets and quoted texts may contain delimiters.
private struct LinkReader {
    struct Link {
        var target: String
        /// The relations in lower case.
        var relations: [String] = []
        var isOfReply = true
    }

    private let bytes: [UInt8]
    private var position = 0

    init(_ line: String) {
        bytes = Array(line.utf8)
    }

    mutating func next() -> Link? {
        // The text before `<` is an empty element or malformed.
        guard skip(to: "<"), let target = take(until: ">") else { return nil }
        var link = Link(target: target.trimmed)
        var hasRelation = false
        while skipSpace(), take(";") {
            _ = skipSpace()
            let name = text { !" \t=;,".utf8.contains($0) }.lowercased()
            var value = ""
            if skipSpace(), take("=") {
                _ = skipSpace()
                value = take("\"") ? quoted() : text { !" \t;,".utf8.contains($0) }
            }
            switch name {
            case "rel" where !hasRelation:  // section 3.3: only the first one applies
                hasRelation = true
                link.relations = value.lowercased().split { " \t".contains($0) }.map(String.init)
            case "anchor": link.isOfReply = false
            default: break
            }
        }
        _ = skip(to: ",")
        return link
    }

    /// Moves behind the next `mark` outside of quoted texts.
    private mutating func skip(to mark: Unicode.Scalar) -> Bool {
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: mark) { return true }
            if byte == UInt8(ascii: "\"") { _ = quoted() }
        }
        return false
    }

    private mutating func take(_ mark: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: mark) else { return false }
        position += 1
        return true
    }

    private mutating func take(until mark: Unicode.Scalar) -> String? {
        let text = text { $0 != UInt8(ascii: mark) }
        return take(mark) ? text : nil
    }

    private mutating func text(_ isPart: (UInt8) -> Bool) -> String {
        let start = position
        while position < bytes.count, isPart(bytes[position]) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// - Returns: `true`, for use in a condition.
    private mutating func skipSpace() -> Bool {
        while position < bytes.count, " \t".utf8.contains(bytes[position]) { position += 1 }
        return true
    }

    /// Returns the text after an opening quote, without its escapes, even if the closing quote is missing.
    private mutating func quoted() -> String {
        var text: [UInt8] = []
        while position < bytes.count {
            var byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") { break }
            if byte == UInt8(ascii: "\\"), position < bytes.count {
                byte = bytes[position]
                position += 1
            }
            text.append(byte)
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { " \t".contains($0) }.reversed().drop { " \t".contains($0) }.reversed())
    }
}
