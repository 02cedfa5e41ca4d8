extension TypeReference {
    /// Whether a body of this type is its text, its bytes or a file, not JSON.
    package var isSentAsItIs: Bool { [.scalar(.string), .scalar(.data), .scalar(.file)].contains(self) }
}

/// The rules for requests.
extension SpecRules {
    /// RFC 9110, section 9.3.8, does not allow a body in a TRACE request.
    func checkTrace(_ endpoint: Endpoint) {
        guard endpoint.method == .trace else { return }
        let inBody = endpoint.params.filter { $0.location == .body && !$0.isIgnored }
        for range in [endpoint.bodyRange].compactMap({ $0 }) + inBody.map({ $0.statedLocation?.range ?? $0.keyRange }) {
            at(range, .misplacedBody).error("a TRACE request cannot have a body")
                .note("use the query, headers or another method")
        }
    }

    /// `encoding` applies only to params in the body.
    func checkEncoding(_ endpoint: Endpoint) {
        guard let range = endpoint.ownPlace(of: "encoding"), endpoint.encoding != .form,
            endpoint.method.sendsParamsInQuery, endpoint.body == nil,
            !endpoint.params.contains(where: { $0.location == .body && !$0.isIgnored })
        else { return }
        let method = endpoint.method.rawValue
        at(range, .uselessKey).error("`encoding` has no effect: the params of a \(method) go into the query")
            .note("remove it, or send a param in the body: `{type: String, in: body}`")
    }

    // MARK: URIs

    /// A whole URL is allowed for another server. A URL below `baseURL` would not change with the base URL.
    func checkURIs() {
        for endpoint in endpoints {
            guard let range = endpoint.anyEntry("uri")?.value.range else { continue }
            let uri = endpoint.uri.written
            if uri.isEmpty { checkEmptyURI(range) }
            guard endpoint.group == nil, let base = baseURLs.first(where: { uri.hasPrefix($0) }) else {
                continue
            }
            let rest = uri.dropFirst(base.count)
            guard base.hasSuffix("/") || rest.first == "/" else { continue }
            let path = rest.drop { $0 == "/" }
            let value = path.isEmpty ? "/" : path.hasPrefix("{") ? "\"\(path)\"" : path
            at(range, .uselessKey).warning("the `uri` is a whole URL, so `baseURL` has no effect")
                .note("write only the path: `uri: \(value)`")
        }
    }

    private func checkEmptyURI(_ range: SourceRange) {
        // The base URL of an API with a single URL, such as GraphQL, has a path.
        let isRoot = { (url: String) in self.host(of: url).map { url.dropFirst($0.count).count <= 1 } != false }
        guard !baseURLs.isEmpty, baseURLs.allSatisfy(isRoot) else { return }
        at(range, .emptyURI).warning("the `uri` is empty, so the request goes to the server's root")
            .note("if this is intended, write `uri: /`")
    }

    /// The scheme and the host of a whole URL; `nil` for other URLs.
    private func host(of url: String) -> String? {
        guard let scheme = ["https://", "http://"].first(where: { url.hasPrefix($0) }) else { return nil }
        return scheme + url.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    }

    /// Finds a param's name in braces in a fixed header, which would be sent literally.
    func checkFixedHeaders(_ endpoint: Endpoint) {
        for header in endpoint.headers {
            for param in endpoint.params.map(\.name.written) where header.value.contains("{\(param)}") {
                let name = header.name
                at(header.place, .constantPlaceholder)
                    .error("`{\(param)}` is not substituted in the fixed header `\(name)`")
                    .note("use a param as the whole value: `in: header, wireName: \(name)`")
            }
        }
    }

    /// Finds a header that would replace the media type of a body that has several.
    func checkContentType(_ endpoint: Endpoint) {
        let params = endpoint.params.filter { $0.location == .header && !$0.isIgnored }
        for (name, range) in endpoint.headers.map({ ($0.name, $0.place) }) + params.map({ ($0.wireName, $0.keyRange) })
        where !endpoint.bodies.isEmpty && name.lowercased() == "content-type" {
            at(range, .headerClash).error("the `body` sets the header `\(name)` to its media type")
        }
    }

    func checkNullConstants(_ endpoint: Endpoint) {
        if endpoint.encoding == .json, endpoint.defaultLocation == .body { return }
        for constant in endpoint.constants where constant.value == .null {
            at(constant.place, .unsendableValue)
                .error("the constant \(constant.name.quotedForMessage) is null, which can be sent only in a JSON body")
                .note("quote it to send the text \"null\"")
                .note("the endpoint \(endpoint.name.written.quotedForMessage) sends it", at: endpoint.keyRange)
        }
    }

