import NetTaskSpec

/// A document of Swagger 2.0. It converts its objects to objects of OpenAPI 3.0.
///
/// The root is converted first. Each other object, in any of the files, is converted when the importer reads it. References lead
/// to the original objects. Values keep their places. A value that only OpenAPI 3.0 has gets the place of the value that it is
/// derived from. Therefore diagnostics and reports refer to places in the original document.
final class SwaggerDocument {
    /// The objects that both versions have and that differ.
    enum Kind {
        case pathItem, parameter, requestBody, response, header, securityScheme
    }

    private let root: DocumentValue
    /// The media types of a body or a reply, by the path in the operation. A shared body or reply has the media types of the
    /// operation that refers to it.
    private var mediaTypes: [ReferencePlace: [DocumentValue]] = [:]
    private var formCount = 0

    /// Returns `nil` for another kind of document.
    init?(_ root: DocumentValue) {
        guard root["openapi"] == nil, root["swagger"]?.plainText == "2.0" else { return nil }
        self.root = root
    }

    /// Returns an object in the form of OpenAPI 3.0.
    ///
    /// - Parameter reference: The reference that leads to the object, or the object itself.
    func converted(_ value: DocumentValue, from reference: DocumentValue, to kind: Kind) -> DocumentValue {
        switch kind {
        case .pathItem: pathItem(value)
        case .parameter: parameter(value, in: value["in"]?.plainText ?? "")
        case .requestBody: requestBody(value, mediaTypes[ReferencePlace(of: reference)] ?? [])
        case .response: response(value, mediaTypes[ReferencePlace(of: reference)] ?? [])
        case .header: parameter(value, in: "header")
        case .securityScheme: securityScheme(value)
        }
    }

    /// Lists the media types of the document that no operation needs.
    func leaveOutTheRest() {
        for list in ["consumes", "produces"].compactMap({ root[$0] }) {
            root.run.ledger.leaveOutUntouched(list, .unused(.otherFormat, "no operation uses it"))
        }
    }

    // MARK: The document

    /// Returns the root in the form of OpenAPI 3.0.
    func convertedRoot() -> DocumentValue {
        var object = SwaggerObject(root)
        if let version = object.take("swagger") { object.add("openapi", .text("3.0.3", at: version.range)) }
        if let server = server(&object) { object.add("servers", .list([server], at: server.range)) }
        for key in ["consumes", "produces"] { object.take(key) }
        var components: [YAMLNode.Entry] = []
        for (old, new) in [
            ("definitions", "schemas"), ("parameters", "parameters"), ("responses", "responses"),
            ("securityDefinitions", "securitySchemes"),
        ] {
            guard let value = object.take(old) else { continue }
            if value.node.isMap {
                components.append(YAMLNode.Entry(key: new, keyRange: value.range, value: value.node))
            } else {
                value.refuse("\(value.name) must be a map, not \(value.node.kind)")
            }
        }
        if !components.isEmpty { object.add("components", .map(components, at: root.range)) }
        return object.value
    }

    private func server(_ object: inout SwaggerObject) -> YAMLNode? {
        let (host, basePath) = (object.take("host"), object.take("basePath"))
        let schemes = object.take("schemes")?.items("`schemes`") ?? []
        let scheme = schemes.first { $0.plainText == "https" } ?? schemes.first { $0.plainText == "http" }
        scheme?.carry()
        for other in schemes where other.range != scheme?.range {
            other.leaveOut(.unused(.address, "a base URL has only one scheme; to change it, configure the queue"))
        }
        var url = (basePath?.text() ?? "").split(separator: "/").map { "/\($0)" }.joined()
        if let name = host?.plainText {
            let start = name.contains("://") ? "" : "\(scheme?.plainText ?? "https")://"
            url = start + (name.hasSuffix("/") ? String(name.dropLast()) : name) + url
        }
        guard !url.isEmpty, let range = host?.range ?? basePath?.range else { return nil }
        return .map([YAMLNode.Entry(key: "url", keyRange: range, value: .text(url, at: range))], at: range)
    }

