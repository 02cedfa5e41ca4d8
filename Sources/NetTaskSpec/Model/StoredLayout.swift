/// The layout of a stored task: names and types, including those of nested shapes. It excludes the names of shapes,
/// descriptions, the form on the wire, and the order of fields.
package struct StoredLayout {
    /// The text is equal for equal layouts, and only for these.
    package let text: String

    /// - Parameter shapes: The shapes of the spec, by written name.
    package init(of endpoint: Endpoint, _ shapes: [String: Shape]) {
        var writer = Writer(shapes: shapes)
        text = writer.layout(of: endpoint)
    }

    /// The text as 16 hexadecimal digits, by ``StableHash``.
    package var hash: String {
        StableHash.of(text).hexadecimal(digits: 16)
    }

    private struct Writer {
        let shapes: [String: Shape]
        /// The numbers of shapes, in the order in which they are found.
        private var numbers: [String: Int] = [:]
        private var pending: [String] = []

        init(shapes: [String: Shape]) {
            self.shapes = shapes
        }

        mutating func layout(of endpoint: Endpoint) -> String {
            var lines = [fields(endpoint.storedFields)]
            var next = 0
            while next < pending.count {
                lines.append("#\(next)=" + (shapes[pending[next]].map { shape($0) } ?? ""))
                next += 1
            }
            return lines.joined(separator: "\n")
        }

        private mutating func shape(_ shape: Shape) -> String {
            switch shape.kind {
            case .object(let fields):
                return self.fields(fields)
            case .enumeration(let cases):
                let values = cases.map { value in
                    switch value.value {
                    case .string(let text): quoted(text)
                    case .integer(let number): String(number)
                    }
                }
                return "enum(\(values.sorted().joined(separator: ",")))" + (shape.catchAll == nil ? "" : "+")
            case .alternatives(let alternatives):
                let cases = alternatives.cases.sorted { $0.name.swift < $1.name.swift }
                    .map { "\(quoted($0.name.swift)):\(type($0.type))" }
                return "oneOf(\(cases.joined(separator: ",")))" + (shape.catchAll == nil ? "" : "+")
            case .custom(let custom):
                return "custom(\(custom.path.joined(separator: ".")))"
            }
        }

        private mutating func fields(_ fields: [Field]) -> String {
            let texts = fields.sorted { $0.name.written.utf8.lexicographicallyPrecedes($1.name.written.utf8) }.map {
                field in
                "\(quoted(field.name.written)):\(type(field.type))" + (field.isNullable ? "!" : "")
            }
            return "{\(texts.joined(separator: ","))}"
        }

        private mutating func type(_ type: TypeReference) -> String {
            switch type {
            case .scalar(let scalar): return scalar.rawValue
            case .array(let element): return "[\(self.type(element))]"
            case .dictionary(let value): return "[:\(self.type(value))]"
            case .optional(let wrapped): return "\(self.type(wrapped))?"
            case .shape(let name):
                if numbers[name] == nil {
                    numbers[name] = pending.count
                    pending.append(name)
                }
                return "#\(numbers[name] ?? 0)"
            }
        }

        /// The name with its length, so that different layouts never have the same text.
        private func quoted(_ name: String) -> String { "\(name.utf8.count)'\(name)'" }
    }
}

extension Endpoint {
    /// Whether a durable queue stores its tasks.
    package var isDurable: Bool { settings.delivery.durability != nil }

    /// The name of its stored tasks: the Swift type.
    package func storedKind(of client: String) -> String { "\(client).\(qualifiedName)" }

    /// A former name of its stored tasks.
    ///
    /// - Parameter name: A former name of the endpoint in its client and group, or one that begins with the client.
    package func storedKind(_ name: String, of client: String) -> String {
        if name.contains(".") { return name }
        return group.map { "\(client).\($0.swift).\(name)" } ?? "\(client).\(name)"
    }

    /// The form of a former stored name in `was` of this endpoint.
    package func formerName(of kind: String, in client: String) -> String {
        let scope = storedKind(of: client).dropLast(name.swift.count)
        let name = kind.dropFirst(scope.count)
        return kind.hasPrefix(scope) && !name.contains(".") ? String(name) : kind
    }

    /// All stored values of a task, by their stored names: the written names of params, and two names that params cannot
    /// have.
    package var storedFields: [Field] {
        var fields: [Field] = []
        if let object = requestObject {
            let name = Name("$requestObject", swift: object.name.swift, place: object.name.place)
            fields.append(Field(name: name, type: .shape(object.shape)))
        }
        fields += params.map { param in
            var param = param
            param.name.written = Self.storedName(ofParam: param.name.written)
            param.formerNames = param.formerNames.map(Self.storedName)
            return param
        }
        if let body { fields.append(Field(name: Name("$body", swift: "body", place: name.place), type: body)) }
        return fields
    }

    private static func storedName(ofParam name: String) -> String {
        name.hasPrefix("$") ? "$" + name : name
    }

    /// The types of all sent values.
    package var sentTypes: [TypeReference] {
        [requestObject].compactMap { $0.map { .shape($0.shape) } } + params.map(\.type) + bodyTypes
    }

    /// The types of all values that are read, in responses and errors.
    package var readTypes: [TypeReference] {
        let bodies: [TypeReference] =
            switch response {
            case .json(let type, _): [type]
            case .fields(let fields): fields.map(\.type)
            case .contents(let contents): contents.map(\.type)
            case .statuses(let bodies): bodies.flatMap(\.types)
            case .none, .text, .data, .file, .elements: []
            }
        return bodies + (stream?.types ?? []) + responseHeaders.map(\.type) + errors.flatMap(\.types)
    }

    /// Whether responses or errors contain a secret.
    ///
    /// - Parameter shapes: The shapes of the spec, by written name.
    package func repliesHoldSecrets(_ shapes: [String: Shape]) -> Bool {
        var fields = responseHeaders + errors.flatMap(\.headers)
        if case .fields(let own) = response { fields += own }
        if case .statuses(let bodies) = response { fields += bodies.flatMap(\.headers) }
        if fields.contains(where: \.isSecret) { return true }
        return Shape.names(reachedFrom: readTypes, shapes).contains { name in
            shapes[name]?.fields?.contains(where: \.isSecret) == true
        }
    }
}

/// A hash that is the same in each run and on each machine: 64-bit FNV-1a.
package enum StableHash {
    package static func of(_ text: String) -> UInt64 {
        var text = text
        return text.withUTF8 { bytes in
            bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        }
    }
}

/// A name that is compared by its bytes, as in stores. Texts with different bytes can be equal in Swift.
package struct ExactName: Hashable {
    let bytes: [UInt8]

    package init(_ name: String) {
        bytes = Array(name.utf8)
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
}
