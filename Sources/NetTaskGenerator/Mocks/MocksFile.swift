import NetTaskSpec

/// The file of a client with `mocks: true`: the description of its API, and what mocks do with its types. Release builds leave it
/// out.
struct MocksFile {
    let mark: FileMark
    /// The clients that a spec file declares; usually one.
    let clients: [SwiftModelBuilder]

    var text: String {
        let head: [SwiftLine] = ["// \(mark.code)", "// swift-format-ignore-file", "// swiftlint:disable all"]
        let lines =
            clients.isEmpty ? [] : ["", "#if DEBUG", ""] + SwiftImport.lines(imports) + extensions + ["", "#endif"]
        var text = ""
        for line in head + lines {
            if line != "" { line.write(into: &text, after: "") }
            text += "\n"
        }
        return text
    }

    private var imports: [SwiftImport] {
        clients.flatMap { builder in
            let (shapes, endpoints) = (builder.spec.shapes, builder.spec.endpoints)
            let modules = builder.imports(shapes: shapes, endpoints: endpoints).map(\.module)
            return modules.filter { $0 != "NetTaskHTTP" }.map { module in
                let isShown = module.text.hasPrefix("Foundation") && endpoints.contains(where: builder.showsFoundation)
                return SwiftImport(access: isShown ? builder.access : "", module: module)
            } + [SwiftImport(access: builder.access, module: "NetTaskMocks")]  // which exports NetTaskHTTP
        }
    }

    /// Each after an empty line.
    private var extensions: [SwiftLine] {
        var extensions: [[SwiftLine]] = []
        for builder in clients {
            let readable = builder.readableShapes()
            extensions.append(builder.description())
            for shape in builder.spec.shapes { extensions.append(builder.mocks(of: shape, readable)) }
            for endpoint in builder.spec.endpoints { extensions += builder.mocks(of: endpoint) }
        }
        return extensions.filter { !$0.isEmpty }.flatMap { [""] + $0 }
    }
}

extension SwiftModelBuilder {
    /// The description of the API.
    fileprivate func description() -> [SwiftLine] {
        let text = MockDescriptionText(spec) { $0.split(separator: "/").last.map(String.init) ?? $0 }
        let lines = text.lines
        let quotes = RawQuotes(around: lines)
        let literal: [SwiftLine] =
            ["json: \(quotes.opening)"] + lines.map { SwiftLine(quotes.contents($0)) } + ["\(quotes.closing)"]
        let comment: SwiftLine = "/// The description of the API for mocks: `MockAPI(\(namespace).mocks)`."
        let head: SwiftLine = "\(access)nonisolated static let mocks = try! MockDescription("
        return .braces("extension \(namespace) {", [comment, head] + literal.indented() + [")"])
    }

    // MARK: Shapes

    /// - Parameter readable: The shapes that can be read, also from the JSON of requests.
    fileprivate func mocks(of shape: Shape, _ readable: Set<String>) -> [SwiftLine] {
        let name = shape.name.written
        let isRead = usage.read.contains(name)
        guard shape.customType == nil, readable.contains(name) else { return [] }
        var builder = self
        builder.types = outerTypes.names
        var conformances: [SwiftCode] = ["Mockable"]
        var isSent: SwiftCode = ", isSent: true"
        var functions: [[SwiftLine]] = []
        if isRead {
            isSent = ""
            let isObject = shape.fields != nil || shape.alternatives?.discriminator != nil
            conformances.append(isObject ? "MockObject" : "MockWritable")
            functions += builder.mockWrites(of: shape)
        } else {
            let isScalar = shape.alternatives.map { $0.discriminator == nil } ?? false
            conformances.append(isScalar ? "JSONScalar" : "JSONReadable")
            functions += builder.requestReads(of: shape, readable)
        }
        let make: [SwiftLine] = .braces(
            "\(access)static func makeMock(seed: Int) -> Self {",
            [.call("\(namespace).mocks.value(", ["of: \(StringLiteral(name))", "seed: seed\(isSent)"])]
        )
        return mockExtension(
            of: "\(namespace).\(Identifier(type: shape.name.swift))",
            conformances,
            [make] + functions,
            shape.attributes.availability
        )
    }

