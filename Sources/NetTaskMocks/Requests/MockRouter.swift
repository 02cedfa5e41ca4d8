import Foundation

/// Finds the endpoint for a method and a path.
struct MockRouter: Sendable {
    struct Route: Sendable {
        var endpoint: MockEndpoint
        var template: PathTemplate
        /// Requests have these pairs in the query, because the uri contains them.
        var query: [FormPair]
    }

    struct Match {
        var endpoint: MockEndpoint
        /// The decoded values of the variables.
        var values: [String: String]
    }

    let routes: [Route]
    /// The path of the base URL, with a slash at its end: `/v1/`.
    let basePath: String
    /// The indexes of the routes by the number of segments and the first one, which is empty for a variable.
    private var index: [String: [Int]] = [:]
    /// Those that keep slashes in a value.
    private var open: [Int] = []

    init(_ description: MockDescription) {
        basePath = Self.path(of: description.baseURL ?? "")
        routes = description.endpoints.map { endpoint in
            let parts = endpoint.path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            let isWhole = ["http://", "https://"].contains(where: endpoint.path.hasPrefix)
            let path = isWhole ? Self.path(of: String(parts[0])) : String(parts[0])
            return Route(
                endpoint: endpoint,
                template: PathTemplate(path),
                query: parts.count > 1 ? FormPair.pairs(of: String(parts[1])) : []
            )
        }
        for (number, route) in routes.enumerated() {
            if route.template.isOpen {
                open.append(number)
            } else {
                index[Self.key(route.template.segments.count, route.template.firstLiteral ?? ""), default: []].append(
                    number
                )
            }
        }
    }

    /// The path of a URL without its host and query: `/v1/`.
    private static func path(of url: String) -> String {
        let rest = url.range(of: "://").map { url[$0.upperBound...].drop { $0 != "/" } } ?? url[...]
        let path = rest.prefix { $0 != "?" && $0 != "#" }
        return path.hasSuffix("/") ? String(path) : path + "/"
    }

    private static func key(_ count: Int, _ first: String) -> String { "\(count) \(first)" }

    /// The path relative to the base URL. The path of the base URL can be missing, since clients often replace the whole URL.
    func relative(_ path: Substring) -> Substring {
        if basePath != "/", path.hasPrefix(basePath) { return path.dropFirst(basePath.count) }
        return path.hasPrefix("/") ? path.dropFirst() : path
    }

    /// The endpoints with the most literal text in their paths: several if they have the same method and path.
    func matches(_ method: String, _ path: Substring, _ query: [FormPair]) -> [Match] {
        let segments = PathTemplate.segments(of: relative(path))
        let decoded = segments.map { $0.removingPercentEncoding ?? $0 }
        let numbers =
            (index[Self.key(segments.count, decoded.first ?? "")] ?? []) + (index[Self.key(segments.count, "")] ?? [])
        var best: [Match] = []
        var bestRank = -1
        for number in numbers + open {
            let route = routes[number]
            guard route.endpoint.method == method || method == "HEAD" && route.endpoint.method == "GET",
                route.query.allSatisfy({ query.contains($0) }), let values = route.template.match(decoded)
            else { continue }
            let isExact = route.endpoint.method == method
            let rank = route.template.literalCount * 4 + route.query.count * 2 + (isExact ? 1 : 0)
            if rank > bestRank { (best, bestRank) = ([], rank) }
            if rank == bestRank { best.append(Match(endpoint: route.endpoint, values: values)) }
        }
        return best
    }

    /// The methods of endpoints with this path.
    func methods(at path: Substring) -> [String] {
        let decoded = PathTemplate.segments(of: relative(path)).map { $0.removingPercentEncoding ?? $0 }
        return Array(Set(routes.filter { $0.template.match(decoded) != nil }.map(\.endpoint.method))).sorted()
    }

    /// The endpoint that is most similar: another method of the same path, or a similar path.
    func nearest(_ method: String, _ path: Substring) -> MockEndpoint? {
        let segments = PathTemplate.segments(of: relative(path)).map { $0.removingPercentEncoding ?? $0 }
        func distance(_ route: Route) -> Int {
            let others = route.template.segments
            var distance = abs(others.count - segments.count) * 8
            for (segment, other) in zip(segments, others) where other.match(segment[...], [:]) == nil {
                distance += min(8, segment.prefix(64).lowercased().distance(to: other.text.lowercased()))
            }
            return distance * 2 + (route.endpoint.method == method ? 0 : 1)
        }
        return routes.prefix(5_000).min { distance($0) < distance($1) }?.endpoint
    }
}

/// A path with variables, as segments.
struct PathTemplate: Sendable {
    enum Part: Sendable, Equatable {
        case literal(String)
        case variable(String)
        /// A variable whose value keeps its slashes.
        case path(String)
    }

    struct Segment: Sendable {
        var parts: [Part]
        var text: String

        /// The values after matching a decoded segment.
        func match(_ text: Substring, _ values: [String: String]) -> [String: String]? {
            Self.match(parts[...], text, values)
        }