    private func securityScheme(_ value: DocumentValue) -> DocumentValue {
        var object = SwaggerObject(value)
        switch value["type"]?.plainText {
        case "basic":
            guard let type = object.take("type") else { break }
            object.add("type", .text("http", at: type.range))
            object.add("scheme", .text("basic", at: type.range))
        case "oauth2":
            guard let flow = object.take("flow"), let name = flow.plainText else { break }
            guard let newName = Self.flows[name] else {
                let names = Self.flows.keys.sorted().map(\.quotedForMessage).joined(separator: ", ")
                flow.refuse("the `flow` must be one of \(names)")
                break
            }
            flow.carry()
            let keys = ["authorizationUrl", "tokenUrl", "scopes"]
            let parts = keys.compactMap { object.takeEntry($0) }
            let entry = YAMLNode.Entry(key: newName, keyRange: flow.range, value: .map(parts, at: flow.range))
            object.add("flows", .map([entry], at: flow.range))
        default: break
        }
        return object.value
    }

    private static let flows = [
        "implicit": "implicit", "password": "password", "application": "clientCredentials",
        "accessCode": "authorizationCode",
    ]

    // MARK: Operations

    private func pathItem(_ value: DocumentValue) -> DocumentValue {
        var item = SwaggerObject(value)
        let shared = SwaggerParameters(item.take("parameters"))
        item.add("parameters", shared.others)
        for (method, operation, _) in value.members ?? []
        where LocatedOperation.methods.contains(method) && operation.node.isMap {
            item.replace(method, self.operation(operation, shared).node)
        }
        return item.value
    }

    private func operation(_ value: DocumentValue, _ shared: SwaggerParameters) -> DocumentValue {
        var object = SwaggerObject(value)
        let (consumes, produces) = (object.take("consumes"), object.take("produces"))
        object.take("schemes")?.leaveOut(
            .unused(.address, "a base URL has only one scheme; to change it, configure the queue")
        )
        let own = SwaggerParameters(object.take("parameters"))
        object.add("parameters", own.others)
        let form = own.form(over: shared)
        if value["requestBody"] == nil, let body = (own.bodies + shared.bodies).first {
            let place = ReferencePlace(of: value.child(body.node, "requestBody"))
            mediaTypes[place] = types(consumes ?? root["consumes"]) { !$0.isMultipart && !$0.isForm }
            object.add("requestBody", body.node)
            for part in form + own.bodies.dropFirst() { part.refuse("an operation has either one body or a form") }
        } else if value["requestBody"] == nil, let first = form.first {
            let types = types(consumes ?? root["consumes"]) { $0.isMultipart || $0.isForm }
            object.add("requestBody", formBody(form, types, at: own.others?.range ?? first.range))
        } else {
            consumes?.leaveOut(.noBodySent)
        }
        let replies = (value["responses"]?.members ?? []).filter { $0.value.resolved()?["schema"] != nil }
        if replies.isEmpty { produces?.leaveOut(.unused(.noBody, "no reply has a body")) }
        let replyTypes = replies.isEmpty ? [] : types(produces ?? root["produces"]) { _ in true }
        for reply in replies { mediaTypes[ReferencePlace(of: reply.value)] = replyTypes }
        return object.value
    }

    /// Returns the media types of a list that apply to an object. Reports invalid media types.
    private func types(_ list: DocumentValue?, where isIncluded: (MediaType) -> Bool) -> [DocumentValue] {
        var seen: Set<String> = []
        return (list?.items(list?.name ?? "") ?? []).filter { element in
            guard let text = element.plainText, let type = MediaType(text) else {
                element.refuse(
                    "\(element.plainText?.quotedForMessage ?? "this") is not a media type such as `application/json`"
                )
                return false
            }
            guard seen.insert(text).inserted else { return element.leaveOut(.twice) ?? false }
            // The document's own list applies to other operations, too.
            if !isIncluded(type), list?.path.keys.count ?? 0 > 1 { element.leaveOut(.otherForm) }
            return isIncluded(type)
        }
    }

    // MARK: Bodies and replies

    private func requestBody(_ value: DocumentValue, _ types: [DocumentValue]) -> DocumentValue {
        guard value["content"] == nil else { return value }
        var object = SwaggerObject(value)
        object.take("name")?.leaveOut(.words(.documentation, "a body has no name"))
        object.take("in")?.carry()
        let schema = object.take("schema")?.node ?? object.takeSchema()
        object.add("content", content(schema, types.map(\.node), at: value.range))
        return object.value
    }

    private func response(_ value: DocumentValue, _ types: [DocumentValue]) -> DocumentValue {
        guard value["content"] == nil else { return value }
        var object = SwaggerObject(value)
        object.take("examples")?.leaveOut(.example)
        guard let schema = object.take("schema") else { return object.value }
        var types = types.map(\.node)
        var file = SwaggerObject(schema)
        if file.becomeBinary() {
            types.removeAll { $0.text.flatMap(MediaType.init)?.isJSON == true }
            if types.isEmpty { types = [.text("application/octet-stream", at: schema.range)] }
        }
        object.add("content", content(file.value.node, types, at: schema.range))
        return object.value
    }

