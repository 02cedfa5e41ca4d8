/// The content of `response:`, or of one of its statuses.
struct Reply {
    var response = Endpoint.Response.none
    /// The format of dates, if the reply is a date or contains dates.
    var format: Field.Format?
    var headers: [Field] = []
    var stream: Endpoint.Stream?
    /// The entry of `when:` for the stream.
    var condition: YAMLNode.Entry?
}

/// Decodes `response:`.
extension SpecDecoder {
    func response(_ entry: YAMLNode.Entry, _ separator: NameSeparator) -> Reply {
        let node = entry.value
        guard node.isMap else { return response(ofType: node) ?? Reply() }
        if node.isByMediaType { return contents(node.entries).map { Reply(response: .contents($0)) } ?? Reply() }
        if node.isByStatus { return Reply(response: .statuses(bodies(entry, of: .response))) }
        if let entry = node.entries.first, let mediaType = Self.mediaTypes[entry.key.lowercased()] {
            at(entry.keyRange, .invalidMediaType).error("\(entry.key.quotedForMessage) is not a media type")
                .suggest(mediaType, isFix: false)
            return Reply()
        }
        guard let keys = keys(entry, SpecLanguage.response, subject: "`response`") else { return Reply() }
        if let stream = keys.entry("events") ?? keys.entry("lines") {
            return response(ofStream: stream, keys, separator)
        }
        var reply = Reply()
        if let entry = keys.entry("fields") {
            let fields = fields(entry.value, "fields", .replyField, keys.separator("separator") ?? separator)
            let all = fields.map { $0 + additional(keys, beside: $0, .replyField) }
            if let all { reply.response = .fields(all) }
            addHeaders(keys, beside: all?.map(\.name) ?? [], to: &reply)
            return reply
        }
        if keys.entry("type") != nil || keys.entry("headers") == nil {
            reply = response(keys, entry, "`response` needs `type`, `fields` or `headers`") ?? Reply()
        }
        addHeaders(keys, to: &reply)
        return reply
    }

    /// The media types that words stand for.
    private static let mediaTypes = [
        "csv": "text/csv", "html": "text/html", "json": "application/json", "pdf": "application/pdf",
        "text": "text/plain", "xml": "application/xml",
    ]

    /// Decodes a map of media types. Returns `nil`, after a diagnostic, if it is invalid.
    private func contents(_ entries: [YAMLNode.Entry]) -> [BodyContent]? {
        let written = entries.filter { !SpecLanguage.isExtension($0.key) }
        if let other = written.first(where: { SpecLanguage.response.usableNames.contains($0.key) }) {
            return at(other.keyRange, .conflictingKeys).error("`\(other.key)` cannot be used next to media types")
                .note("write an endpoint for each media type, with `headers: {Accept: text/csv}` and one type").none()
        }
        let found = written.compactMap { entry -> (entry: YAMLNode.Entry, type: TypeReference)? in
            guard checkMediaType(entry.key, at: entry.keyRange), let type = type(entry.value) else { return nil }
            let kind = MediaKind(entry.key)
            let range = entry.value.range
            if type.isOptional {
                return at(range, .invalidOptional).error("a reply with a media type cannot be optional: `\(type)`")
                    .none()
            }
            if type.innermost == .scalar(.file) {
                return at(range, .misplacedFile).error("use `Data` for the bytes: \(ParamPlacement.fileProblem)").none()
            }
            if !type.isSentAsItIs, !kind.isJSON, !kind.essence.hasSuffix("*") {
                let message = "`\(type)` is read as JSON, but the media type is `\(kind.essence)`"
                return at(range, .invalidType).error("\(message); use `String` or `Data`").none()
            }
            return (entry, type)
        }
        guard found.count == written.count else { return nil }
        if found.count == 1 {
            return at(found[0].entry.keyRange, .uselessKey).error("a map of media types must have at least two entries")
                .note("write `response: \(found[0].type)`, and if needed `headers: {Accept: \(found[0].entry.key)}`")
                .none()
        }
        var places: [String: SourceRange] = [:]
        for (entry, _) in found {
            if let other = places.updateValue(entry.keyRange, forKey: MediaKind(entry.key).essence) {
                at(entry.keyRange, .duplicateValue)
                    .error("duplicate media type: the parameters of a reply's media type are ignored")
                    .note("the other one", at: other)
            }
        }
        return BodyContent.list(found)
    }

