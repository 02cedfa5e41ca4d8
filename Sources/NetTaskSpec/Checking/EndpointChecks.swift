/// What must hold between the parts of one endpoint.
struct EndpointChecks {
    let shapes: ShapeTable
    let shapeList: [String: LocatedShape]
    let nesting: NestingCheck
    let diagnostics: DiagnosticCollector

    func check(_ located: LocatedEndpoint, headers: [LocatedHeader]) {
        if located.endpoint.method == .trace { checkTrace(located) }
        for header in headers { checkFixed(header, located.params) }
        let headers = Dictionary(headers.map { ($0.header.name.lowercased(), $0) }) { first, _ in first }
        for param in located.params {
            let isJSON = target(of: param.field.location, located.endpoint) == .json
            IdleKeyRule(diagnostics: diagnostics).check(param: param, isJSON: isJSON)
            checkPlace(of: param, located)
            if param.field.location == .header, !param.field.isIgnored { checkHeader(param, headers) }
            if param.field.location == .cookie, !param.field.isIgnored { checkCookie(param) }
        }
        checkRequestObject(located)
        checkNames(located)
        WireNameClashes.check(params: located.params, diagnostics)
        checkTransforms(located)
    }

    /// RFC 9110, section 9.3.8, allows no body there.
    private func checkTrace(_ located: LocatedEndpoint) {
        let inBody = located.params.filter { $0.field.location == .body && !$0.field.isIgnored }
        for range in [located.bodyRange].compactMap({ $0 }) + inBody.map({ $0.statedLocation?.range ?? $0.keyRange }) {
            diagnostics.error(
                "a TRACE request has no body",
                at: range,
                notes: [.init("send it in the query or in headers, or with another method", at: range)]
            )
        }
    }

    private func target(of location: Field.Location, _ endpoint: Endpoint) -> ParamPlacement.Target {
        switch location {
        case .path: .path
        case .query: .query
        case .header: .header
        case .cookie: .cookie
        case .url: .url
        case .body:
            switch endpoint.encoding {
            case .form: .form
            case .json: .json
            case .multipart: .multipart
            }
        }
    }

    private func checkPlace(of param: LocatedField, _ located: LocatedEndpoint) {
        let field = param.field
        guard !field.isIgnored else { return }
        if field.location == .body, located.endpoint.body != nil, let stated = param.statedLocation {
            var notes: [DiagnosticCollector.Note] = []
            if let range = located.bodyRange { notes.append(.init("`body` is the whole of it", at: range)) }
            diagnostics.error("a param cannot go into the body beside `body`", at: stated.range, notes: notes)
            return
        }
        if let range = param.nullableRange, target(of: field.location, located.endpoint) != .json {
            let place = target(of: field.location, located.endpoint).noun
            diagnostics.error(
                "only JSON can say null, and \(place) cannot",
                at: range,
                notes: [.init("send it in a body with `encoding: json`, or leave `nullable` out", at: range)]
            )
        }
        if field.format == .string, target(of: field.location, located.endpoint) != .json {
            let place = target(of: field.location, located.endpoint).noun
            diagnostics.error(
                "`format: string` puts a number into quotes, which only JSON has, and \(place) has not",
                at: param.typeRange,
                notes: [.init("leave `format` out", at: param.typeRange)]
            )
        }
        // What a transform makes of a value, only Swift knows; but a path takes single values anyway.
        guard field.transform == nil || field.location == .path || field.location == .url else { return }
        let target = target(of: field.location, located.endpoint)
        if nesting.judges(field, in: target) { return checkNesting(param, in: target) }
        guard let problem = ParamPlacement.problem(with: field.type, in: target, shapes) else { return }
        diagnostics.error(problem, at: param.typeRange)
    }

    private func checkNesting(_ param: LocatedField, in target: ParamPlacement.Target) {
        guard let problem = nesting.problem(with: param.field, in: target) else { return }
        var notes: [DiagnosticCollector.Note] = []
        if let field = problem.field {
            notes.append(.init("the field \(field.field.name.written.quotedForMessage) is here", at: field.typeRange))
        }
        diagnostics.error(problem.message, at: param.typeRange, notes: notes)
    }

    /// A fixed header is sent as it is written: a param's name in braces would be sent, and not its value.
    private func checkFixed(_ header: LocatedHeader, _ params: [LocatedField]) {
        for param in params.map(\.field.name.written) where header.header.value.contains("{\(param)}") {
            diagnostics.error(
                "the header `\(header.header.name)` has a fixed value, in which `{\(param)}` stands for nothing",
                at: header.keyRange,
                notes: [
                    .init(
                        "let a param be the whole value: `in: header, name: \(header.header.name)`",
                        at: header.keyRange
                    )
                ]
            )
        }
    }