    private func content(
        _ schema: YAMLNode?,
        _ types: [YAMLNode],
        _ encoding: YAMLNode? = nil,
        at range: SourceRange
    ) -> YAMLNode {
        let types = types.isEmpty ? [YAMLNode.text("application/json", at: range)] : types
        return .map(
            types.map { type in
                var entries: [YAMLNode.Entry] = []
                if let schema { entries.append(.init(key: "schema", keyRange: schema.range, value: schema)) }
                if let encoding { entries.append(.init(key: "encoding", keyRange: encoding.range, value: encoding)) }
                return .init(key: type.text ?? "", keyRange: type.range, value: .map(entries, at: type.range))
            },
            at: range
        )
    }

    private func formBody(_ params: [DocumentValue], _ types: [DocumentValue], at range: SourceRange) -> YAMLNode {
        var (properties, encoding): ([YAMLNode.Entry], [YAMLNode.Entry]) = ([], [])
        var required: [YAMLNode] = []
        var hasFile = false
        for param in params {
            guard let value = param.resolved(), let name = value["name"]?.plainText else {
                param.refuse("a field of a form must have a `name`")
                continue
            }
            var object = SwaggerObject(value)
            for key in ["name", "in"] { object.take(key)?.carry() }
            object.take("allowEmptyValue")?.leaveOut(.unused(.noEffect, "an empty value can always be sent"))
            if let flag = object.take("required"), flag.bool() == true { required.append(.text(name, at: flag.range)) }
            let style = object.takeStyle(in: "formData")
            if !style.isEmpty {
                encoding.append(.init(key: name, keyRange: value.range, value: .map(style, at: value.range)))
            }
            if object.becomeBinary() { hasFile = true }
            properties.append(.init(key: name, keyRange: value.range, value: object.value.node))
        }
        // Two operations can share fields of their forms. Therefore each form needs its own place.
        formCount += 1
        let range = range.copy(formCount)
        var schema = [YAMLNode.Entry(key: "properties", keyRange: range, value: .map(properties, at: range))]
        schema.append(.init(key: "type", keyRange: range, value: .text("object", at: range)))
        if !required.isEmpty {
            schema.append(.init(key: "required", keyRange: range, value: .list(required, at: range)))
        }
        var types = types.map(\.node)
        if hasFile { types.removeAll { $0.text.flatMap(MediaType.init)?.isMultipart != true } }
        if types.isEmpty {
            types = [.text(hasFile ? "multipart/form-data" : "application/x-www-form-urlencoded", at: range)]
        }
        let encodings: YAMLNode? = encoding.isEmpty ? nil : .map(encoding, at: range)
        let content = content(.map(schema, at: range), types, encodings, at: range)
        var body = [YAMLNode.Entry(key: "content", keyRange: range, value: content)]
        if let first = required.first {
            body.append(.init(key: "required", keyRange: first.range, value: .text("true", at: first.range)))
        }
        return .map(body, at: range)
    }

    private func parameter(_ value: DocumentValue, in place: String) -> DocumentValue {
        guard value["schema"] == nil, value["content"] == nil else { return value }
        var object = SwaggerObject(value)
        let style = object.takeStyle(in: place)
        object.add("schema", object.takeSchema())
        for entry in style { object.add(entry.key, entry.value) }
        return object.value
    }
}

/// The parameters of a path or an operation. OpenAPI 3.0 states bodies and forms elsewhere.
private struct SwaggerParameters {
    var bodies: [DocumentValue] = []
    var form: [DocumentValue] = []
    /// The list of the remaining parameters, or `nil` if none remain.
    private(set) var others: YAMLNode?

    init(_ list: DocumentValue?) {
        guard let list else { return }
        guard let elements = list.elements else {
            others = list.node
            return
        }
        var rest: [YAMLNode] = []
        for element in elements {
            switch element.resolved()?["in"]?.plainText {
            case "body": bodies.append(element)
            case "formData": form.append(element)
            default: rest.append(element.node)
            }
        }
        if !rest.isEmpty || elements.isEmpty { others = .list(rest, at: list.range) }
    }