    /// Decodes a map with `type`. Returns `nil`, after a diagnostic, if it is invalid.
    ///
    /// - Parameter need: The message if `type` is missing.
    private func response(_ keys: KeyReader, _ entry: YAMLNode.Entry, _ need: @autoclosure () -> String) -> Reply? {
        guard let node = keys["type"] else {
            if keys.entry("type") == nil { at(entry.keyRange, .missingKey).error(need()) }
            return nil
        }
        let isOptional = keys.bool("optional") ?? false
        let path = keys.path("from")
        if node.text == TypeReference.noneWord { return Reply() }
        guard let type = type(node) else { return nil }
        let whole = isOptional && !type.isOptional ? .optional(type) : type
        return response(whole, path: path, format: keys["format"], at: node.range)
    }

    /// Decodes a type without a map, or `none`. Returns `nil`, after a diagnostic, if it is invalid.
    private func response(ofType node: YAMLNode) -> Reply? {
        if node.text == TypeReference.noneWord { return Reply() }
        return type(node).map { response($0, path: nil, format: nil, at: node.range) }
    }

    private func response(_ type: TypeReference, path: [String]?, format: YAMLNode?, at range: SourceRange) -> Reply {
        if type.innermost == .scalar(.file), type.unwrapped != .scalar(.file) {
            at(range, .misplacedFile).error(ParamPlacement.fileProblem)
            return Reply()
        }
        if type.unwrapped == .scalar(.file), path != nil {
            at(range, .misplacedKey).error("`from` cannot be used with a `File`, which is the whole reply")
            return Reply()
        }
        let format = self.format(format, type)
        let response = path.map { Endpoint.Response.json(type, path: $0) } ?? Endpoint.Response(type)
        // `Data` that is the whole reply has no format.
        return Reply(response: response, format: response == .data(optional: type.isOptional) ? nil : format)
    }

    // MARK: Headers

    /// Decodes `headers:` of a response, which become properties next to its body.
    ///
    /// - Parameter properties: The other properties of the response; `nil` if the only one is its body.
    private func addHeaders(_ keys: KeyReader, beside properties: [Name]? = nil, to reply: inout Reply) {
        // Names of headers contain hyphens: `retryAfter` is `retry-after`.
        guard let entry = keys.entry("headers"),
            let headers = fields(entry.value, "headers", .replyHeader, .text("-"))
        else { return }
        for header in headers { check(replyHeader: header) }
        if entry.value.entries.isEmpty {
            at(entry.value.range, .emptyValue)
                .error("`headers` of the response is empty")
        }
        let type = reply.response == .none ? nil : keys.entry("type")
        let others = properties ?? type.map { [Name("body", place: $0.keyRange)] } ?? []
        checkClashes(others + headers.map(\.name), noun: "property", plural: "properties of the response")
        reply.headers = headers
    }

    private func check(replyHeader header: Field) {
        let name = header.wireName
        guard HeaderRule.isToken(name) else {
            at(header.keyRange, .invalidHeaderName).error("\(name.quotedForMessage) is not a valid name of a header")
            return
        }
        let type = header.type.unwrapped
        var element = type
        if case .array(let inner) = type { element = inner }
        // Alternatives are identified in JSON, which a header is not.
        guard shapes.extent(of: element) == .single, element.shape.flatMap(shapes.kind) != .alternatives else {
            at(header.typeRange, .unsendableValue)
                .error("`\(header.type)` cannot be sent in a header; use a single value or a list of single values")
            return
        }
        if element != type, header.format?.holdsComma == true {
            let problem = "commas separate the dates of this header, but the dates also contain commas"
            at(header.typeRange, .invalidFormat).error("\(problem); use another `format`")
        }
    }
}

