/// What the body of a reply is where its status says so.
package struct StatusBody: Sendable, Equatable {
    package var status: StatusKey
    /// The Swift name of its case, where there are several.
    package var name: Name
    /// None, text, data or JSON.
    package var response: Endpoint.Response
    /// As `Endpoint.responseFormat`.
    package var format: Field.Format?

    package init(
        status: StatusKey,
        name: Name,
        response: Endpoint.Response,
        format: Field.Format? = nil
    ) {
        self.status = status
        self.name = name
        self.response = response
        self.format = format
    }
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