    /// Returns the fields of an operation's form. They replace the fields of its path with the same names.
    func form(over shared: SwaggerParameters) -> [DocumentValue] {
        func name(_ field: DocumentValue) -> String? { field.resolved()?["name"]?.plainText }
        let names = Set(form.map(name))
        return shared.form.filter { !names.contains(name($0)) } + form
    }
}

/// An object of Swagger 2.0 that is converted to an object of OpenAPI 3.0.
private struct SwaggerObject {
    private let original: DocumentValue
    private var entries: [YAMLNode.Entry]

    init(_ value: DocumentValue) {
        original = value
        entries = value.node.entries
    }

    var value: DocumentValue {
        guard original.node.isMap else { return original }
        return DocumentValue(node: .map(entries, at: original.range), path: original.path, run: original.run)
    }

    @discardableResult
    mutating func take(_ key: String) -> DocumentValue? {
        takeEntry(key).map { original.child($0.value, key) }
    }

    mutating func takeEntry(_ key: String) -> YAMLNode.Entry? {
        entries.firstIndex { $0.key == key }.map { entries.remove(at: $0) }
    }

    mutating func add(_ key: String, _ node: YAMLNode?) {
        if let node { entries.append(YAMLNode.Entry(key: key, keyRange: node.range, value: node)) }
    }

    mutating func replace(_ key: String, _ node: YAMLNode) {
        for index in entries.indices where entries[index].key == key { entries[index].value = node }
    }

    /// Removes the keys that describe values, and returns them as a schema. Returns `nil` if the object has no such keys.
    mutating func takeSchema() -> YAMLNode? {
        let found = entries.filter { Self.schemaKeys.contains($0.key) }
        entries.removeAll { Self.schemaKeys.contains($0.key) }
        return found.isEmpty ? nil : .map(found, at: original.range)
    }

    private static let schemaKeys = ObjectRule.schema.keys.union(ObjectRule.schema.leftOut.keys).union(["x-nullable"])
        .subtracting(ObjectRule.parameter.keys).subtracting(ObjectRule.parameter.leftOut.keys).subtracting(["$ref"])

    /// Converts the type `file` to binary data. Returns whether the type is `file`.
    mutating func becomeBinary() -> Bool {
        guard original["type"]?.plainText == "file", let type = take("type") else { return false }
        take("format")?.leaveOut(.unused(.noEffect, "a file is sent unchanged"))
        add("type", .text("string", at: type.range))
        add("format", .text("binary", at: type.range))
        return true
    }

    /// Removes the format of a list, and returns the keys that state it in OpenAPI 3.0. If OpenAPI 3.0 does not support the
    /// format, the list becomes text.
    mutating func takeStyle(in place: String) -> [YAMLNode.Entry] {
        let format = take("collectionFormat")
        guard let type = original["type"], type.plainText == "array" else {
            format?.leaveOut(.unused(.noEffect, "it applies only to lists"))
            return []
        }
        let range = format?.range ?? type.range
        func style(_ name: String?, explode: String) -> [YAMLNode.Entry] {
            format?.carry()
            let explode = YAMLNode.Entry(key: "explode", keyRange: range, value: .text(explode, at: range))
            let style = name.map { YAMLNode.Entry(key: "style", keyRange: range, value: .text($0, at: range)) }
            return [style, explode].compactMap { $0 }
        }
        let isForm = place == "query" || place == "formData"
        switch format?.plainText ?? "csv" {
        case "csv" where isForm: return style(nil, explode: "false")
        case "multi" where isForm: return style(nil, explode: "true")
        case "ssv" where isForm: return style("spaceDelimited", explode: "false")
        case "pipes" where isForm: return style("pipeDelimited", explode: "false")
        case "csv": format?.carry()
        default:
            format?.leaveOut(.differs(.givenAsIs, "NetTask does not send lists in this format, so the value is text"))
            for entry in entries where Self.schemaKeys.contains(entry.key) {
                take(entry.key)?.leaveOut(.asText)
            }
            add("type", .text("string", at: type.range))
        }
        return []
    }
}

extension YAMLNode {
    fileprivate static func text(_ text: String, at range: SourceRange) -> YAMLNode {
        YAMLNode(content: .scalar(Scalar(text: text, isPlain: true)), range: range)
    }

    fileprivate static func map(_ entries: [Entry], at range: SourceRange) -> YAMLNode {
        YAMLNode(content: .mapping(entries), range: range)
    }

    fileprivate static func list(_ items: [YAMLNode], at range: SourceRange) -> YAMLNode {
        YAMLNode(content: .sequence(items), range: range)
    }
}
