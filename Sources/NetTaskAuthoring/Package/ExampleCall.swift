import NetTaskGenerator
import NetTaskSpec

/// The call of an endpoint with invented values for required params, for a README and a first test.
struct ExampleCall {
    /// `Posts.GetPost`
    let type: SwiftCode
    let arguments: [SwiftCode]
    /// Whether the queue also needs a base URL.
    let lacksBaseURL: Bool
    let hasResponse: Bool

    /// The call of the first endpoint that is not deprecated and whose values can be invented; `nil` if there is none.
    init?(of specs: [Spec]) {
        for spec in specs {
            for endpoint in spec.endpoints where endpoint.deprecation == nil {
                guard let arguments = Values(spec).arguments(of: endpoint) else { continue }
                type = "\(Identifier(type: spec.client.swift)).\(endpoint.typeName)"
                self.arguments = arguments
                lacksBaseURL = spec.baseURL == nil
                hasResponse = endpoint.response != .none
                return
            }
        }
        return nil
    }

    /// `Posts.GetPost(id: 1)`
    var call: SwiftLine { .call("\(type)(", arguments) }
}

/// Invents values of the types of one client.
private struct Values {
    let spec: Spec
    let types: SwiftTypeNames
    let shapes: [String: Shape]

    /// The maximum nesting of shapes in an example.
    private static let depthLimit = 4

    private static let scalars: [String: SwiftCode] = [
        "String": "\"text\"", "Bool": "true", "Date": "Date(timeIntervalSince1970: 0)", "UUID": "UUID()",
        "Data": "Data()", "JSONValue": ".null",
        "HTTPFile": "HTTPFile(data: Data())", "URL": "URL(fileURLWithPath: \"/\")", "Double": "1", "Float": "1",
        "Decimal": "1",
        "Int": "1", "Int8": "1", "Int16": "1", "Int32": "1", "Int64": "1",
        "UInt": "1", "UInt8": "1", "UInt16": "1", "UInt32": "1", "UInt64": "1",
    ]

    init(_ spec: Spec) {
        self.spec = spec
        types = SwiftTypeNames(of: spec)
        shapes = Dictionary(spec.shapes.map { ($0.name.written, $0) }) { first, _ in first }
    }

    /// The arguments; `nil` if a value cannot be invented.
    func arguments(of endpoint: Endpoint) -> [SwiftCode]? {
        var arguments: [SwiftCode] = []
        if let object = endpoint.requestObject {
            guard let value = value(of: .shape(object.shape), depth: 0) else { return nil }
            arguments.append("\(Identifier(object.name.swift).label): \(value)")
        }
        // A URL that only a server can provide.
        if endpoint.params.contains(where: { $0.location == .url }) { return nil }
        guard let params = self.arguments(for: endpoint.params, depth: 0) else { return nil }
        arguments += params
        if let body = endpoint.body, !body.isOptional {
            guard let value = value(of: body, depth: 0) else { return nil }
            arguments.append("body: \(value)")
        }
        return arguments
    }

    /// The arguments for required fields.
    private func arguments(for fields: [Field], depth: Int) -> [SwiftCode]? {
        var arguments: [SwiftCode] = []
        for field in fields where types.defaultValue(of: field) == nil {
            guard let value = value(of: field.type, depth: depth) else { return nil }
            arguments.append("\(Identifier(field.name.swift).label): \(value)")
        }
        return arguments
    }

    private func value(of type: TypeReference, depth: Int) -> SwiftCode? {
        switch type {
        case .scalar(let scalar): return Self.scalars[scalar.rawValue]
        case .array: return "[]"
        case .dictionary: return "[:]"
        case .optional: return "nil"
        case .shape(let name):
            guard depth < Self.depthLimit, let shape = shapes[name] else { return nil }
            if case .enumeration(let cases) = shape.kind {
                return cases.first.map { ".\(Identifier($0.name.swift))" }
            }
            guard let fields = shape.fields, let arguments = arguments(for: fields, depth: depth + 1) else {
                return nil
            }
            let type: SwiftCode = "\(Identifier(type: spec.client.swift)).\(Identifier(type: shape.name.swift))"
            return "\(type)(\(arguments.joined(separator: ", ")))"
        }
    }
}
