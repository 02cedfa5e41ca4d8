import NetTaskSpec

/// Imports servers as base URLs.
enum ServersImporter {
    /// Returns the environments of the document, without duplicate URLs.
    ///
    /// - Parameter base: The URL of the document, for relative servers.
    static func environments(_ value: DocumentValue, on base: String?) -> [Spec.Environment] {
        guard let elements = value.items("`servers`") else { return [] }
        var urls: Set<String> = []
        var found: [(words: DocumentValue?, url: String)] = []
        for element in elements {
            guard let server = server(element, on: base) else { continue }
            if urls.insert(server.url).inserted {
                found.append(server)
            } else {
                element.leaveOut(.unused(.address, "another server has this URL"))
            }
        }
        guard found.count > 1 else {
            found.first?.words?.leaveOut(.words(.documentation, "a single base URL has no name"))
            return found.map { Spec.Environment(name: Name("server"), url: $0.url) }
        }
        let texts = found.map { $0.words?.text().flatMap { $0.isEmpty ? nil : $0 } ?? host(of: $0.url) }
        let names = MemberNames.names(for: texts, reserved: ReservedNames.cases)
        return zip(names, found).map { Spec.Environment(name: Name($0), url: $1.url) }
    }

    /// Returns the URL of the first valid server of a path or an operation.
    ///
    /// - Parameter base: The base URL of the document, or `nil` if it has none. If all servers are relative, they are on its
    ///   host.
    static func url(_ value: DocumentValue, on base: String?) -> String? {
        guard let elements = value.items("`servers`") else { return nil }
        let isAnyAbsolute = elements.contains { $0["url"]?.plainText?.contains("://") == true }
        let base = isAnyAbsolute ? nil : base
        var url: String?
        for element in elements {
            guard url == nil else {
                element.leaveOut(.differs(.address, "an endpoint has only one URL"))
                continue
            }
            guard let server = server(element, on: base) else { continue }
            if let problem = PathTemplate.problem(withURI: server.url) {
                element.refuse("a uri cannot begin with this server: \(problem)")
                continue
            }
            server.words?.leaveOut(.words(.documentation, "a base URL cannot have a description"))
            url = server.url
        }
        return url
    }

    /// Returns the URL with values for all variables, and the name of the server in the document. If the server is invalid,
    /// reports it and returns `nil`.
    private static func server(_ value: DocumentValue, on base: String? = nil) -> (words: DocumentValue?, url: String)?
    {
        guard var reader = ObjectReader(value, .server) else { return nil }
        guard let template = reader.take("url"), let text = template.plainText else {
            return value.refuse("a server must have a `url`")
        }
        guard let url = filled(text, reader.take("variables"), of: value) else { return nil }
        let trimmed = withoutSlash(base.flatMap { absolute(url, on: $0) } ?? url)
        if let problem = BaseURLRule.problem(with: trimmed) {
            let fault =
                url.contains("://")
                ? "cannot be a base URL: \(problem)"
                : "is relative; add `baseURL` to the spec that extends the import"
            template.warn(.invalidDocument, "the server \(text.quotedForMessage) \(fault)")
            return value.leaveOut(.differs(.invalidDocument, "a base URL must be absolute"))
        }
        template.carry()
        let name = reader.take("name")
        let description = reader.take("description")
        if name != nil { description?.leaveOut(.words(.documentation, "the name is used instead")) }
        reader.finish()
        return (name ?? description, trimmed)
    }

    /// Replaces the variables of a URL by their defaults. If a default is missing, reports it and returns `nil`.
    private static func filled(_ text: String, _ variables: DocumentValue?, of server: DocumentValue) -> String? {
        let members = variables?.entries("`variables`") ?? []
        var url = text
        var used: Set<String> = []
        for part in text.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
            let name = String(part.prefix { $0 != "}" })
            used.insert(name)
            let variable = members.first { $0.key == name }?.value.component()
            guard part.contains("}"), let value = variable?["default"]?.plainText else {
                return server.refuse("the variable \(name.quotedForMessage) of this server has no default")
            }
            url = url.replacing("{\(name)}", with: value)
        }
        for (name, value, _) in members {
            guard used.contains(name) else {
                value.leaveOut(.unused(.matchesNothing, "the URL does not contain this variable"))
                continue
            }
            guard var reader = ObjectReader(value, .serverVariable) else { continue }
            reader.carry(["default"])
            reader.finish()
        }
        return url
    }

    /// Resolves a relative URL against another URL. Returns `nil` if the URL is absolute or empty, or contains `.` or `..`.
    private static func absolute(_ url: String, on base: String) -> String? {
        let steps = url.split(separator: "/")
        guard !url.isEmpty, !url.contains("://"), !steps.contains(".."), !steps.contains("."),
            let colon = base.firstIndex(of: ":")
        else { return nil }
        let scheme = base[...colon]
        if url.hasPrefix("//") { return scheme + url }
        let rest = base[colon...].dropFirst(3).prefix { !"?#".contains($0) }
        let host = rest.prefix { $0 != "/" }
        let folder = rest.dropFirst(host.count).lastIndex(of: "/").map { rest[host.endIndex...$0] } ?? "/"
        return scheme + "//" + host + (url.hasPrefix("/") ? url : folder + url)
    }

    private static func withoutSlash(_ url: String) -> String {
        var url = url[...]
        while url.hasSuffix("/") { url.removeLast() }
        return String(url)
    }

    private static func host(of url: String) -> String {
        let rest = url.split(separator: "://", maxSplits: 1).last ?? ""
        return String(rest.prefix { $0 != "/" && $0 != ":" })
    }
}