    private func mockExtension(
        of type: SwiftCode,
        _ conformances: [SwiftCode],
        _ functions: [[SwiftLine]],
        _ attributes: [SwiftLine]
    ) -> [SwiftLine] {
        let head: SwiftCode = "extension \(type): \(conformances.joined(separator: ", ")) {"
        if functions.isEmpty { return attributes + ["\(head)}"] }
        let lines = functions.map { $0.indented() }.joined(separator: [""])
        return attributes + [SwiftLine(head)] + lines + ["}"]
    }

    /// The function that writes a shape; none for an enumeration, which is written as its raw value.
    private func mockWrites(of shape: Shape) -> [[SwiftLine]] {
        if let fields = shape.fields { return [writeMock(mockWrites(of: fields, in: shape.name.written))] }
        guard let alternatives = shape.alternatives else { return [] }
        let isObject = alternatives.discriminator != nil
        var cases = alternatives.cases.flatMap { alternative -> [SwiftLine] in
            let isOwn = mockLabel(of: alternative.type) != ""
            var statements: [SwiftLine] = []
            if let name = alternatives.discriminator {
                // The alternative itself may have the member, too.
                let value = alternative.values.first?.code
                statements += value.map { ["mock.set(\(SwiftCode.list(of: [StringLiteral(name)])), \($0))"] } ?? []
                statements.append(isOwn ? "_ = value" : "mock.set(inline: value)")
            } else {
                let type = types.code(for: alternative.type)
                statements.append(isOwn ? "return nil" : "return \(type).mockJSON(of: value, format: format)")
            }
            let pattern: SwiftCode = isOwn && !isObject ? "" : "(let value)"
            return ["case .\(Identifier(alternative.name.swift))\(pattern):"] + statements.indented()
        }
        if let catchAll = shape.catchAll {
            cases.append("case .\(Identifier(catchAll))(let value): mock.set(inline: value)")
        }
        let body = ["switch value {"] + cases + ["}"]
        if isObject { return [writeMock(body)] }
        return [
            .braces(
                "\(access)static func mockJSON(of value: Self, format: ValueFormat) -> JSONValue? {",
                body
            )
        ]
    }

    private func writeMock(_ statements: [SwiftLine]) -> [SwiftLine] {
        .braces("\(access)static func writeMock(_ value: Self, into mock: inout MockWriter) {", statements)
    }

    /// The statements that write the fields as replies have them.
    private func mockWrites(of fields: [Field], in shape: String?) -> [SwiftLine] {
        let read = fields.filter(\.isRead)
        return read.filter(\.isInlineShape).map { "mock.set(inline: value.\(Identifier($0.name.swift)))" }
            + read.filter { !$0.isInline }.map(mockWrite)
            + read.filter(\.isAdditional).map { field in
                let names = declaredMembers.names(of: fields, in: shape).map { StringLiteral($0) }
                var arguments: [SwiftCode] = [
                    "others: value.\(Identifier(field.name.swift))", "besides: \(SwiftCode.list(of: names))",
                ]
                if let format = field.formatArgument { arguments.append(format) }
                return .call("mock.set(", arguments)
            }
    }

    private func mockWrite(_ field: Field) -> SwiftLine {
        let path = SwiftCode.list(of: field.path.map { StringLiteral($0) })
        let value: SwiftCode = "value.\(Identifier(field.name.swift))"
        if field.readTransform != nil {
            guard let transform = field.transform else { return "mock.keep(\(path))" }
            let isOptional = field.type.isOptional && field.defaultValue == nil
            let function = function(transform)
            return .call(
                "mock.set(",
                ["sent: \(path)", isOptional ? "\(value).map(\(function))" : "\(function)(\(value))"]
            )
        }
        guard let label = mockLabel(of: field.type) else { return "mock.keep(\(path))" }
        let isNull = field.isNullable && !field.type.isOptional
        var arguments: [SwiftCode] = ["\(isNull ? "nullable: " : label)\(path)", value]
        if let format = field.formatArgument { arguments.append(format) }
        return .call("mock.set(", arguments)
    }

