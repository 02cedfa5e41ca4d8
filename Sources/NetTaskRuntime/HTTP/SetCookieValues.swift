/// What `URLSession` makes of several headers `Set-Cookie`: one, with commas between them.
enum SetCookieValues {
    /// The headers as the server sent them.
    ///
    /// A comma is between two if a name and `=` follow it. Others are part of a date or a value (RFC 6265, section 3, which
    /// is why these headers must not be folded).
    static func split(_ folded: String) -> [String] {
        var values: [String] = []
        var rest = folded.utf8[...]
        var searched = rest
        while let comma = searched.firstIndex(of: UInt8(ascii: ",")) {
            let next = rest[rest.index(after: comma)...].drop { $0 == UInt8(ascii: " ") }
            if beginsCookie(next) {
                values.append(String(Substring(rest[..<comma])))
                rest = next
            }
            searched = next
        }
        return values + [String(Substring(rest))]
    }

    private static func beginsCookie(_ text: Substring.UTF8View) -> Bool {
        let end = text.firstIndex { !isInName($0) } ?? text.endIndex
        return end > text.startIndex && end < text.endIndex && text[end] == UInt8(ascii: "=")
    }

    /// Of a token (RFC 9110, section 5.6.2).
    private static func isInName(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && !"\"(),/:;<=>?@[\\]{}".utf8.contains(byte)
    }
}
