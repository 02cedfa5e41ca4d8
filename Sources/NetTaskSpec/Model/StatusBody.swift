/// What comes back with a status, or with several: a body, and headers.
package struct StatusBody: Sendable, Equatable {
    package var status: StatusKey
    /// The Swift name of its case, where there are several.
    package var name: Name
    /// None, text, data or JSON.
    package var response: Endpoint.Response
    /// As `Endpoint.responseFormat`.
    package var format: Field.Format?
    /// The headers that are read, beside the body.
    package var headers: [Field] = []
    /// Where the status stands.
    @Source package var place = SourceRange.none
    @Source package var typePlace = SourceRange.none
}

extension StatusBody {
    package init(_ status: StatusKey, _ response: Endpoint.Response) {
        self.init(status: status, name: Name(status.written, swift: StatusNames.name(of: status)), response: response)
    }

    /// Whether there is nothing to read.
    package var isEmpty: Bool { response.type == nil && headers.isEmpty }

    /// The types of the body and of the headers.
    package var types: [TypeReference] { [response.type].compactMap { $0 } + headers.map(\.type) }

    /// The Swift name of the structure that holds body and headers, inside `Response` or `Failure`.
    package var structureName: String { StatusNames.structure(named: name.swift) }
}

extension Endpoint.Response {
    /// A reply that is one value; none for nil.
    package init(_ type: TypeReference?) {
        switch type?.unwrapped {
        case nil: self = .none
        case .scalar(.string): self = .text(optional: type?.isOptional == true)
        case .scalar(.data): self = .data(optional: type?.isOptional == true)
        case .scalar(.file): self = .file(optional: type?.isOptional == true)
        case let value?: self = .json(type ?? value, path: [])
        }
    }

    /// The type of a reply that is one value; nil where there is none, and for what has a type of its own.
    package var type: TypeReference? {
        switch self {
        case .none, .fields, .statuses, .elements: nil
        case .text(let isOptional): Self.type(.string, isOptional)
        case .data(let isOptional): Self.type(.data, isOptional)
        case .file(let isOptional): Self.type(.file, isOptional)
        case .json(let type, _): type
        }
    }

    private static func type(_ scalar: TypeReference.Scalar, _ isOptional: Bool) -> TypeReference {
        isOptional ? .optional(.scalar(scalar)) : .scalar(scalar)
    }
}

extension Endpoint {
    /// The names of the structures inside `Response` and `Failure` that hold headers.
    package var replyStructures: [String] {
        var bodies: [StatusBody] = []
        if case .statuses(let successes) = response { bodies += successes }
        if case .cases(let failures) = FailureForm(errors) { bodies += failures }
        return bodies.filter { !$0.headers.isEmpty }.map(\.structureName)
    }
}

extension Endpoint {
    /// The statuses that are successes; none where the usual ones are, from 200 to 299.
    package var acceptedStatuses: [ClosedRange<Int>] {
        if let longRunning { return longRunning.acceptedStatuses }
        guard case .statuses(let bodies) = response else { return [] }
        let takesAll = bodies.contains { $0.status.code == nil }
        let codes = bodies.compactMap(\.status.code).filter { !(takesAll && (200...299).contains($0)) }
        if takesAll && codes.isEmpty { return [] }
        var ranges: [ClosedRange<Int>] = takesAll ? [200...299] : []
        for code in codes.sorted() {
            if let last = ranges.last, last.upperBound == code - 1 {
                ranges[ranges.count - 1] = last.lowerBound...code
            } else {
                ranges.append(code...code)
            }
        }
        return ranges
    }
}

extension [StatusBody] {
    /// The entry that is about a status, the most exact one; nil where there is none.
    package func entry(for code: Int) -> StatusBody? {
        first { $0.status == .code(code) } ?? first { $0.status == .hundred(code / 100) }
            ?? first { $0.status == .others }
    }
}

/// Which statuses of a reply an entry of `errors:` or `response:` is about.
package enum StatusKey: Sendable, Hashable {
    case code(Int)
    /// All that begin with this digit: of `4xx` it is 4.
    case hundred(Int)
    /// Those that no other entry is about: `default`.
    case others
}

extension StatusKey {
    /// The more exact entry wins, so that it comes first.
    package var rank: Int {
        switch self {
        case .code: 0
        case .hundred: 1
        case .others: 2
        }
    }