    /// The label of a value that can be written: `sent: ` for Swift types of the user's in requests; nil for those in replies
    /// alone.
    private func mockLabel(of type: TypeReference) -> SwiftCode? {
        guard let name = type.shape, shapes[name]?.customType != nil else { return "" }
        return usage.sent.contains(name) ? "sent: " : nil
    }

    // MARK: Shapes of requests

    /// The shapes that can be read: those of replies, and those of requests whose required values are in the JSON.
    fileprivate func readableShapes() -> Set<String> {
        var readable = Set(shapes.keys)
        var count = -1
        while count != readable.count {
            count = readable.count
            for (name, shape) in shapes where readable.contains(name) && !usage.read.contains(name) {
                let canBeRead =
                    shape.customType == nil
                    && (shape.fields ?? []).allSatisfy { $0.canBeMissing || isReadable($0, readable) }
                    && (shape.alternatives?.cases ?? []).allSatisfy { isReadable($0.type, readable) }
                if !canBeRead { readable.remove(name) }
            }
        }
        return readable
    }

    private func isReadable(_ field: Field, _ readable: Set<String>) -> Bool {
        field.isSent && field.transform == nil && (field.path == [field.wireName] || field.isInline)
            && isReadable(field.type, readable)
    }

    private func isReadable(_ type: TypeReference, _ readable: Set<String>) -> Bool {
        if let name = type.shape { return readable.contains(name) && !type.isBodyOfTask }
        return type.scalar != .file
    }

    /// The function that reads a shape of requests from the JSON that it is sent as.
    private func requestReads(of shape: Shape, _ readable: Set<String>) -> [[SwiftLine]] {
        if let alternatives = shape.alternatives {
            return [
                alternatives.discriminator == nil
                    ? readInOrder(shape, alternatives) : readByDiscriminator(shape, alternatives)
            ]
        }
        guard let fields = shape.fields else { return [] }
        let read = fields.map { field in
            var field = field
            field.only = isReadable(field, readable) ? nil : .request
            field.readTransform = nil
            return field
        }
        let declared = declaredMembers.names(of: fields, in: shape.name.written)
        return [
            .braces(
                "\(access)init(from object: inout JSONReader) throws {",
                readStatements(for: read, declared: declared)
            )
        ]
    }

    // MARK: Tasks

    /// Whether the functions of a task have a type of Foundation in their signatures.
    fileprivate func showsFoundation(_ endpoint: Endpoint) -> Bool {
        let types: Set<TypeReference.Scalar> = [.date, .url, .uuid, .data, .decimal]
        let type = endpoint.responseHeaders.isEmpty ? endpoint.response.type : nil
        return type?.scalar.map(types.contains) == true && mocks(of: endpoint).contains { $0.count > 4 }
    }

    /// The extensions of a task, and of the response that it declares.
    fileprivate func mocks(of endpoint: Endpoint) -> [[SwiftLine]] {
        let isEmpty = endpoint.response == .none && endpoint.responseHeaders.isEmpty
        if isEmpty || endpoint.longRunning != nil || endpoint.response == .elements
            || endpoint.params.contains(where: { $0.location == .url })
        {
            return []
        }
        var builder = self
        builder.types = outerTypes.names
        guard let writes = builder.mockWrites(of: endpoint) else { return [] }
        let type: SwiftCode = "\(namespace).\(endpoint.typeName)"
        let attributes =
            endpoint.attributes.availability + (endpoint.deprecation == nil ? [] : ["@available(*, deprecated)"])
        let parse = builder.parse(endpoint)
        var functions: [[SwiftLine]] = []
        if !parse.isEmpty || endpoint.response.isFile {
            functions.append(
                .braces(
                    "\(access)static func mockResponse(in reply: HTTPReply) throws -> Response {",
                    parse.isEmpty ? ["reply.download()"] : parse
                )
            )
        }
        if !writes.isEmpty {
            let head = SwiftLine.call(
                "\(access)static func writeMock(",
                ["_ response: Response", "into reply: inout MockedReply"],
                ") {"
            )
            functions.append(.braces(head, writes))
        }
        let task = mockExtension(of: type, ["MockableTask"], functions, attributes)
        guard case .declared = response(of: endpoint) else { return [task] }
        var conformances: [SwiftCode] = ["Mockable"]
        let make: [SwiftLine] = .braces(
            "\(access)static func makeMock(seed: Int) -> Self {",
            ["\(namespace).mocks.response(of: \(type).self, seed: seed)"]
        )
        var own = [make]
        if case .fields(let fields) = endpoint.response {
            conformances.append("MockObject")
            own.append(writeMock(builder.mockWrites(of: fields, in: nil)))
        }
        return [task, mockExtension(of: "\(type).Response", conformances, own, attributes)]
    }

