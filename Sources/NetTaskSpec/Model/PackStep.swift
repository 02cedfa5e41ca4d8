/// A step in the packing of a task's request.
///
/// The precedence of values with the same name is decided here, for generated code and for the interpreter: constants
/// override params, and params override the request object. An optional param without a value keeps the request object's.
package enum PackStep: Sendable, Equatable {
    /// The param that is the URL of the request.
    case follow(Field)
    case header(Endpoint.Header)
    /// A secret variable of the uri. The uri contains its value.
    case keepSecret(Field)
    case param(Field)
    /// A field of the request object, sent like a param.
    case objectField(Field)
    /// An optional param. Without a value, the field of the request object with the same name is sent.
    ///
    /// - isOneKind: Whether both are written in the same way, and so can be one value. A secret makes both secret.
    case either(param: Field, objectField: Field, isOneKind: Bool)
    case constant(Endpoint.Constant)
    /// The property `body` is the whole body.
    case body
}

extension Endpoint {
    /// The steps of a task, in the order of the values on the wire.
    ///
    /// - Parameter shapes: The shapes of the spec, by written name.
    package func packSteps(_ shapes: [String: Shape]) -> [PackStep] {
        let place = defaultLocation
        let names = Set(settings.constants.map(\.name))
        let packable = params.filter { param in
            param.isSent && param.location != .path && param.location != .url
                && !(param.location == place && names.contains(param.wireName))
        }
        let merged = Dictionary(
            packable.filter { $0.location == place }.map { ($0.wireName, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var steps: [PackStep] = []
        if let url = params.first(where: { $0.location == .url }) { steps.append(.follow(url)) }
        steps += (acceptHeader.map { [$0] } ?? []) + settings.headers.map { .header($0) }
        steps += params.filter { $0.location == .path && $0.isSecret }.map { .keepSecret($0) }
        var packed: Set<String> = []
        if let object = requestObject, let fields = shapes[object.shape]?.fields {
            for var field in fields where field.isSent && !names.contains(field.wireName) {
                packed.insert(field.wireName)
                field.location = place
                switch merged[field.wireName] {
                case nil: steps.append(.objectField(field))
                case let param? where !param.type.isOptional: steps.append(.param(param))
                case let param?: steps.append(.either(param, field))
                }
            }
        }
        steps += packable.filter { !($0.location == place && packed.contains($0.wireName)) }.map { .param($0) }
        steps += settings.constants.map { .constant($0) }
        if body != nil { steps.append(.body) }
        return steps
    }

    /// The media types of the reply, if there are several and the spec does not set the header.
    private var acceptHeader: PackStep? {
        guard case .contents(let contents) = response else { return nil }
        let names = settings.headers.map(\.name) + params.filter { $0.location == .header }.map(\.wireName)
        if names.contains(where: { $0.lowercased() == "accept" }) { return nil }
        return .header(Header(name: "Accept", value: contents.map(\.mediaType).joined(separator: ", ")))
    }

    /// The default place of params and constants.
    package var defaultLocation: Field.Location { method.sendsParamsInQuery || body != nil ? .query : .body }
}

extension PackStep {
    fileprivate static func either(_ param: Field, _ field: Field) -> PackStep {
        let isOneKind =
            !param.isNullable && !field.isNullable && param.type.unwrapped == field.type.unwrapped
            && param.format == field.format && param.style == field.style
            && param.transform == nil && field.transform == nil
        guard isOneKind, param.isSecret || field.isSecret else {
            return .either(param: param, objectField: field, isOneKind: isOneKind)
        }
        var (param, field) = (param, field)
        (param.isSecret, field.isSecret) = (true, true)
        return .either(param: param, objectField: field, isOneKind: true)
    }
}