    /// Credentials and the endpoint's own values must not be sent in the same place: the credentials would be omitted.
    func checkAuth(_ endpoint: Endpoint) {
        for (name, range) in zip(endpoint.auth.joined(), endpoint.authPlaces) {
            guard let place = decoder.schemes?.first(where: { $0.name.written == name })?.place else { continue }
            let params = endpoint.params.filter { !$0.isIgnored && $0.location.rawValue == place.location.rawValue }
            var names = params.map(\.wireName)
            if place.location == .header {
                names += endpoint.headers.map(\.name) + [endpoint.delivery.idempotencyKey?.header].compactMap { $0 }
            } else if place.location == .query, endpoint.defaultLocation == .query {
                names += endpoint.constants.map(\.name)
            }
            let isTaken = names.contains { name in
                place.location == .header ? name.lowercased() == place.name.lowercased() : name == place.name
            }
            guard isTaken else { continue }
            let target = "the \(place.location.rawValue) as `\(place.name)`, which the endpoint also sets"
            at(endpoint.ownPlace(of: "auth") ?? endpoint.keyRange, .schemeClash)
                .error("the scheme `\(name)` is sent in \(target)")
                .note("the scheme is used here", at: range)
                .note("remove it from the endpoint, or write `auth: none`")
        }
    }

    // MARK: Params

    func checkParams(_ endpoint: Endpoint) {
        let headers = Dictionary(endpoint.headers.map { ($0.name.lowercased(), $0.place) }) { first, _ in first }
        for param in endpoint.params {
            refuseReadTransform(param)
            let target = ParamPlacement.Target(param.location, endpoint)
            if param.ignoresItself {
                refuse(["wireName", "in", "format", "style", "transform", "nullable"], of: param, Self.ignored)
            } else {
                refuseBesideTransform(param)
                if target == .json { refuse(["style"], of: param, "JSON has its own lists") }
                if target == .url { refuse(["wireName"], of: param, "the URL of a request has no name") }
            }
            if param.isIgnored { continue }
            checkCapital(param, endpoint.separator, "param")
            checkPlace(of: param, in: target, endpoint)
            if target == .header { checkHeader(param, headers) }
            if target == .cookie, checkCookieName(param.wireName, at: param.keyRange) {
                refuseBrackets(param, "cookie")
            }
        }
    }

    private func checkPlace(of param: Field, in target: ParamPlacement.Target, _ endpoint: Endpoint) {
        if param.location == .body, endpoint.body != nil, let stated = param.statedLocation {
            let report = at(stated.range, .misplacedBody).error("a param cannot be sent in the body next to `body`")
            if let range = endpoint.bodyRange { report.note("`body` is the whole body", at: range) }
            return
        }
        if let range = param.nullableRange, target != .json {
            at(range, .unsendableValue).error("`null` cannot be sent in \(target.noun)")
                .note("send it in a body with `encoding: json`, or remove `nullable`")
        }
        if param.format == .string, target != .json {
            at(param.typeRange, .invalidFormat)
                .error("`format: string` works only in JSON, not in \(target.noun)")
                .note("remove `format`")
        }
        // The result type of a transform is unknown. Paths and URLs accept only single values in any case.
        guard param.transform == nil || target == .path || target == .url else { return }
        guard let (problem, inner) = problem(with: param, in: target) else { return }
        let report = at(param.typeRange, .unsendableValue).error(problem)
        if let inner { report.note("the field \(inner.written)", at: inner.typeRange) }
    }

    /// The reason why a field cannot be sent there, and the inner field that causes it, if there is one; `nil` if it can be
    /// sent.
    private func problem(with field: Field, in target: ParamPlacement.Target) -> (message: String, field: Field?)? {
        if nesting.judges(field, in: target) { return nesting.problem(with: field, in: target) }
        return ParamPlacement.problem(with: field.type, in: target, decoder.shapes).map { ($0, nil) }
    }

    private func checkHeader(_ param: Field, _ headers: [String: SourceRange]) {
        let name = param.wireName
        guard checkHeaderName(name, at: param.keyRange) else { return }
        refuseBrackets(param, "header")
        if param.style == .comma, param.format?.holdsComma == true {
            at(param.keyRange, .invalidStyle)
                .error("`style: comma` separates these dates by commas, but each of them contains a comma")
                .note("use another `format` or another `style`")
        }
        if let header = headers[name.lowercased()] {
            at(param.keyRange, .headerClash)
                .error("the header `\(name)` also has a fixed value").note("it is set here", at: header)
        }
    }