    /// The statements that write the response; none where it writes itself, nil where it cannot be written.
    private func mockWrites(of endpoint: Endpoint) -> [SwiftLine]? {
        let headers = endpoint.responseHeaders.compactMap { mockWrite(header: $0, of: "response") }
        switch endpoint.response {
        case .contents(let contents):
            var cases: [SwiftLine] = []
            for content in contents {
                guard let body = mockWrite(Endpoint.Response(content.type), nil, "value") else { return nil }
                cases.append("case .\(Identifier(content.name.swift))(let value):")
                if !content.mediaType.contains("*") {
                    let type = StringLiteral(content.mediaType)
                    cases.append(SwiftLine("reply.set(mediaType: \(type))").indented())
                }
                cases.append(body.indented())
            }
            return ["switch response {"] + cases + ["}"]
        case .statuses(let bodies):
            let listed = bodies.compactMap(\.status.code)
            var cases: [SwiftLine] = []
            for body in bodies {
                let payload: SwiftCode = body.isEmpty ? "" : "(let value)"
                cases.append("case .\(Identifier(body.name.swift))\(payload):")
                var start = 200
                if case .hundred(let digit) = body.status { start = digit * 100 }
                let status = body.status.code ?? (start...start + 99).first { !listed.contains($0) } ?? start
                cases.append(SwiftLine("reply.set(status: \(NumberLiteral(status)))").indented())
                if body.response.type != nil {
                    let value: SwiftCode = body.headers.isEmpty ? "value" : "value.body"
                    guard let write = mockWrite(body.response, body.format, value) else { return nil }
                    cases.append(write.indented())
                } else {
                    cases.append(SwiftLine("reply.set(data: nil)").indented())
                }
                cases += body.headers.compactMap { mockWrite(header: $0, of: "value")?.indented() }
            }
            return ["switch response {"] + cases + ["}"]
        case .none: return headers
        case .fields: return headers.isEmpty ? [] : ["reply.set(response)"] + headers
        case .json(_, let path) where headers.isEmpty && path.isEmpty && endpoint.responseFormat == nil:
            return mockWrite(endpoint.response, nil, "response").map { _ in [] }
        case let response:
            let value: SwiftCode = endpoint.responseHeaders.isEmpty ? "response" : "response.body"
            return mockWrite(response, endpoint.responseFormat, value).map { [$0] + headers }
        }
    }

    /// The statement that writes a body; nil for a Swift type of the user's.
    private func mockWrite(_ response: Endpoint.Response, _ format: Field.Format?, _ value: SwiftCode) -> SwiftLine? {
        switch response {
        case .text: return "reply.set(text: \(value))"
        case .data: return "reply.set(data: \(value))"
        case .file: return "reply.set(file: \(value))"
        case .json(let type, let path):
            if type.shape.flatMap({ shapes[$0]?.customType }) != nil { return nil }
            var arguments = [value]
            if !path.isEmpty { arguments.append("at: \(SwiftCode.list(of: path.map { StringLiteral($0) }))") }
            if let format { arguments.append("format: \(format.code)") }
            return .call("reply.set(", arguments)
        default: return nil
        }
    }

    private func mockWrite(header: Field, of value: SwiftCode) -> SwiftLine? {
        guard mockLabel(of: header.type) == "" else { return nil }
        var arguments: [SwiftCode] = [
            "header: \(StringLiteral(header.wireName))", "\(value).\(Identifier(header.name.swift))",
        ]
        if let format = header.formatArgument, header.format != .http { arguments.append(format) }
        return .call("reply.set(", arguments)
    }
}

extension Endpoint.Response {
    fileprivate var isFile: Bool { if case .file = self { true } else { false } }
}
