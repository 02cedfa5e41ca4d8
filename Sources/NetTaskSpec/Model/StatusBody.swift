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
}

extension StatusBody {
    /// Whether there is nothing to read.
    package var isEmpty: Bool { response.type == nil && headers.isEmpty }

    /// The types of the body and of the headers.
    package var types: [TypeReference] { [response.type].compactMap { $0 } + headers.map(\.type) }

    /// The Swift name of the structure that holds body and headers, inside `Response` or `Failure`.
    package var structureName: String { StatusNames.structure(named: name.swift) }
}

extension Endpoint.Response {
    /// The type of a reply that is one value; nil where there is none, and for what has a type of its own.
    package var type: TypeReference? {
        switch self {
        case .none, .fields, .statuses: nil
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
