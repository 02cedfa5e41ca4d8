/// What the stored form of a task looks like: names and types, through all shapes. Names of shapes, descriptions, and
/// whatever is on the wire are no part of it, and neither is the order of fields.
package struct StoredLayout {
    /// Equal for equal layouts, and for no others.
    package let text: String

    /// - Parameter shapes: The spec's, by written name.
    package init(of endpoint: Endpoint, _ shapes: [String: Shape]) {
        var writer = Writer(shapes: shapes)
        text = writer.layout(of: endpoint)
    }

    /// The text as 16 hexadecimal digits, by ``StableHash``.
    package var hash: String {
        let digits = String(StableHash.of(text), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private struct Writer {
        let shapes: [String: Shape]
        /// The numbers of shapes, in the order in which they are come upon.
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

        /// With its length before it, so that no name can look like something else.
        private func quoted(_ name: String) -> String { "\(name.utf8.count)'\(name)'" }
    }
}
