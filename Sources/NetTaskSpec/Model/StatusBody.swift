/// The body and headers of replies with one or several statuses.
package struct StatusBody: Sendable, Equatable {
    package var status: StatusKey
    /// The Swift name of its case, if there are several.
    package var name: Name
    /// The body: none, text, data or JSON.
    package var response: Endpoint.Response
    /// As `Endpoint.responseFormat`.
    package var format: Field.Format?
    /// The headers that are read, beside the body.
    package var headers: [Field] = []
    /// The place of the status.
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
    /// A reply that is one value; `nil` for a reply without a body.
    package init(_ type: TypeReference?) {
        switch type?.unwrapped {
        case nil: self = .none
        case .scalar(.string): self = .text(optional: type?.isOptional == true)
        case .scalar(.data): self = .data(optional: type?.isOptional == true)
        case .scalar(.file): self = .file(optional: type?.isOptional == true)
        case let value?: self = .json(type ?? value, path: [])
        }
    }

    /// The type of a reply that is one value; `nil` for a reply without a body or with its own type.
    package var type: TypeReference? {
        switch self {
        case .none, .fields, .contents, .statuses, .elements: nil
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
    /// The statuses that are successes; empty for the default, 200 to 299.
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
    /// The most specific entry for a status; `nil` if there is none.
    package func entry(for code: Int) -> StatusBody? {
        first { $0.status == .code(code) } ?? first { $0.status == .hundred(code / 100) }
            ?? first { $0.status == .others }
    }
}

/// The statuses of an entry of `errors:` or `response:`.
package enum StatusKey: Sendable, Hashable {
    case code(Int)
    /// All statuses that begin with this digit: 4 for `4xx`.
    case hundred(Int)
    /// All statuses without another entry: `default`.
    case others
}

extension StatusKey {
    /// The order of precedence: more specific entries come first.
    package var rank: Int {
        switch self {
        case .code: 0
        case .hundred: 1
        case .others: 2
        }
    }

    /// The only status of the entry; `nil` if there may be others.
    package var code: Int? {
        if case .code(let code) = self { code } else { nil }
    }

    /// The text of the status in a spec.
    package var written: String {
        switch self {
        case .code(let code): String(code)
        case .hundred(let digit): "\(digit)xx"
        case .others: "default"
        }
    }
}

/// The form of a task's `Failure` in Swift.
package enum FailureForm: Sendable {
    /// No error has a body.
    case never
    /// All errors with a body have the same type.
    case one(StatusBody)
    /// An enumeration with these cases.
    case cases([StatusBody])

    /// - Parameter errors: The errors of one endpoint. More specific statuses come first.
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
        // Bodies of the same type share a case. A body with headers has a case for its status.
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

/// The Swift names of HTTP statuses (RFC 9110, section 15, and RFC 6585).
package enum StatusNames {
    /// `noContent` for 204, `status207` for an unknown status, `clientError` for `4xx`.
    package static func name(of status: StatusKey) -> String {
        switch status {
        case .code(let code): names[code] ?? "status\(code)"
        case .hundred(4): "clientError"
        case .hundred(5): "serverError"
        case .hundred: "success"
        case .others: "other"
        }
    }

    /// The name of the case for a body of this type: `notFound` for `NotFound`, `text` for a text.
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

    /// The structure for the body and headers in `Response` or `Failure`: `Accepted` for the case `accepted`.
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