    private func checkHeader(_ param: LocatedField, _ headers: [String: LocatedHeader]) {
        let name = param.field.wireName
        guard HeaderRule.checkName(name, at: param.keyRange, diagnostics) else { return }
        if param.field.style == .brackets {
            diagnostics.error("`style: brackets` gives the header a name that no header can have", at: param.keyRange)
        }
        if param.field.style == .comma, param.field.format == .http || param.field.format == .rfc2822 {
            diagnostics.error(
                "`style: comma` puts commas between these dates, and each of them has one within",
                at: param.keyRange,
                notes: [.init("choose another `format`, or another `style`", at: param.keyRange)]
            )
        }
        guard let header = headers[name.lowercased()] else { return }
        diagnostics.error(
            "the header `\(name)` has a fixed value too",
            at: param.keyRange,
            notes: [.init("it is set here", at: header.keyRange)]
        )
    }

    private func checkCookie(_ param: LocatedField) {
        guard CookieRule.checkName(param.field.wireName, at: param.keyRange, diagnostics) else { return }
        if param.field.style == .brackets {
            diagnostics.error("`style: brackets` gives the cookie a name that no cookie can have", at: param.keyRange)
        }
    }

    private func checkRequestObject(_ located: LocatedEndpoint) {
        let endpoint = located.endpoint
        guard let object = endpoint.requestObject, let range = located.requestObjectRange else { return }
        let target = target(of: endpoint.paramsGoIntoQuery ? .query : .body, endpoint)
        for field in shapeList[object.shape]?.fields ?? [] where field.field.isSent && field.field.transform == nil {
            if let nullable = field.nullableRange, target != .json {
                diagnostics.error(
                    "the request object `\(object.shape)` cannot be sent here: only JSON can say null, and "
                        + "\(target.noun) cannot",
                    at: range,
                    notes: [.init("`nullable` is here", at: nullable)]
                )
                continue
            }
            guard field.field.type.innermost != .scalar(.file) else { continue }  // refused in every shape
            let problem =
                nesting.judges(field.field, in: target)
                ? nesting.problem(with: field.field, in: target)?.message
                : ParamPlacement.problem(with: field.field.type, in: target, shapes)
            guard let problem else { continue }
            let name = field.field.name.written.quotedForMessage
            diagnostics.error(
                "the request object `\(object.shape)` cannot be sent here: \(problem)",
                at: range,
                notes: [.init("the field \(name) is here", at: field.typeRange)]
            )
        }
    }

    /// The task calls the transforms of its params and of its request object's fields.
    private func checkTransforms(_ located: LocatedEndpoint) {
        let object = located.endpoint.requestObject
        let fields = located.params + (object.flatMap { shapeList[$0.shape]?.fields } ?? [])
        guard fields.contains(where: { $0.field.transform != nil }) else { return }
        var properties = TransformRule.properties(located.params)
        if let object, let range = located.requestObjectRange { properties[object.name.swift] = range }
        if let range = located.bodyRange { properties["body"] = range }
        TransformRule.check(fields, among: properties, diagnostics)
    }

    /// The task's properties are its params, its request object and its body.
    private func checkNames(_ located: LocatedEndpoint) {
        NameClashes.check(located.params.map(\.field.name), noun: "param", diagnostics)
        var taken: [(name: String, what: String, range: SourceRange)] = []
        if let object = located.endpoint.requestObject, let range = located.requestObjectRange {
            let name = object.name.swift
            taken.append((name, "the request object", range))
            if ReservedNames.paramMembers.contains(name) {
                diagnostics.error(
                    "the property for the request object would be called `\(name)`, which is reserved",
                    at: range,
                    notes: [.init("give the shape another Swift name with `swiftName:`", at: range)]
                )
            }
        }
        if let range = located.bodyRange { taken.append(("body", "the body", range)) }
        for param in located.params {
            for other in taken where other.name == param.field.name.swift {
                diagnostics.error(
                    "a param cannot be called `\(other.name)` beside \(other.what), whose property has that name",
                    at: param.field.name.place,
                    notes: [
                        .init("\(other.what) is here", at: other.range),
                        .init(
                            "give the param a Swift name: `swiftName: \(other.name)Param`",
                            at: param.field.name.place
                        ),
                    ]
                )
            }
        }
        if taken.count == 2, taken[0].name == taken[1].name {
            diagnostics.error(
                "the request object and the body would both be called `body` in Swift",
                at: taken[0].range,
                notes: [.init("the body is here", at: taken[1].range)]
            )
        }
    }
}