    private func refuseBrackets(_ param: Field, _ noun: String) {
        guard param.style == .brackets else { return }
        at(param.keyRange, .invalidStyle).error("`style: brackets` produces an invalid name for a \(noun)")
    }

    // MARK: The request object

    func checkRequestObject(_ endpoint: Endpoint) {
        guard let object = endpoint.requestObject, let range = endpoint.requestObject?.name.place else { return }
        let target = ParamPlacement.Target(endpoint.defaultLocation, endpoint)
        let start = "the request object `\(object.shape)` cannot be sent here"
        for field in shapeList[object.shape]?.fields ?? [] where field.isSent && field.transform == nil {
            if let nullable = field.nullableRange, target != .json {
                at(range, .unsendableValue).error("\(start): `null` cannot be sent in \(target.noun)")
                    .note("`nullable` is set here", at: nullable)
                continue
            }
            guard field.type.innermost != .scalar(.file),  // see `checkFiles`
                let (problem, _) = problem(with: field, in: target)
            else { continue }
            at(range, .unsendableValue)
                .error("\(start): \(problem)").note("the field \(field.written)", at: field.typeRange)
        }
    }

    // MARK: Bodies that are forms

    /// Checks that each field of a form can be sent, and that other types fit their media types.
    func checkBodies(_ endpoint: Endpoint) {
        guard let whole = endpoint.bodyRange else { return }
        for content in endpoint.bodyForms {
            let range = endpoint.bodies.isEmpty ? whole : content.typePlace
            let kind = MediaKind(content.mediaType)
            let essence = kind.essence
            guard let encoding = content.formEncoding else {
                if essence == "multipart/form-data" {
                    let report = at(range, .unsendableValue).error("a body of `\(essence)` must be a shape with fields")
                    report.note("each field is a part; the boundary between them is generated")
                } else if !endpoint.bodies.isEmpty, !content.type.isSentAsItIs, !kind.isJSON {
                    let types = "`String`, `Data` or `File`"
                    at(range, .unsendableValue)
                        .error("`\(content.type)` is sent as JSON, but the media type is `\(essence)`; use \(types)")
                }
                continue
            }
            guard let fields = content.type.unwrapped.shape.flatMap({ shapeList[$0]?.fields }) else {
                at(range, .unsendableValue).error("a body of `\(essence)` must be a shape with fields")
                continue
            }
            check(fields, sentIn: encoding == .form ? .form : .multipart, at: range)
        }
    }

    private func check(_ fields: [Field], sentIn target: ParamPlacement.Target, at range: SourceRange) {
        for field in fields where field.isSent && field.transform == nil {
            let problem: String
            if field.isNullable {
                problem = "`null` cannot be sent in \(target.noun)"
            } else if field.isInline {
                let noun = field.isAdditional ? "`additional`" : "inline fields"
                problem = "\(noun) can be sent only in JSON, not in \(target.noun)"
            } else if let found = self.problem(with: field, in: target) {
                problem = found.message
            } else {
                continue
            }
            at(range, .unsendableValue).error("this body cannot be sent: \(problem)")
                .note("the field \(field.written)", at: field.typeRange)
        }
    }

    /// Checks that shapes with a `File` are sent only as multipart bodies.
    func checkFiles() {
        let holders = shapes.filter { $0.members.contains { $0.type.innermost == .scalar(.file) } }
        // The endpoints of a file of shapes are in other files.
        if holders.isEmpty || decoder.files.isShared { return }
        let forms = endpoints.flatMap(\.bodyForms)
        let multipart = Set(forms.filter { $0.formEncoding == .multipart }.compactMap(\.type.unwrapped.shape))
        let others: [TypeReference] =
            shapes.flatMap(\.types) + endpoints.flatMap(\.params).map(\.type)
            + endpoints.compactMap { $0.requestObject.map { .shape($0.shape) } }
            + forms.filter { $0.formEncoding != .multipart }.map(\.type)
        let elsewhere = Set(others.compactMap(\.shape))
        for shape in holders {
            let name = shape.name.written
            if multipart.contains(name), !elsewhere.contains(name), !usage.read.contains(name) { continue }
            for field in shape.members where field.type.innermost == .scalar(.file) {
                at(field.typeRange, .misplacedFile).error(ParamPlacement.fileProblem)
            }
        }
    }

