/// Decodes `baseURL:`, which is one URL, or a map with one for each environment.
extension SpecDecoder {
    /// The default base URL, which a queue can override, and all environments if there is a map.
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
        return at(node.range, .invalidBaseURL).error("invalid baseURL \(text.quotedForMessage): \(problem)").none()
    }

    private func environments(_ entries: [YAMLNode.Entry], _ node: YAMLNode) -> [Spec.Environment] {
        if entries.isEmpty { at(node.range, .emptyValue).error("`baseURL` is empty") }
        var environments: [Spec.Environment] = []
        var places: [String: SourceRange] = [:]
        for entry in entries {
            let name = environmentName(entry)
            guard let url = url(entry.value, entry.key) else { continue }
            // Two cases of a Swift enumeration cannot have the same raw value.
            if let first = places.updateValue(entry.keyRange, forKey: url) {
                at(entry.value.range, .duplicateValue)
                    .error("two environments have the same URL").note("the other one", at: first)
            }
            if let name { environments.append(Spec.Environment(name: name, url: url)) }
        }
        checkClashes(environments.map(\.name), noun: "environment")
        return environments
    }

    /// The case of the enumeration of environments.
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

/// The requirements of a base URL: absolute, http or https, and without a fragment.
package enum BaseURLRule {
    package static func problem(with text: String) -> String? {
        let schemes = ["https://", "http://"]
        guard let scheme = schemes.first(where: { text.lowercased().hasPrefix($0) }) else {
            return "it must begin with `https://` or `http://`"
        }
        let rest = text.utf8.dropFirst(scheme.utf8.count)
        let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let afterAuthority = rest.dropFirst(authority.count)
        guard !afterAuthority.contains(UInt8(ascii: "#")) else {
            return "it cannot have a fragment, which is never sent"
        }
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
        else { return "characters in the user before `@` must be percent-encoded" }
        var host = hostAndPort
        if host.first == UInt8(ascii: "[") {
            guard let end = host.firstIndex(of: UInt8(ascii: "]")) else { return "missing `]`" }
            let address = host[..<end].dropFirst()
            let isAddress = { (byte: UInt8) in
                URLCharacters.isHexDigit(byte) || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
            }
            guard !address.isEmpty, address.allSatisfy(isAddress) else { return "invalid address in brackets" }
            host = host[host.index(after: end)...]
            return host.isEmpty || isPort(host) ? nil : "only a port can follow the address"
        }
        host = host.prefix { $0 != UInt8(ascii: ":") }
        guard !host.isEmpty else { return "missing host" }
        let isHostByte = { (byte: UInt8) in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
            default: false
            }
        }
        guard host.allSatisfy(isHostByte) else { return "a host can contain only letters, digits, `-` and `.`" }
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
