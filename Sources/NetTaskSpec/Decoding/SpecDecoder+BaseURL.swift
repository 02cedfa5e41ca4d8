/// Reads `baseURL:`, which is one URL, or a map with one for each environment.
extension SpecDecoder {
    /// The one that holds unless a queue has another, and all of them where there is a map.
    func baseURL(_ node: YAMLNode) -> (url: String?, environments: [Spec.Environment]) {
        switch node.content {
        case .scalar:
            return (url(node, "baseURL"), [])
        case .mapping(let entries):
            let environments = environments(entries, node)
            return (environments.first?.url, environments)
        case .sequence:
            at(node.range, .wrongKind)
                .error("`baseURL` must be text, or a map of environments to URLs, not \(node.kind)")
            return (nil, [])
        }
    }

    private func url(_ node: YAMLNode, _ key: String) -> String? {
        guard let text = text(node, key) else { return nil }
        guard let problem = BaseURLRule.problem(with: text) else { return text }
        return at(node.range, .invalidBaseURL).error("bad baseURL \(text.quotedForMessage): \(problem)").none()
    }

    private func environments(_ entries: [YAMLNode.Entry], _ node: YAMLNode) -> [Spec.Environment] {
        if entries.isEmpty { at(node.range, .emptyValue).error("`baseURL` has no environments") }
        var environments: [Spec.Environment] = []
        var places: [String: SourceRange] = [:]
        for entry in entries {
            let name = environmentName(entry)
            guard let url = url(entry.value, entry.key) else { continue }
            // Swift has no two cases of one value.
            if let first = places.updateValue(entry.keyRange, forKey: url) {
                at(entry.value.range, .duplicateValue)
                    .error("another environment has this URL already").note("it is here", at: first)
            }
            if let name { environments.append(Spec.Environment(name: name, url: url)) }
        }
        checkClashes(environments.map(\.name), noun: "environment")
        return environments
    }

    /// A case of an enumeration.
    private func environmentName(_ entry: YAMLNode.Entry) -> Name? {
        guard checkLength(entry.key, at: entry.keyRange) else { return nil }
        let swift = SwiftIdentifier.isValid(entry.key) ? entry.key : CamelCase.lowerCamel(entry.key)
        guard let swift, !ReservedNames.cases.contains(swift) else {
            return at(entry.keyRange, .invalidName)
                .error("\(entry.key.quotedForMessage) cannot be the Swift name of an environment").none()
        }
        return Name(entry.key, swift: swift, place: entry.keyRange)
    }
}

/// What a base URL must be: absolute, http or https, and without a fragment.
package enum BaseURLRule {
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
