/// What a base URL must be: absolute, http or https, and without a fragment.
package enum BaseURLRule {
    static func check(_ text: String, at range: SourceRange, _ diagnostics: DiagnosticCollector) -> Bool {
        guard let problem = problem(with: text) else { return true }
        diagnostics.error("bad baseURL \(text.quotedForMessage): \(problem)", at: range)
        return false
    }

    package static func problem(with text: String) -> String? {
        let schemes = ["https://", "http://"]
        guard let scheme = schemes.first(where: { text.lowercased().hasPrefix($0) }) else {
            return "it must begin with `https://` or `http://`"
        }
        let rest = text.utf8.dropFirst(scheme.utf8.count)
        let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let afterAuthority = rest.dropFirst(authority.count)
        guard !afterAuthority.contains(UInt8(ascii: "#")) else { return "a fragment is never sent" }
        if let problem = problem(withAuthority: authority) { return problem }
        for scalar in text.unicodeScalars.dropFirst(scheme.utf8.count + authority.count) where scalar != "%" {
            guard scalar.isASCII, URLCharacters.isAllowedInQuery(UInt8(scalar.value)) else {
                let written = scalar == " " ? "a space" : String(scalar).quotedForMessage
                return "\(written) must be written as `\(URLCharacters.percentEncoded(scalar))`"
            }
        }
        return hasBadEscape(afterAuthority) ? "`%` must be followed by two hexadecimal digits" : nil
    }

    private static func problem(withAuthority authority: Substring.UTF8View) -> String? {
        let userEnd = authority.lastIndex(of: UInt8(ascii: "@")).map { authority.index(after: $0) }
        let hostAndPort = authority[(userEnd ?? authority.startIndex)...]
        let user = authority[..<(userEnd ?? authority.startIndex)].dropLast()
        guard
            user.allSatisfy({ $0 == UInt8(ascii: "%") || $0 != UInt8(ascii: "/") && URLCharacters.isAllowedInPath($0) }
            ),
            !hasBadEscape(user)
        else { return "the user before `@` has characters that must be escaped" }
        var host = hostAndPort
        if host.first == UInt8(ascii: "[") {
            guard let end = host.firstIndex(of: UInt8(ascii: "]")) else { return "a `]` is missing" }
            let address = host[..<end].dropFirst()
            let isAddress = { (byte: UInt8) in
                URLCharacters.isHexDigit(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
            }
            guard !address.isEmpty, address.allSatisfy(isAddress) else { return "the address in brackets is none" }
            host = host[host.index(after: end)...]
            return host.isEmpty || isPort(host) ? nil : "after the address can only be a port"
        }
        host = host.prefix { $0 != UInt8(ascii: ":") }
        guard !host.isEmpty else { return "it has no host" }
        let isHostByte = { (byte: UInt8) in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
            default: false
            }
        }
        guard host.allSatisfy(isHostByte) else { return "a host has letters, digits, `-` and `.`" }
        let port = hostAndPort.dropFirst(host.count)
        return port.isEmpty || isPort(port) ? nil : "the port must be a number from 1 to 65535"
    }

    private static func isPort(_ text: Substring.UTF8View) -> Bool {
        guard text.first == UInt8(ascii: ":"), let port = UInt16(String(Substring(text.dropFirst()))) else {
            return false
        }
        return port > 0 && text.dropFirst().allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    }

    private static func hasBadEscape(_ text: Substring.UTF8View) -> Bool {
        var rest = text
        while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
            rest = rest[rest.index(after: percent)...]
            let digits = rest.prefix(2)
            if digits.count < 2 || !digits.allSatisfy(URLCharacters.isHexDigit) { return true }
        }
        return false
    }
}
