import Foundation
import HTTPTypes

/// Makes requests that match the description, for testing a server.
package struct MockRequestMaker: Sendable {
    /// The values of a request.
    package struct Values: Sendable {
        /// What is special about the request: `typical`, `required only`, `longest`, `unicode`, `variant 1`.
        package var kind: String
        /// The values of params, by location and name.
        var params: [(param: MockParam, value: JSONValue)]
        /// The body and its media type.
        var body: (content: MockBody, value: JSONValue)?
    }

    private let description: MockDescription
    private let seed: UInt64
    private let form: TypedForm
    private let checker: MockChecker

    package init(_ description: MockDescription, seed: UInt64 = 0) {
        self.description = description
        self.seed = seed
        form = TypedForm(shapes: description.shapes)
        checker = MockChecker(description.shapes)
    }

    // MARK: Values

    /// Requests with usual values, with the fewest, with long texts, with letters of several scripts, and variants with each
    /// of several types. Equal requests occur once.
    package func values(for endpoint: MockEndpoint) -> [Values] {
        let typical = made(endpoint, kind: "typical", variant: nil)
        var all = [typical, withoutOptional(typical)]
        all.append(changed(typical, "longest", longest))
        all.append(changed(typical, "unicode", unicode))
        for number in 1...4 { all.append(made(endpoint, kind: "variant \(number)", variant: number)) }
        var seen: Set<String> = []
        return all.filter { seen.insert(key(of: $0)).inserted }
    }

    private func key(of values: Values) -> String {
        let params = values.params.map { "\($0.param.name)=\($0.value.description)" }.joined(separator: "&")
        let body = values.body?.value.description ?? ""
        return "\(params) \(body)"
    }

    private func made(_ endpoint: MockEndpoint, kind: String, variant: Int?) -> Values {
        var hash = seed ^ UInt64(variant ?? 0) &* 0x9E37_79B9_7F4A_7C15
        for byte in endpoint.name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        var maker = MockValueMaker(description.shapes, seed: hash, varies: variant != nil)
        var params: [(MockParam, JSONValue)] = []
        for param in endpoint.params {
            // A header of the spec, such as `Accept`, is always the same.
            var value = maker.value(of: param.type, named: param.name, in: .request)
            if value.isNull || value == [] {
                if !param.isRequired { continue }
                var usual = MockValueMaker(description.shapes, seed: hash)
                value = usual.value(of: param.type, named: param.name, in: .request)
            }
            if variant == nil, let example = param.example,
                checker.problems(in: example, as: param.type, at: "", in: .request).isEmpty
            {
                value = example
            }
            params.append((param, value))
        }
        let content = endpoint.bodies.first { $0.mediaType.hasSuffix("json") } ?? endpoint.bodies.first
        let body = content.map { ($0, maker.value(of: $0.type, named: "body", in: .request)) }
        return Values(kind: kind, params: params, body: body)
    }

    /// The values with only the required params and members.
    private func withoutOptional(_ values: Values) -> Values {
        var result = values
        result.kind = "required only"
        result.params = values.params.filter { $0.param.isRequired }
        if let body = values.body { result.body = (body.content, withoutOptional(body.value, body.content.type)) }
        return result
    }

    private func withoutOptional(_ value: JSONValue, _ type: MockType) -> JSONValue {
        guard case .object(var members) = value, case .object(let fields, _) = form.unwrapped(type) else {
            return value
        }
        let known = form.flattened(fields)
        for field in known where !field.isRequired { members[field.name] = nil }
        for field in known where field.isRequired {
            members[field.name] = members[field.name].map { withoutOptional($0, field.type) }
        }
        let smaller = JSONValue.object(members)
        return checker.problems(in: smaller, as: type, at: "", in: .request).isEmpty ? smaller : value
    }

    private func changed(_ values: Values, _ kind: String, _ change: (JSONValue, MockType) -> JSONValue) -> Values {
        var result = values
        result.kind = kind
        result.params = values.params.map { param, value in
            // Texts in paths and headers cannot have all characters.
            param.location == .query ? (param, change(value, param.type)) : (param, value)
        }
        if let body = values.body { result.body = (body.content, deep(body.value, body.content.type, change)) }
        return result
    }

    private func deep(_ value: JSONValue, _ type: MockType, _ change: (JSONValue, MockType) -> JSONValue) -> JSONValue {
        switch (value, form.unwrapped(type)) {
        case (.object(let members), .object(let fields, _)):
            let known = form.flattened(fields)
            let changed = members.map { name, value in
                (name, known.first { $0.name == name }.map { deep(value, $0.type, change) } ?? value)
            }
            return .object(Dictionary(changed) { first, _ in first })
        case (.array(let elements), .list(let element, _)):
            return .array(elements.map { deep($0, element, change) })
        default: return change(value, type)
        }
    }

    private func longest(_ value: JSONValue, _ type: MockType) -> JSONValue {
        guard case .text(let constraints) = form.unwrapped(type), constraints.pattern == nil,
            let count = constraints.maxLength, count <= 100_000
        else { return value }
        return .string(String(repeating: "x", count: count))
    }

    private func unicode(_ value: JSONValue, _ type: MockType) -> JSONValue {
        guard case .text(let constraints) = form.unwrapped(type) else { return value }
        let text = JSONValue.string("Zoë & 東京 🙂 50 % \"+\" \\ /?#=")
        if checker.problems(in: text, as: type, at: "", in: .request).isEmpty { return text }
        guard constraints.pattern == nil, case .string(let current) = value else { return value }
        return .string(String(String.UnicodeScalarView(Array(repeating: "é", count: current.unicodeScalars.count))))
    }

    // MARK: Smaller requests

    /// The requests with one optional param or member less.
    package func smaller(_ values: Values) -> [Values] {
        var all: [Values] = []
        for index in values.params.indices where !values.params[index].param.isRequired {
            var result = values
            result.params.remove(at: index)
            all.append(result)
        }
        guard let body = values.body, case .object(let members) = body.value,
            case .object(let fields, _) = form.unwrapped(body.content.type)
        else { return all }
        for field in form.flattened(fields) where !field.isRequired && members[field.name] != nil {
            var result = values
            result.body = (body.content, .object(members.filter { $0.key != field.name }))
            all.append(result)
        }
        return all
    }

    // MARK: Requests

    /// The request with these values, with a path that begins with that of the base URL.
    package func request(_ values: Values, to endpoint: MockEndpoint) -> MockRequest {
        var path: [String: String] = [:]
        var query: [String] = []
        var headers: HTTPFields = [:]
        var cookies: [String] = []
        let parts = endpoint.path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        if parts.count > 1 { query.append(parts[1]) }
        for (param, value) in values.params {
            switch param.location {
            case .path: path[param.name] = texts(value).joined(separator: ",")
            case .query:
                query += pairs(param.name, value, param.type, param.style).map {
                    "\($0.name.pathEscaped)=\($0.value.pathEscaped)"
                }
            case .header:
                if let name = HTTPField.Name(param.name) { headers[name] = texts(value).joined(separator: ", ") }
            case .cookie: cookies.append("\(param.name)=\(texts(value).joined(separator: ",").pathEscaped)")
            }
        }
        if !cookies.isEmpty { headers[.cookie] = cookies.joined(separator: "; ") }
        let filled = PathTemplate(parts[0]).filled(path)
        let target =
            "/" + filled + (parts[0].hasSuffix("/") ? "/" : "")
            + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
        var request = MockRequest(endpoint.method, target, headers: headers)
        if let body = values.body { add(body.content, body.value, to: &request) }
        return request
    }

    private func texts(_ value: JSONValue) -> [String] {
        if case .array(let elements) = value { return elements.compactMap(TypedForm.text) }
        return TypedForm.text(of: value).map { [$0] } ?? (value.isNull ? [] : [value.description])
    }

    /// The pairs of a value in a query or a form.
    private func pairs(_ name: String, _ value: JSONValue, _ type: MockType, _ style: String) -> [FormPair] {
        let type = chosen(type, for: value)
        let isNumbered = style == "numbered"
        // Nested values are written with brackets, whatever their own style is.
        let inner = isNumbered ? style : "brackets"
        switch (value, type) {
        case (.null, _): return []
        case (.array(let elements), _):
            let separators = ["comma": ",", "space": " ", "pipe": "|"]
            if let separator = separators[style] {
                return [FormPair(name: name, value: texts(value).joined(separator: separator))]
            }
            let element = if case .list(let element, _) = type { element } else { MockType.any }
            let isFlat = elements.allSatisfy { TypedForm.text(of: $0) != nil || $0.isNull }
            return elements.enumerated().flatMap { index, value in
                let own = isNumbered ? ".\(index + 1)" : !isFlat ? "[\(index)]" : style == "brackets" ? "[]" : ""
                return pairs(name + own, value, element, inner)
            }
        case (.object(let members), .dictionary(let element, _)) where isNumbered:
            return members.sorted { $0.key < $1.key }.enumerated().flatMap { index, member in
                let own = "\(name).\(index + 1)"
                return [FormPair(name: own + ".Name", value: member.key)]
                    + pairs(own + ".Value", member.value, element, inner)
            }
        case (.object(let members), _):
            return members.sorted { $0.key < $1.key }.flatMap { key, value in
                let type = form.type(at: [key], of: type) ?? elementType(type)
                return pairs(name + (isNumbered ? ".\(key)" : "[\(key)]"), value, type, inner)
            }
        default: return [FormPair(name: name, value: TypedForm.text(of: value) ?? "")]
        }
    }

    private func elementType(_ type: MockType) -> MockType {
        if case .dictionary(let element, _) = type { element } else { .any }
    }

    /// The type of a value: of several types, the first that it has.
    private func chosen(_ type: MockType, for value: JSONValue) -> MockType {
        let type = form.unwrapped(type)
        guard case .choice(let choice) = type else { return type }
        let own = choice.alternatives.first { checker.problems(in: value, as: $0.type, in: .request).isEmpty }
        return own.map { form.unwrapped($0.type) } ?? type
    }

    /// The pairs of the members of a form.
    private func pairs(_ value: JSONValue, _ type: MockType) -> [FormPair] {
        let fields =
            if case .object(let fields, _) = form.unwrapped(type) { form.flattened(fields) } else { [MockMember]() }
        return members(of: value).flatMap { name, value in
            let field = fields.first { $0.name == name }
            return pairs(name, value, field?.type ?? .any, field?.style ?? "repeat")
        }
    }

    private func add(_ content: MockBody, _ value: JSONValue, to request: inout MockRequest) {
        request.headers[.contentType] = content.mediaType.isEmpty ? "application/octet-stream" : content.mediaType
        switch RequestCheck.essence(content.mediaType) {
        case "application/x-www-form-urlencoded":
            let all = pairs(value, content.type)
            let text = all.map { "\($0.name.pathEscaped)=\($0.value.pathEscaped)" }.joined(separator: "&")
            request.body = Data(text.utf8)
        case "multipart/form-data":
            let boundary = "nettask-boundary"
            request.headers[.contentType] = "multipart/form-data; boundary=\(boundary)"
            let all = pairs(value, content.type)
            let parts = all.map { pair in
                let isFile = isFile(pair.name, content.type)
                let file = isFile ? "; filename=\"file.bin\"\r\nContent-Type: application/octet-stream" : ""
                return
                    "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(pair.name)\"\(file)\r\n\r\n\(pair.value)\r\n"
            }
            request.body = Data((parts.joined() + "--\(boundary)--\r\n").utf8)
        case let type where type.hasSuffix("json"): request.body = Data(value.description.utf8)
        default: request.body = Data((value.stringValue ?? value.description).utf8)
        }
    }

    private func members(of value: JSONValue) -> [(name: String, value: JSONValue)] {
        guard case .object(let members) = value else { return [] }
        return members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private func isFile(_ name: String, _ type: MockType) -> Bool {
        guard case .object(let fields, _) = form.unwrapped(type),
            let field = form.flattened(fields).first(where: { $0.name == name })
        else { return false }
        switch form.unwrapped(field.type) {
        case .file, .bytes: return true
        case .list(let element, _): if case .file = form.unwrapped(element) { return true } else { return false }
        default: return false
        }
    }
}
