/// Decodes `uri:`, each of whose variables needs a param.
extension SpecDecoder {
    func uri(_ node: YAMLNode) -> URITemplate? {
        guard let text = text(node, "uri") else { return nil }
        do throws(URITemplate.Problem) {
            return try URITemplate(parsing: text)
        } catch {
            return at(node.range, .invalidURI).error("invalid uri \(text.quotedForMessage): \(error.message)").none()
        }
    }

    /// - Parameter declared: The map that the params were decoded from. A param that could not be decoded is not missing.
    func check(_ params: inout [Field], fill uri: URITemplate, at range: SourceRange, declaredIn declared: YAMLNode?) {
        let variables = Set(uri.variables)
        if let names = declared.declaredNames {
            for variable in uri.variables where !names.contains(variable) && !inherited.missingParams.contains(variable)
            {
                reportMissingParam(variable, of: uri, at: range, among: names)
            }
        }
        for index in params.indices {
            let name = params[index].name.written
            let stated = params[index].statedLocation
            if variables.contains(name) {
                if let stated, stated.value != .path {
                    at(stated.range, .uriVariableConflict)
                        .error(
                            "the param \(name.quotedForMessage) is a variable of the uri, so it cannot be sent elsewhere"
                        )
                        .note("the uri", at: range)
                }
                if let ignored = params[index].ignoredRange {
                    at(ignored, .uriVariableConflict)
                        .error("the param \(name.quotedForMessage) is a variable of the uri, so it cannot be ignored")
                        .note("the uri", at: range)
                }
                params[index].isIgnored = false  // `ignored: all` includes all except these
            } else if let stated, stated.value == .path {
                at(stated.range, .missingURIVariable)
                    .error("the param \(name.quotedForMessage) has `in: path`, but the uri has no `{\(name)}`")
                    .note("the uri", at: range)
            }
        }
        checkURLs(in: uri, params)
    }

    func reportMissingParam(_ name: String, of uri: URITemplate, at range: SourceRange, among names: Set<String>) {
        let near = name.closestMatch(among: names.sorted())
        let report = at(Self.place(of: name, in: uri, at: range), .missingParam)
            .error("missing param for the variable \(name.quotedForMessage) of the uri")
            .suggest(near)
        if near == nil { report.note("declare it, as in `params: {\(name.visible(upTo: 60)): String}`") }
    }

    /// The place of a variable in a uri that was written on one line and without escapes; otherwise the whole uri.
    private static func place(of variable: String, in uri: URITemplate, at range: SourceRange) -> SourceRange {
        let quotes = range.end.column - range.start.column - uri.written.unicodeScalars.count
        guard range.start.line == range.end.line, quotes == 0 || quotes == 2,
            let found = uri.written.firstRange(of: "{\(variable)}") ?? uri.written.firstRange(of: "{+\(variable)}")
        else { return range }
        let scalars = uri.written.unicodeScalars
        let offset = scalars.distance(from: scalars.startIndex, to: found.lowerBound) + 1 + quotes / 2
        let start = SourceRange.Position(line: range.start.line, column: range.start.column + offset)
        let end = SourceRange.Position(line: start.line, column: start.column + variable.unicodeScalars.count)
        return SourceRange(file: range.file, start: start, end: end)
    }

    // MARK: A param that is the URL

    /// The uri as a template of the param with `in: url`, which replaces a uri; `nil` if there is none.
    ///
    /// - Parameter uri: The uri of the endpoint, if it has one.
    func urlTemplate(_ params: inout [Field], beside uri: YAMLNode.Entry?) -> URITemplate? {
        let indices = params.indices.filter { params[$0].statedLocation?.value == .url }
        guard let first = indices.first else { return nil }
        let param = params[first]
        let name = param.name.written
        let written = name.quotedForMessage
        for other in indices.dropFirst() {
            at(params[other].statedLocation?.range ?? params[other].keyRange, .invalidURLParam)
                .error("a request has only one URL, but \(written) is also the URL")
                .note("the other one", at: param.keyRange)
        }
        if let uri {
            at(uri.keyRange, .invalidURLParam)
                .error("`uri` cannot be used with the param \(written), which is the URL of the request")
                .note("the param", at: param.keyRange)
        }
        if let range = param.transformRange {
            at(range, .invalidURLParam)
                .error("`transform` cannot be used with the param \(written), which is the URL of the request")
        }
        if let range = param.ignoredRange {
            at(range, .invalidURLParam)
                .error("the param \(written) is the URL of the request, so it cannot be ignored")
        }
        params[first].isIgnored = false  // `ignored: all` includes all except this one
        return URITemplate(written: "{\(name)}", parts: [.variable(name)])
    }

    /// A URL as a variable of the uri would be one segment of the path, with escaped slashes.
    private func checkURLs(in uri: URITemplate, _ params: [Field]) {
        var parts = uri.parts[...]
        if parts.first == .literal("/") { parts.removeFirst() }
        guard let name = parts.first?.variable,
            let param = params.first(where: { $0.name.written == name }),
            param.type.unwrapped == .scalar(.url), param.statedLocation?.value != .url
        else { return }
        at(param.typeRange, .invalidURLParam)
            .error("as a variable of the uri, the URL \(name.quotedForMessage) would be one segment of the path")
            .note("for the URL of the request, remove `uri` and write `\(name): {type: URL, in: url}`")
            .note("for a URL that is one segment, use a `String`")
    }
}
