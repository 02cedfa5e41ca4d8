/// Parses the `Cookie` header (RFC 6265, section 4.2.1).
enum CookieText {
    /// Returns the names of the cookies in the value of a header.
    static func names(in header: String) -> Set<String> {
        let names = header.split(separator: ";").map { pair in
            pair.prefix { $0 != "=" }.drop { $0 == " " || $0 == "\t" }
        }
        return Set(names.map(String.init))
    }

    /// Returns the cookies of one header, and those of another header whose names differ.
    static func joined(_ own: String, _ others: String) -> String {
        let names = names(in: own)
        let rest = others.split(separator: ";").filter { names.isDisjoint(with: self.names(in: String($0))) }
        let pairs = rest.map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
        return ([Substring(own)] + pairs).joined(separator: "; ")
    }
}
