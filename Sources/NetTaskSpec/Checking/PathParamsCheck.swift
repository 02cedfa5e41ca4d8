/// The variables of a uri and the params that fill them must be the same.
struct PathParamsCheck {
    let diagnostics: DiagnosticCollector

    /// - Parameter declared: The map that the params were read from: one that could not be read is not missing.
    func check(
        _ params: inout [LocatedField],
        _ uri: URITemplate,
        at uriRange: SourceRange,
        declaredIn declared: YAMLNode?
    ) {
        var names: Set<String> = []
        if case .mapping(let entries) = declared?.content { names = Set(entries.map(\.key)) }
        let variables = Set(uri.variables)
        for variable in uri.variables where !names.contains(variable) {
            diagnostics.error(
                "the uri has the variable \(variable.quotedForMessage), but there is no param of that name",
                at: Self.place(of: variable, in: uri, at: uriRange),
                suggestion: variable.closestMatch(among: names.sorted())
            )
        }
        for index in params.indices {
            let isInURI = variables.contains(params[index].field.name.written)
            if isInURI { checkInURI(&params[index], uriRange) }
            if !isInURI, let stated = params[index].statedLocation, stated.location == .path {
                let name = params[index].field.name.written
                diagnostics.error(
                    "the param \(name.quotedForMessage) goes into the path, but the uri has no `{\(name)}`",
                    at: stated.range,
                    notes: [.init("the uri is here", at: uriRange)]
                )
            }
        }
    }

    /// Where a variable stands in a uri that was written on one line and without escapes; else the whole uri.
    private static func place(of variable: String, in uri: URITemplate, at range: SourceRange) -> SourceRange {
        let quotes = range.end.column - range.start.column - uri.written.unicodeScalars.count
        guard range.start.line == range.end.line, quotes == 0 || quotes == 2,
            let found = uri.written.firstRange(of: "{\(variable)}") ?? uri.written.firstRange(of: "{+\(variable)}")
        else { return range }
        let scalars = uri.written.unicodeScalars
        let offset = scalars.distance(from: scalars.startIndex, to: found.lowerBound) + 1 + quotes / 2
        let start = SourceRange.Position(line: range.start.line, column: range.start.column + offset)
        let end = SourceRange.Position(line: start.line, column: start.column + variable.unicodeScalars.count)
        return SourceRange(start: start, end: end)
    }

    private func checkInURI(_ param: inout LocatedField, _ uriRange: SourceRange) {
        let name = param.field.name.written.quotedForMessage
        if let stated = param.statedLocation, stated.location != .path {
            diagnostics.error(
                "the param \(name) is a variable of the uri, so it cannot go elsewhere",
                at: stated.range,
                notes: [.init("the uri is here", at: uriRange)]
            )
        }
        guard param.field.isIgnored else { return }
        if let range = param.ignoredRange {
            diagnostics.error(
                "the param \(name) is a variable of the uri, so it cannot be ignored",
                at: range,
                notes: [.init("the uri is here", at: uriRange)]
            )
        }
        param.field.isIgnored = false  // `ignored: all` means all but these
    }
}
