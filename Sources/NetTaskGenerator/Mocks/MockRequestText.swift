import NetTaskSpec

/// Writes the params and bodies of an endpoint for `MockEndpoint` of NetTaskMocks.
struct MockRequestText {
    private(set) var params: [String] = []
    private(set) var bodies: [String] = []
    private(set) var needsBody = false
    private let types: MockTypeText
    private let endpoint: Endpoint
    /// The params that together are the body.
    private var members: [String] = []
    private let examples: [String: Example]

    init(_ endpoint: Endpoint, _ types: MockTypeText) {
        self.types = types
        self.endpoint = endpoint
        examples = MockTypeText.members(of: endpoint.example)
        for param in endpoint.params where param.location == .path { add(param, in: .path, isRequired: true) }
        for step in endpoint.packSteps(types.shapes) {
            switch step {
            case .follow, .keepSecret: break
            case .header(let header): add(header)
            case .param(let field), .objectField(let field): add(field, in: field.location)
            case .either(let param, let field, let isOneKind):
                var merged = isOneKind ? param : field
                merged.isSecret = param.isSecret || field.isSecret
                // The two may be written differently.
                if !isOneKind { merged.transform = merged.transform ?? ["either"] }
                add(merged, in: merged.location, isRequired: !field.canBeMissing)
            case .constant(let constant): add(constant)
            case .body: addBody()
            }
        }
        if bodies.isEmpty, !members.isEmpty { addMembers() }
    }

    // MARK: Params

    private mutating func add(_ field: Field, in location: Field.Location, isRequired: Bool? = nil) {
        let isRequired = isRequired ?? !field.canBeMissing
        var object = MockObject()
        object.set("name", text: field.nameInPath)
        if location == .body {
            if isRequired { needsBody = true }
        } else {
            object.set("in", text: location.rawValue)
        }
        if let style = field.style, style != .repeat { object.set("style", text: style.rawValue) }
        object.set("type", json: types.type(of: field, .request))
        object.set("required", flag: isRequired)
        object.set("secret", flag: field.isSecret)
        if !field.isSecret, let example = examples[field.name.swift] ?? field.example {
            object.set("example", json: types.json(example, field.type, field.format))
        }
        if location == .body { members.append(object.json) } else { params.append(object.json) }
    }

    /// A header with a constant value. A request without it is valid, as are others of these.
    private mutating func add(_ header: Endpoint.Header) {
        if ["accept", "content-type", "cookie", "user-agent"].contains(header.name.lowercased()) { return }
        var object = MockObject()
        object.set("name", text: header.name)
        object.set("in", text: "header")
        object.set("type", json: types.json(values: [MockObject.quoted(header.value)]))
        params.append(object.json)
    }

    private mutating func add(_ constant: Endpoint.Constant) {
        let value: String =
            switch constant.value {
            case .string(let text): MockObject.quoted(text)
            case .integer(let number): "\(number)"
            case .number(let text): MockTypeText.number(text)
            case .bool(let flag): "\(flag)"
            case .null: "null"
            }
        var object = MockObject()
        object.set("name", text: constant.name)
        object.set("type", json: types.json(values: [value]))
        object.set("required", flag: true)
        if endpoint.defaultLocation == .body {
            needsBody = true
            members.append(object.json)
        } else {
            object.set("in", text: "query")
            params.append(object.json)
        }
    }

    // MARK: Bodies

    private mutating func addBody() {
        needsBody = endpoint.body?.isOptional == false
        bodies += endpoint.bodyForms.map { content in
            let isForm = content.formEncoding != nil
            let mediaType = content.mediaType.isEmpty ? MockTypeText.mediaType(of: content.type) : content.mediaType
            return types.body(content.type, mediaType, isBytes: !isForm)
        }
    }

    private mutating func addMembers() {
        var type = MockObject()
        type.set("type", text: "object")
        type.set("properties", list: members)
        let mediaType =
            switch endpoint.encoding {
            case .form: "application/x-www-form-urlencoded"
            case .json: "application/json"
            case .multipart: "multipart/form-data"
            }
        var body = MockObject()
        body.set("mediaType", text: mediaType)
        body.set("type", json: type.json)
        bodies.append(body.json)
    }
}

extension MockTypeText {
    /// The media type of a body without one; empty for a file, which has its own.
    static func mediaType(of type: TypeReference) -> String {
        switch type.unwrapped {
        case .scalar(.string): "text/plain"
        case .scalar(.data): "application/octet-stream"
        case .scalar(.file): ""
        default: "application/json"
        }
    }

    /// A body of a request or reply.
    ///
    /// - Parameter isBytes: Whether a `Data` is the body itself, not Base64.
    func body(_ type: TypeReference, _ mediaType: String, format: Field.Format? = nil, isBytes: Bool = true) -> String {
        var object = MockObject()
        object.set("mediaType", text: mediaType)
        let isData = isBytes && type.unwrapped == .scalar(.data)
        object.set("type", json: json(isData ? .scalar(.file) : type, format))
        return object.json
    }
}