        private static func match(
            _ parts: ArraySlice<Part>,
            _ text: Substring,
            _ values: [String: String]
        ) -> [String: String]? {
            guard let part = parts.first else { return text.isEmpty ? values : nil }
            switch part {
            case .literal(let literal):
                return text.hasPrefix(literal) ? match(parts.dropFirst(), text.dropFirst(literal.count), values) : nil
            case .variable(let name), .path(let name):
                var values = values
                guard case .literal(let next)? = parts.dropFirst().first else {
                    values[name] = String(text)
                    return text.isEmpty || parts.count > 1 ? nil : values
                }
                // The value ends at the last occurrence of the next literal.
                guard let range = text.range(of: next, options: .backwards), range.lowerBound > text.startIndex else {
                    return nil
                }
                values[name] = String(text[..<range.lowerBound])
                return match(parts.dropFirst(2), text[range.upperBound...], values)
            }
        }
    }

    var segments: [Segment]

    init(_ path: String) {
        segments = Self.segments(of: path[...]).map { text in
            Segment(parts: Self.parts(of: text), text: text)
        }
    }

    /// The segments without empty ones at the ends.
    static func segments(of path: Substring) -> [String] {
        path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
    }

    private static func parts(of segment: String) -> [Part] {
        var parts: [Part] = []
        var rest = segment[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if open > rest.startIndex { parts.append(literal(rest[..<open])) }
            let name = rest[rest.index(after: open)..<close]
            parts.append(name.hasPrefix("+") ? .path(String(name.dropFirst())) : .variable(String(name)))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(literal(rest)) }
        return parts
    }

    private static func literal(_ text: Substring) -> Part {
        .literal(String(text).removingPercentEncoding ?? String(text))
    }

    /// The text of the first segment; `nil` if it has a variable.
    var firstLiteral: String? {
        guard let first = segments.first else { return nil }
        if case .literal(let text)? = first.parts.first, first.parts.count == 1 { return text }
        return first.parts.isEmpty ? "" : nil
    }

    /// Whether a value can have several segments.
    var isOpen: Bool { segments.contains { $0.parts.contains { if case .path = $0 { true } else { false } } } }

    /// The number of segments without a variable.
    var literalCount: Int {
        segments.count { $0.parts.allSatisfy { if case .literal = $0 { true } else { false } } }
    }

    /// The variable that is the whole last segment.
    var lastVariable: String? {
        if case .variable(let name)? = segments.last?.parts.first, segments.last?.parts.count == 1 { name } else { nil }
    }

    /// The same for paths that differ only in the names of variables.
    var key: String { Self.key(of: segments[...]) }

    static func key(of segments: ArraySlice<Segment>) -> String {
        segments.map { segment in
            segment.parts.map { if case .literal(let text) = $0 { text } else { "{}" } }.joined()
        }.joined(separator: "/")
    }

    /// The values of the variables in a path.
    func match(_ path: [String]) -> [String: String]? {
        var values: [String: String] = [:]
        guard
            let position = segments.firstIndex(where: {
                $0.parts.contains { if case .path = $0 { true } else { false } }
            })
        else {
            guard path.count == segments.count else { return nil }
            for (segment, text) in zip(segments, path) {
                guard let next = segment.match(text[...], values) else { return nil }
                values = next
            }
            return values
        }
        let after = segments.count - position - 1
        guard path.count >= segments.count else { return nil }
        let middle = path[position..<(path.count - after)].joined(separator: "/")
        let joined = path[..<position] + [middle] + path[(path.count - after)...]
        for (segment, text) in zip(segments, joined) {
            guard let next = segment.match(text[...], values) else { return nil }
            values = next
        }
        return values
    }

    /// The path with values for its variables.
    func filled(_ values: [String: String]) -> String {
        segments.map { segment in
            segment.parts.map { part in
                switch part {
                case .literal(let text): text.pathEscaped
                case .variable(let name): (values[name] ?? "").pathEscaped
                case .path(let name):
                    (values[name] ?? "").split(separator: "/").map { String($0).pathEscaped }
                        .joined(separator: "/")
                }
            }.joined()
        }.joined(separator: "/")
    }
}

extension CharacterSet {
    /// The characters that URLs contain without escapes.
    fileprivate static let unreserved = CharacterSet(charactersIn: "-._~").union(.alphanumerics)
}

extension String {
    var pathEscaped: String { addingPercentEncoding(withAllowedCharacters: .unreserved) ?? self }

    /// The number of insertions, deletions and replacements between two short texts.
    func distance(to other: String) -> Int {
        let (first, second) = (Array(self.unicodeScalars), Array(other.unicodeScalars))
        var row = Array(0...second.count)
        for (i, a) in first.enumerated() {
            var previous = row[0]
            row[0] = i + 1
            for (j, b) in second.enumerated() {
                let cost = previous + (a == b ? 0 : 1)
                previous = row[j + 1]
                row[j + 1] = Swift.min(cost, row[j] + 1, row[j + 1] + 1)
            }
        }
        return row[second.count]
    }
}