extension Field.Format {
    /// Whether dates in this format contain a comma, as in `Sat, 21 Nov 2026 07:00:00 GMT`.
    var holdsComma: Bool { self == .http || self == .rfc2822 }
}

extension YAMLNode {
    /// Whether a `response:` is a map of statuses: one of its keys looks like a status.
    var isByStatus: Bool {
        entries.contains { entry in
            entry.key == "default" || entry.key.lowercased().hasSuffix("xx")
                || !entry.key.isEmpty && entry.key.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
        }
    }
}

/// Decodes bodies by status: `errors:`, and `response:` if it is a map of statuses.
extension SpecDecoder {
    /// The key that contains the statuses.
    enum StatusRole: String {
        case errors
        case response
    }

    /// The entries in the order of the spec, without those that cannot be decoded.
    func bodies(_ entry: YAMLNode.Entry, of role: StatusRole) -> [StatusBody] {
        let (key, node) = (role.rawValue, entry.value)
        guard case .mapping(let entries) = node.content else {
            at(node.range, .wrongKind).error("`\(key)` must be a map of statuses to types, not \(node.kind)")
                .note("such as `\(key): {404: NotFound, default: APIError}`")
            return []
        }
        if entries.isEmpty { at(node.range, .emptyValue).error("`\(key)` is empty") }
        let bodies = entries.filter { !SpecLanguage.isExtension($0.key) }.compactMap { body($0, role) }
        if role == .response, let both = bodies.first(where: { $0.status == .others }),
            let other = bodies.first(where: { $0.status == .hundred(2) })
        {
            at(both.place, .duplicateValue).error("in `response`, `default` and `2xx` are duplicates")
                .note("`2xx` is set here", at: other.place)
        }
        return bodies
    }

    private func status(_ entry: YAMLNode.Entry, _ role: StatusRole) -> StatusKey? {
        let key = entry.key
        if key == "default" { return .others }
        let hundreds = role == .errors ? ["4xx", "5xx"] : ["2xx"]
        if hundreds.contains(key) { return key.utf8.first.map { .hundred(Int($0 - 0x30)) } }
        if let code = Int(key), 100...599 ~= code, "\(code)" == key { return .code(code) }
        let words = "numbers from 100 to 599, " + hundreds.map { "`\($0)`" }.joined(separator: ", ") + " and `default`"
        let report = at(entry.keyRange, .invalidStatus)
            .error("\(key.quotedForMessage) is not a status; `\(role.rawValue)` accepts \(words)")
        if role == .response, key == "4xx" || key == "5xx" {
            return report.note("add failures to `errors`; for a status that is a success here, write the number")
                .none()
        }
        if role == .response, SpecLanguage.response.key(key) != nil {
            report.note("this response maps each status to a type, or to a map with `type`")
        }
        return report.suggest(key.lowercased().closestMatch(among: hundreds + ["default"])).none()
    }

