package import Foundation
package import HTTPTypes
package import NetTaskRuntime

/// The expected packed form of a program, computed without the packer.
package struct Expectation {
    package struct Pair {
        package var name: String
        /// More than one if commas separate them.
        package var values: [String]
    }

    /// A value in JSON.
    package indirect enum Node {
        case null
        case bool(Bool)
        case number(String)
        case text(String)
        case array([Node])
        case object([(name: String, value: Node)])
    }

    package enum WholeBody {
        case json(Node)
        case bytes(Data)
    }

    private enum Destination {
        case query, form, json, multipart, header, cookie
    }

    /// Whether a part of it cannot be sent.
    package private(set) var isRefused = false
    package var variable: String
    package var query: [Pair] = []
    package var form: [Pair] = []
    package var members: [(name: String, value: Node)] = []
    package var fields: [MultipartPart] = []
    package var files: [MultipartPart] = []
    package var headers: [HTTPField] = []
    package var request: HTTPRequestEncoding
    /// nil without one.
    package var wholeBody: WholeBody?
    package var hasBody: Bool

    package init(of program: Program, method: HTTPRequest.Method, request: HTTPRequestEncoding) {
        self.request = request
        hasBody = method != .get
        variable = program.variable
        isRefused = ["", ".", ".."].contains(variable)
        let body: Destination =
            switch request {
            case .form: .form
            case .json: .json
            case .multipart: .multipart
            }
        for param in program.params {
            switch param.location {
            case .query: add(param, to: .query)
            case .header: add(param, to: .header)
            case .cookie: add(param, to: .cookie)
            case .body: add(param, to: body)
            case nil: add(param, to: method == .get ? .query : body)
            }
        }
        switch program.body {
        case nil, .null?: break
        case .data(let data)?: wholeBody = .bytes(data)
        case .string(let text)?: wholeBody = .bytes(Data(text.utf8))
        case .file(let file)?:
            wholeBody = .bytes(file.contents.bytes)
            if !HTTPField.isValidValue(file.contentType) { isRefused = true }
        case let value?: wholeBody = .json(node(value, .iso8601, depth: 0))
        }
    }

    private mutating func add(_ param: Program.Param, to destination: Destination) {
        if destination == .form || destination == .json || destination == .multipart { hasBody = true }
        let name = param.name.text
        let format = param.format ?? .iso8601
        if destination == .json {
            if param.isWrittenNull {
                members.append((name, .null))
            } else if let node = member(param, depth: 1) {
                members.append((name, node))
            }
            return
        }
        if param.isWrittenNull { return }
        let isNumbered = param.style == .numbered
        if destination == .query || destination == .form,
            param.value.isObject ? param.style == .brackets || isNumbered : isNumbered
        {
            return addNested(param.value, format, name: name, destination, depth: 0, isNumbered: isNumbered)
        }
        if isNumbered, case .array = param.value { isRefused = true }
        let leaves = leaves(param.value, format, name: name, destination)
        if leaves.isEmpty { return }
        guard case .array = param.value else {
            return add([leaves], name, destination)
        }
        switch param.style ?? .repeat {
        case .repeat, .numbered: add(leaves.map { [$0] }, name, destination)
        case .brackets: add(leaves.map { [$0] }, name + "[]", destination)
        case .comma: add([leaves], name, destination)
        case .space: add([leaves], name, destination, separator: " ")
        case .pipe: add([leaves], name, destination, separator: "|")
        }
    }

    /// - Parameter values: each a list of parts, with a separator between them; without one it is a comma.
    private mutating func add(
        _ values: [[String]],
        _ name: String,
        _ destination: Destination,
        separator: String? = nil
    ) {
        for parts in values {
            let joined = parts.joined(separator: separator ?? ",")
            let pair = Pair(name: name, values: separator == nil ? parts : [joined])
            switch destination {
            case .query: query.append(pair)
            case .form: form.append(pair)
            case .multipart:
                if name.hasLineEnd { isRefused = true }
                fields.append(MultipartPart(name: name, data: Data(joined.utf8)))
            case .header:
                // A space at an end of a header's value is not part of it.
                let isLossy = separator == " " && parts.count > 1 && parts.contains("")
                guard let field = HTTPField.Name(name), parts.allSatisfy(HTTPField.isValidValue), !isLossy else {
                    isRefused = true
                    continue
                }
                headers.append(HTTPField(name: field, value: joined))
            case .cookie:
                if HTTPField.Name(name) == nil { isRefused = true }
                // `%` is a character like any other, and a comma is not.
                headers.append(HTTPField(name: .cookie, value: "\(name)=\(joined.inCookie)"))
            case .json: break
            }
        }
    }

    /// - Parameter depth: the number of shapes, dictionaries and numbered lists around it.
    private mutating func addNested(
        _ value: Value,
        _ format: ValueFormat,
        name: String,
        _ destination: Destination,
        depth: Int,
        isNumbered: Bool
    ) {
        var children: [(name: String, value: Value, format: ValueFormat)] = []
        switch value {
        case .dictionary(let values):
            let sorted = values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            for (index, (key, value)) in sorted.enumerated() {
                if isNumbered { children.append(("\(name).\(index + 1).Name", .string(key), .iso8601)) }
                children.append((isNumbered ? "\(name).\(index + 1).Value" : "\(name)[\(key)]", value, format))
            }
        case .shape(let shape):
            for param in shape.params where !param.isWrittenNull {
                let name = isNumbered ? "\(name).\(param.name.text)" : "\(name)[\(param.name.text)]"
                children.append((name, param.value, param.format ?? .iso8601))
            }
        case .array(let values) where isNumbered:
            let elements = values.filter { if case .null = $0 { false } else { true } }
            children = elements.enumerated().map { ("\(name).\($0.offset + 1)", $0.element, format) }
        default:
            var isArray = false
            if case .array = value { isArray = true }
            let leaves = leaves(value, format, name: name, destination)
            return add(leaves.map { [$0] }, isArray ? name + "[]" : name, destination)
        }
        descend(to: depth + 1)
        for child in children {
            addNested(
                child.value,
                child.format,
                name: child.name,
                destination,
                depth: depth + 1,
                isNumbered: isNumbered
            )
        }
    }

    // MARK: - Outside JSON

    /// The texts of a value. Files are collected separately.
    private mutating func leaves(
        _ value: Value,
        _ format: ValueFormat,
        name: String,
        _ destination: Destination
    ) -> [String] {
        switch value {
        case .null: return []
        case .array(let values): return values.flatMap { leaves($0, format, name: name, destination) }
        case .dictionary, .shape:
            isRefused = true
            return []
        case .file(let file):
            let fileName = file.name ?? name
            if destination != .multipart || name.hasLineEnd || fileName.hasLineEnd || file.contentType.hasLineEnd {
                isRefused = true
            }
            let contentType = file.contentType
            files.append(
                MultipartPart(name: name, fileName: fileName, contentType: contentType, contents: file.contents)
            )
            return []
        default:
            switch node(value, format, depth: 0) {
            case .number(let text), .text(let text): return [text]
            case .bool(let bool): return [bool ? "true" : "false"]
            default: return []
            }
        }
    }

    // MARK: - In JSON

    /// nil if nothing is added.
    private mutating func member(_ param: Program.Param, depth: Int) -> Node? {
        if param.isWrittenNull { return .null }
        if case .null = param.value { return nil }
        return node(param.value, param.format ?? .iso8601, depth: depth)
    }

    /// - Parameter depth: the number of open brackets around it.
    private mutating func node(_ value: Value, _ format: ValueFormat, depth: Int) -> Node {
        switch value {
        case .null: return .null
        case .bool(let value): return .bool(value)
        case .int(let value): return .number("\(value)")
        case .int8(let value): return .number("\(value)")
        case .int16(let value): return .number("\(value)")
        case .int32(let value): return .number("\(value)")
        case .int64(let value): return .number("\(value)")
        case .uint(let value): return .number("\(value)")
        case .uint8(let value): return .number("\(value)")
        case .uint16(let value): return .number("\(value)")
        case .uint32(let value): return .number("\(value)")
        case .uint64(let value): return .number("\(value)")
        case .double(let value): return number("\(value)", isFinite: value.isFinite)
        case .float(let value): return number("\(value)", isFinite: value.isFinite)
        case .decimal(let value): return number("\(value)", isFinite: value.isFinite)
        case .string(let value): return .text(value)
        case .url(let value): return .text(value.absoluteString)
        case .uuid(let value): return .text(value.uuidString)
        case .data(let value): return .text(value.base64EncodedString())
        case .date(let value): return date(value, format)
        case .file:
            isRefused = true
            return .null
        case .array(let values):
            descend(to: depth + 1)
            return .array(values.map { node($0, format, depth: depth + 1) })
        case .dictionary(let values):
            descend(to: depth + 1)
            let sorted = values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            return .object(sorted.map { ($0.key, node($0.value, format, depth: depth + 1)) })
        case .shape(let shape):
            descend(to: depth + 1)
            return .object(
                shape.params.compactMap { param in member(param, depth: depth + 1).map { (param.name.text, $0) } }
            )
        }
    }

    private mutating func number(_ text: String, isFinite: Bool) -> Node {
        if !isFinite { isRefused = true }
        return .number(text)
    }

    private mutating func date(_ date: Date, _ format: ValueFormat) -> Node {
        guard let text = DateOracle.text(of: date, format) else {
            isRefused = true
            return .null
        }
        return [.unix, .milliseconds, .microseconds].contains(format) ? .number(text) : .text(text)
    }

    private mutating func descend(to depth: Int) {
        if depth > 512 { isRefused = true }
    }
}

extension Value {
    fileprivate var isObject: Bool {
        switch self {
        case .dictionary, .shape: true
        default: false
        }
    }
}

extension String {
    /// As the value of a cookie, by RFC 6265.
    fileprivate var inCookie: String {
        utf8.map { byte in
            let isOctet = (0x21...0x7E).contains(byte) && !#"",;\"#.utf8.contains(byte)
            return isOctet
                ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16).uppercased()
        }.joined()
    }

    /// Of the ends of lines and texts, in bytes: CR and LF together are one character.
    fileprivate var hasLineEnd: Bool {
        utf8.contains { $0 == 0 || $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }
    }
}
