/// A param that is the URL of the request, in place of a uri: `in: url`.
struct URLParamRule {
    let diagnostics: DiagnosticCollector

    /// The uri as a template of that param; nil if there is none.
    ///
    /// - Parameter uri: What the endpoint says, if it does.
    func template(_ params: inout [LocatedField], beside uri: YAMLNode.Entry?) -> URITemplate? {
        let indices = params.indices.filter { params[$0].statedLocation?.location == .url }
        guard let first = indices.first else { return nil }
        let name = params[first].field.name.written
        for other in indices.dropFirst() {
            diagnostics.error(
                "a request has one URL, and \(name.quotedForMessage) is it already",
                at: params[other].statedLocation?.range ?? params[other].keyRange,
                notes: [.init("it is here", at: params[first].keyRange)]
            )
        }
        if let uri {
            diagnostics.error(
                "the param \(name.quotedForMessage) is the URL of the request, so that there can be no `uri`",
                at: uri.keyRange,
                notes: [.init("the param is here", at: params[first].keyRange)]
            )
        }
        check(&params[first])
        return URITemplate(written: "{\(name)}", parts: [.variable(name)])
    }

    private func check(_ param: inout LocatedField) {
        let name = param.field.name.written.quotedForMessage
        if let range = param.transformRange {
            diagnostics.error("the param \(name) is sent as it is, so that there can be no `transform`", at: range)
        }
        guard param.field.isIgnored else { return }
        if let range = param.ignoredRange {
            diagnostics.error("the param \(name) is the URL of the request, so that it cannot be ignored", at: range)
        }
        param.field.isIgnored = false  // `ignored: all` means all but this one
    }

    /// A URL in the place of a uri would be one segment of the path, with its slashes escaped.
    func checkVariables(of uri: URITemplate, _ params: [LocatedField]) {
        var parts = uri.parts[...]
        if parts.first == .literal("/") { parts.removeFirst() }
        guard let name = parts.first?.variable,
            let param = params.first(where: { $0.field.name.written == name }),
            param.field.type.unwrapped == .scalar(.url), param.statedLocation?.location != .url
        else { return }
        diagnostics.error(
            "as a variable of the uri, the URL \(name.quotedForMessage) would be one segment of the path",
            at: param.typeRange,
            notes: [
                .init(
                    "for the URL of the request, leave `uri` out and write `\(name): {type: URL, in: url}`",
                    at: param.typeRange
                ),
                .init("a URL that is to be a segment is a `String`", at: param.typeRange),
            ]
        )
    }
}