    private func body(_ entry: YAMLNode.Entry, _ role: StatusRole) -> StatusBody? {
        guard let status = status(entry, role) else { return nil }
        guard !entry.value.isMissing else {
            return at(entry.keyRange, .missingType).error("the status \(entry.key.quotedForMessage) has no type")
                .note("for no body, write `none`").none()
        }
        guard let response = response(ofStatus: entry) else { return nil }
        let typeRange = entry.value["type"]?.range ?? entry.value.range
        if response.response.type?.unwrapped == .scalar(.file) {
            let problem =
                role == .errors
                ? "the body of an error is read into memory; use `Data` for its bytes"
                : "a `File` must be the only response of an endpoint, for all statuses; use `Data` for the bytes"
            return at(typeRange, .misplacedFile).error(problem).none()
        }
        if role == .errors, response.response.type?.isOptional == true {
            return at(typeRange, .invalidOptional)
                .error("the body of an error cannot be optional: an unreadable body is already nil")
                .note("remove the `?`")
                .fix(removingMark(entry.value["type"] ?? entry.value), isCertain: true).none()
        }
        return StatusBody(
            status: status,
            name: Name(entry.key, swift: StatusNames.name(of: status), place: entry.keyRange),
            response: response.response,
            format: response.format,
            headers: response.headers,
            place: entry.keyRange,
            typePlace: typeRange
        )
    }

    /// `nil`, after a diagnostic, if it cannot be decoded.
    private func response(ofStatus entry: YAMLNode.Entry) -> Reply? {
        guard entry.value.isMap else { return response(ofType: entry.value) }
        let subject = "the status \(entry.key.quotedForMessage)"
        guard let keys = keys(entry, SpecLanguage.statusBody, subject: subject) else { return nil }
        var reply = Reply()
        if keys.entry("type") != nil || keys.entry("headers") == nil {
            guard let typed = response(keys, entry, "\(subject) needs `type` or `headers`") else { return nil }
            reply = typed
        }
        addHeaders(keys, to: &reply)
        return reply
    }
}

/// Resolves the errors of one endpoint.
extension SpecDecoder {
    /// The errors without statuses that are successes here. More specific statuses come first, and each has its case's name.
    ///
    /// - Parameter isOwn: Whether the endpoint itself declares the error, so that a mistake is reported.
    func resolved(_ all: [StatusBody], beside response: [StatusBody]?, isOwn: (StatusBody) -> Bool) -> [StatusBody] {
        let own = all.filter { isOwn($0) && !isSuccess($0, response, isReported: true) }
        let inherited = all.filter { !isOwn($0) && !isSuccess($0, response, isReported: false) }
        let named = (own + inherited).map { error in
            var body = error
            // With headers, the case has the name of the status, because the same type may have other headers for other
            // statuses.
            if body.headers.isEmpty, let type = body.response.type {
                body.name = Name("\(type)", swift: caseName(of: type), place: error.typePlace)
            }
            return body
        }
        checkNames(named)
        return named.sorted { $0.status.rank < $1.status.rank }
    }

    /// Whether the status is a success of the endpoint.
    private func isSuccess(_ error: StatusBody, _ response: [StatusBody]?, isReported: Bool) -> Bool {
        guard case .code(let code) = error.status else { return false }
        let same = response?.first { $0.status == .code(code) }
        let takesAll = response?.contains { $0.status == .others || $0.status == .hundred(2) } ?? true
        guard same != nil || (200...299).contains(code) && takesAll else { return false }
        guard isReported else { return true }
        let report = at(error.place, .invalidStatus).error("the status \(code) is a success of this endpoint")
        if let same {
            report.note("it is in `response`", at: same.place)
        } else {
            report.note("describe its body with `response: {\(code): …}`, or remove it")
        }
        return true
    }

    private func caseName(of type: TypeReference) -> String {
        StatusNames.name(of: type) { shapeList[$0]?.name.swift ?? $0 }
    }

    /// Checks that the cases have different names.
    private func checkNames(_ errors: [StatusBody]) {
        guard case .cases(let cases) = FailureForm(errors) else { return }
        checkClashes(cases.map(\.name), noun: "case of `Failure`", plural: "cases of `Failure`")
        for name in cases.map(\.name) where ReservedNames.cases.contains(name.swift) {
            let problem = "would have the reserved Swift name `\(name.swift)`"
            at(name.place, .reservedName).error("the errors of `\(name.written)` \(problem)")
                .note("rename the shape with `swiftName:`")
        }
    }
}