    /// Rejects inline fields in a request object, whose fields are sent individually.
    func checkInlineRequestObjects() {
        for endpoint in endpoints {
            guard let object = endpoint.requestObject?.shape, let range = endpoint.requestObject?.name.place,
                let field = shapeList[object]?.members.first(where: \.isInline)
            else { continue }
            at(range, .invalidInline)
                .error(
                    "the request object `\(object)` has \(field.isAdditional ? "`additional`" : "an inline field"), "
                        + "but its fields are sent individually"
                )
                .note("it is declared here", at: field.keyRange)
                .note("send the whole shape: `body: \(object)`")
        }
    }

    // MARK: Names

    /// The names of params must differ per place. The names of headers are case-insensitive.
    func checkParamNames(_ endpoint: Endpoint) {
        checkClashes(endpoint.params.map(\.name), noun: "param")
        checkFormerNames(of: endpoint.params, noun: "param")
        var first: [String: Field] = [:]
        for param in endpoint.params where !param.isIgnored {
            let location = param.location
            if location == .path || location == .url { continue }
            let name = location == .header ? param.wireName.lowercased() : param.wireName
            let key = "\(location.rawValue) \(name)"
            if let other = first[key] {
                reportClash("params", param, other, "in the \(location.rawValue)")
            } else {
                first[key] = param
            }
        }
    }

    /// The task calls the transforms of its params and of the fields of its request object.
    func checkParamTransforms(_ endpoint: Endpoint) {
        let object = endpoint.requestObject
        let fields = endpoint.params + (object.flatMap { shapeList[$0.shape]?.fields } ?? [])
        var properties = properties(of: endpoint.params)
        if let object, let range = endpoint.requestObject?.name.place { properties[object.name.swift] = range }
        if let range = endpoint.bodyRange { properties["body"] = range }
        checkTransforms(of: fields, among: properties, in: endpoint.group)
    }

    /// A task has properties for its params, its request object and its body.
    func checkPropertyNames(_ endpoint: Endpoint) {
        var taken: [(name: String, what: String, range: SourceRange)] = []
        if let object = endpoint.requestObject, let range = endpoint.requestObject?.name.place {
            let name = object.name.swift
            taken.append((name, "the request object", range))
            if ReservedNames.paramMembers.contains(name) {
                at(range, .reservedName)
                    .error("the property for the request object would have the reserved name `\(name)`")
                    .note("rename the shape with `swiftName:`")
            }
        }
        if let range = endpoint.bodyRange { taken.append(("body", "the body", range)) }
        for name in endpoint.params.map(\.name) {
            for other in taken where other.name == name.swift {
                at(name.place, .nameClash)
                    .error(
                        "a param cannot have the name `\(name.swift)`, which is the property of \(other.what)"
                    )
                    .note("\(other.what)", at: other.range)
                    .note("rename the param: `swiftName: \(name.swift)Param`")
            }
        }
        if taken.count == 2, taken[0].name == taken[1].name {
            at(taken[0].range, .nameClash).error(
                "the request object and the body would both have the Swift name `body`"
            )
            .note("the body", at: taken[1].range)
        }
    }

    // MARK: Shapes that are sent

    /// Finds shapes that are sent although a field has `from:`, whose path applies only to replies.
    func checkSentShapes() {
        guard shapes.contains(where: { $0.members.contains { $0.fromRange != nil } }) else { return }
        var seen: Set<String> = []
        for endpoint in endpoints {
            var roots: [(TypeReference, SourceRange)] = []
            if let object = endpoint.requestObject, let range = endpoint.requestObject?.name.place {
                roots.append((.shape(object.shape), range))
            }
            if let range = endpoint.bodyRange { roots += endpoint.bodyTypes.map { ($0, range) } }
            for param in endpoint.params where !param.isIgnored && param.transform == nil {
                roots.append((param.type, param.typeRange))
            }
            for (type, range) in roots { visit(type, sentAt: range, &seen) }
        }
    }

    private func visit(_ type: TypeReference, sentAt range: SourceRange, _ seen: inout Set<String>) {
        var pending = [type]
        while let type = pending.popLast() {
            guard let name = type.shape, seen.insert(name).inserted else { continue }
            pending += (shapeList[name]?.options ?? []).map(\.type)
            for field in shapeList[name]?.fields ?? [] where field.isSent {
                if let from = field.fromRange {
                    at(from, .misplacedKey)
                        .error("`from` applies only to replies, but the shape `\(name)` is also sent")
                        .note("it is sent here", at: range)
                }
                if field.transform == nil { pending.append(field.type) }
            }
        }
    }
}
