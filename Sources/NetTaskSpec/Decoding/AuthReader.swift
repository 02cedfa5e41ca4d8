/// Reads `auth:` of an endpoint or of `defaults:`, which names schemes of the spec.
struct AuthReader {
    /// nil where the spec declares none at all.
    let schemes: [AuthScheme]?
    let diagnostics: DiagnosticCollector

    /// A scheme, and where it is named.
    struct Located {
        var scheme: AuthScheme
        var range: SourceRange
    }

    func auth(_ entry: YAMLNode.Entry) -> [Located] {
        switch entry.value.content {
        case .scalar(let scalar) where scalar.text == "none":
            return []
        case .scalar:
            return scheme(entry.value).map { [$0] } ?? []
        case .sequence(let items):
            if items.isEmpty {
                diagnostics.error(
                    "`auth` names no scheme",
                    at: entry.value.range,
                    notes: [.init("write `auth: none` if that is meant", at: entry.value.range)]
                )
            }
            let found = items.compactMap(scheme)
            checkPlaces(found)
            return found
        case .mapping:
            diagnostics.error(
                "`auth` of an endpoint names schemes: one, a list of them, or `none`",
                at: entry.value.range,
                notes: [.init("schemes are declared by `auth` at the top of a spec", at: entry.value.range)]
            )
            return []
        }
    }

    private func scheme(_ node: YAMLNode) -> Located? {
        guard let name = ValueReader(diagnostics: diagnostics).text(node, "auth") else { return nil }
        if let scheme = schemes?.first(where: { $0.name.written == name }) {
            return Located(scheme: scheme, range: node.range)
        }
        guard let schemes else {
            diagnostics.error(
                "`auth` names \(name.quotedForMessage), but the spec declares no schemes",
                at: node.range,
                notes: [.init("declare it at the top of the spec: `auth: {token: bearer}`", at: node.range)]
            )
            return nil
        }
        diagnostics.error(
            "`auth` names \(name.quotedForMessage), which is no scheme of this spec",
            at: node.range,
            suggestion: name.closestMatch(among: schemes.map(\.name.written))
        )
        return nil
    }

    /// All of them go into one request.
    private func checkPlaces(_ schemes: [Located]) {
        var first: [String: Located] = [:]
        for located in schemes {
            guard let other = first[located.scheme.placeKey] else {
                first[located.scheme.placeKey] = located
                continue
            }
            let name = located.scheme.name.written
            let place = located.scheme.place
            diagnostics.error(
                name == other.scheme.name.written
                    ? "the scheme `\(name)` is here for the second time"
                    : "the schemes `\(other.scheme.name.written)` and `\(name)` both go into the \(place.location.rawValue) as `\(place.name)`",
                at: located.range,
                notes: [.init("the other one is here", at: other.range)]
            )
        }
    }

    /// Credentials and what an endpoint sends itself must not have one place: what is there already would win.
    func check(_ auth: [Located], beside endpoint: Endpoint, at range: SourceRange) {
        for located in auth {
            let place = located.scheme.place
            let params = endpoint.params.filter { !$0.isIgnored && $0.location.rawValue == place.location.rawValue }
            let names: [String]
            switch place.location {
            case .header:
                let key = endpoint.delivery.idempotencyKey.map { [$0.header] } ?? []
                names = params.map(\.wireName) + endpoint.headers.map(\.name) + key
            case .query where endpoint.paramsGoIntoQuery:
                names = params.map(\.wireName) + endpoint.constants.map(\.name)
            case .query, .cookie: names = params.map(\.wireName)
            }
            let isTaken = names.contains { name in
                place.location == .header ? name.lowercased() == place.name.lowercased() : name == place.name
            }
            guard isTaken else { continue }
            diagnostics.error(
                "the scheme `\(located.scheme.name.written)` goes into the \(place.location.rawValue) as `\(place.name)`, which the endpoint sends itself",
                at: range,
                notes: [
                    .init("the scheme is named here", at: located.range),
                    .init("leave that out of the endpoint, or say `auth: none`", at: range),
                ]
            )
        }
    }
}