    /// The one status that it is about; nil where there may be others.
    package var code: Int? {
        if case .code(let code) = self { code } else { nil }
    }

    /// As a spec writes it.
    package var written: String {
        switch self {
        case .code(let code): String(code)
        case .hundred(let digit): "\(digit)xx"
        case .others: "default"
        }
    }
}

/// What the `Failure` of a task is in Swift.
package enum FailureForm: Sendable {
    /// No error has anything to read.
    case never
    /// The errors that have something to read have all the same.
    case one(StatusBody)
    /// An enumeration, with a case for each of these.
    case cases([StatusBody])

    /// - Parameter errors: Of one endpoint, the more exact statuses first.
    package init(_ errors: [StatusBody]) {
        let errors = errors.filter { !$0.isEmpty }
        guard let first = errors.first else {
            self = .never
            return
        }
        if errors.allSatisfy({ $0.isSameInSwift(as: first) }) {
            self = .one(first)
            return
        }
        // Bodies alone share a case where they have one type. One with headers has a case of its status.
        var types: Set<TypeReference> = []
        self = .cases(
            errors.filter { error in
                guard error.headers.isEmpty, let type = error.response.type else { return true }
                return types.insert(type).inserted
            }
        )
    }
}

extension StatusBody {
    fileprivate func isSameInSwift(as other: StatusBody) -> Bool {
        response.type == other.response.type
            && headers.elementsEqual(other.headers) { header, other in
                header.name.swift == other.name.swift && header.type == other.type
                    && header.defaultValue == other.defaultValue && header.isSecret == other.isSecret
            }
    }
}

/// What Swift calls the statuses of HTTP (RFC 9110, section 15, and RFC 6585).
package enum StatusNames {
    /// `noContent` for 204, `status207` for one that the RFCs do not have, `clientError` for `4xx`.
    package static func name(of status: StatusKey) -> String {
        switch status {
        case .code(let code): names[code] ?? "status\(code)"
        case .hundred(4): "clientError"
        case .hundred(5): "serverError"
        case .hundred: "success"
        case .others: "other"
        }
    }

    /// What the case for a body of that type is called: `notFound` for `NotFound`, `text` for a text.
    ///
    /// - Parameter shape: The Swift name of a shape.
    package static func name(of type: TypeReference, shape: (String) -> String) -> String {
        switch type {
        case .scalar(.string): "text"
        case .scalar(let scalar): CamelCase.propertyName(forType: scalar.rawValue)
        case .shape(let name): CamelCase.propertyName(forType: shape(name))
        case .array(let element): name(of: element, shape: shape) + "List"
        case .dictionary(let value): name(of: value, shape: shape) + "Map"
        case .optional(let wrapped): name(of: wrapped, shape: shape)
        }
    }

    /// The structure that holds body and headers, inside `Response` or `Failure`: `Accepted` for the case `accepted`.
    static func structure(named name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

    private static let names = [
        100: "continue", 101: "switchingProtocols",
        200: "ok", 201: "created", 202: "accepted", 203: "nonAuthoritativeInformation", 204: "noContent",
        205: "resetContent", 206: "partialContent",
        300: "multipleChoices", 301: "movedPermanently", 302: "found", 303: "seeOther", 304: "notModified",
        305: "useProxy", 307: "temporaryRedirect", 308: "permanentRedirect",
        400: "badRequest", 401: "unauthorized", 402: "paymentRequired", 403: "forbidden", 404: "notFound",
        405: "methodNotAllowed", 406: "notAcceptable", 407: "proxyAuthenticationRequired", 408: "requestTimeout",
        409: "conflict", 410: "gone", 411: "lengthRequired", 412: "preconditionFailed", 413: "contentTooLarge",
        414: "uriTooLong", 415: "unsupportedMediaType", 416: "rangeNotSatisfiable", 417: "expectationFailed",
        421: "misdirectedRequest", 422: "unprocessableContent", 426: "upgradeRequired",
        428: "preconditionRequired", 429: "tooManyRequests", 431: "requestHeaderFieldsTooLarge",
        500: "internalServerError", 501: "notImplemented", 502: "badGateway", 503: "serviceUnavailable",
        504: "gatewayTimeout", 505: "httpVersionNotSupported",
        511: "networkAuthenticationRequired",
    ]
}
