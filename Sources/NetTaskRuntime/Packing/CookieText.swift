/// Cookies as the header `Cookie` has them (RFC 6265, sections 4.1.1 and 4.2.1).
enum CookieText {
    /// The value with `%XX` in place of each byte that cannot stand in one. `%` itself stays, so that a value that came
    /// from a server goes back as it was.
    static func encoded(_ value: String) -> String {
        if value.utf8.allSatisfy(isAllowed) { return value }
        var bytes: [UInt8] = []
        for byte in value.utf8 {
            if isAllowed(byte) {
                bytes.append(byte)
            } else {
                PercentEncoding.appendEscape(of: byte, to: &bytes)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Everything visible of ASCII but quotes, commas, semicolons and backslashes.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21, 0x23...0x2B, 0x2D...0x3A, 0x3C...0x5B, 0x5D...0x7E: true
        default: false
        }
    }

    /// The names of the cookies in the value of a header.
    static func names(in header: String) -> Set<String> {
        let names = header.split(separator: ";").map { pair in
            pair.prefix { $0 != "=" }.drop { $0 == " " || $0 == "\t" }
        }
        return Set(names.map(String.init))
    }

    /// The cookies of one header, and those of another that have other names.
    static func joined(_ own: String, _ others: String) -> String {
        let names = names(in: own)
        let rest = others.split(separator: ";").filter { names.isDisjoint(with: self.names(in: String($0))) }
        let pairs = rest.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
        return ([Substring(own)] + pairs).joined(separator: "; ")
    }
}
