package import Foundation
import HTTPTypes
package import NetTaskHTTP
package import NetTaskSpec

/// A task of an endpoint without generated code. It packs the same request, and reads the same replies.
///
/// It cannot call Swift functions and types of the user: a param with `transform` is sent as it is given, and a shape that is a
/// Swift type is any JSON value.
package struct InterpretedTask: Sendable {
    package let spec: Spec
    package let endpoint: Endpoint
    /// The values of its properties, by their Swift names.
    private let values: [String: SpecValue]
    private let shapes: [String: Shape]
    private(set) var replies: ValueReader

    /// Makes a task.
    ///
    /// - Parameters:
    ///   - values: the values, by the Swift names of the properties. A missing one has the default of the spec, or is nil.
    ///   - keepsDigits: whether numbers of replies that have a fraction are JSON, with the digits of the server.
    /// - Throws: ``MissingValues`` if a value is missing that generated code requires.
    package init(
        _ endpoint: Endpoint,
        of spec: Spec,
        _ values: [String: SpecValue],
        keepsDigits: Bool = false
    ) throws(MissingValues) {
        shapes = spec.shapesByName
        replies = ValueReader(shapes, .response)
        replies.keepsDigits = keepsDigits
        var values = values
        var missing: [String] = []
        for member in endpoint.members where values[member.name.swift] == nil {
            values[member.name.swift] = replies.defaultValue(of: member)
            let isOptional = member.canBeMissing || member.isNullable && member.type.isOptional || !member.isSent
            if !isOptional { missing.append(member.name.written) }
        }
        if !missing.isEmpty { throw MissingValues(names: missing) }
        self.spec = spec
        self.endpoint = endpoint
        self.values = values
    }

    /// The full name of the operation: `GitHub.Repos.ListIssues`.
    package var name: String { "\(spec.client.swift).\(endpoint.qualifiedName)" }

    func value(_ field: Field) -> SpecValue { values[field.name.swift] ?? .absent }

    // MARK: The request

    /// Returns the request that generated code packs.
    ///
    /// - Parameter idempotencyKey: the key that a queue would make, for endpoints that send one.
    /// - Throws: `PackError` if a value cannot be sent.
    package func pack(idempotencyKey: String) throws -> HTTPMessage {
        var message = try pack()
        if let key = endpoint.delivery.idempotencyKey, let name = HTTPField.Name(key.header) {
            let form = NetTaskIdempotencyKey(header: key.header, isQuoted: key.isQuoted)
            message.headers[name] = form.value(of: idempotencyKey)
        }
        return message
    }

    private func pack() throws -> HTTPMessage {
        guard let method = HTTPRequest.Method(rawValue: endpoint.method.rawValue) else {
            throw PackError(task: name, parameter: "", reason: "\(endpoint.method.rawValue) is not a method")
        }
        let encoding: HTTPRequestEncoding =
            switch endpoint.encoding {
            case .form: .form
            case .json: .json
            case .multipart: .multipart
            }
        let baseURL = spec.environments.first?.url ?? spec.baseURL
        var own = HTTPEndpoint(name, method, endpoint.uri.written, baseURL: baseURL, encoding: encoding)
        if case .file = endpoint.response { own.receivesFile = true }
        return try ParameterPacker.message(task: name, own, uri: uri) { packer in
            for step in endpoint.packSteps(shapes) { pack(step, into: &packer) }
        }
    }

    private func pack(_ step: PackStep, into packer: inout ParameterPacker) {
        switch step {
        case .follow(let param):
            guard case .scalar(let url as URL) = value(param) else { return }
            if param.isSecret { packer.follow(secret: url) } else { packer.follow(url) }
        case .header(let header):
            packer.header(header.name, header.value)
        case .keepSecret(let param):
            let format = param.transform == nil ? param.format?.valueFormat : nil
            packer.keepSecret(written(value(param)), format: format ?? .iso8601)
        case .param(let param):
            packer.add(param, value(param), shapes, in: param.location.ofPacker)
        case .objectField(let field):
            packer.add(field, objectValue(field), shapes, in: field.location.ofPacker)
        case .either(let param, let field, _):
            if value(param).isAbsent {
                packer.add(field, objectValue(field), shapes, in: field.location.ofPacker)
            } else {
                packer.add(param, value(param), shapes, in: param.location.ofPacker)
            }
        case .constant(let constant):
            pack(constant, into: &packer)
        case .body:
            packBody(into: &packer)
        }
    }

    private func objectValue(_ field: Field) -> SpecValue {
        guard let object = endpoint.requestObject, case .object(_, let members) = values[object.name.swift] else {
            return .absent
        }
        return members.first { $0.name == field.name.swift }?.value ?? .absent
    }

    private func pack(_ constant: Endpoint.Constant, into packer: inout ParameterPacker) {
        let place = endpoint.defaultLocation.ofPacker
        switch constant.value {
        case .string(let text): packer.add(escaping: constant.name, text, in: place)
        case .integer(let number): packer.add(escaping: constant.name, number, in: place)
        case .number(let text): packer.add(escaping: constant.name, Double(text) ?? 0, in: place)
        case .bool(let bool): packer.add(escaping: constant.name, bool, in: place)
        case .null: packer.addNull(escaping: constant.name, in: place)
        }
    }

    private func packBody(into packer: inout ParameterPacker) {
        var value = values["body"] ?? .absent
        guard var content = endpoint.bodyForms.first else { return }
        if case .choice(_, let name, let chosen) = value, !endpoint.bodies.isEmpty {
            value = chosen
            content = endpoint.bodies.first { $0.name.swift == name } ?? content
        }
        if let encoding = content.formEncoding {
            let object = value.isAbsent ? nil : WrittenObject(WrittenValue(value, shapes))
            return packer.body(object, encoding: encoding == .form ? .form : .multipart)
        }
        let mediaType = content.mediaType == "" ? nil : content.mediaType
        switch (content.type, value) {
        case (.scalar(.data), .scalar(let data as Data)): packer.body(data, contentType: mediaType)
        case (.scalar(.string), .scalar(let text as String)): packer.body(text, contentType: mediaType)
        case (.scalar(.file), .file(let file)): packer.body(file, contentType: mediaType)
        case (.scalar(.data), _), (.scalar(.string), _), (.scalar(.file), _), (_, .absent): packer.body(nil as Data?)
        default: packer.body(written(value), contentType: mediaType)
        }
    }

    private var uri: String {
        if let param = endpoint.params.first(where: { $0.location == .url }),
            case .scalar(let url as URL) = value(param)
        {
            return url.absoluteString
        }
        var uri = ""
        for part in endpoint.uri.parts {
            if case .literal(let text) = part { uri += text }
            guard let param = endpoint.params.first(where: { $0.name.written == part.variable }) else { continue }
            let format = param.transform == nil ? param.format?.valueFormat ?? .iso8601 : .iso8601
            let value = written(value(param))
            let segment =
                if case .path = part {
                    PathSegment(path: value, format: format)
                } else {
                    PathSegment(value, format: format)
                }
            uri += segment.description
        }
        return uri
    }

    private func written(_ value: SpecValue) -> WrittenValue { WrittenValue(value, shapes) }

    // MARK: The reply

    /// What a reply means for the task.
    package enum Outcome: Sendable {
        /// A success; the value is absent if the spec has no response.
        case response(SpecValue)
        /// A status that is an error, with its typed body. The body is absent if the spec has none, or if it cannot be read.
        case failure(SpecValue)
    }

    /// Classifies and reads a reply.
    ///
    /// - Throws: `ParseError` if the reply is a success that does not match the spec.
    package func outcome(of reply: HTTPReply) throws -> Outcome {
        // For a long-running operation, these are the replies to the start and to polls.
        let ranges = [endpoint, poll].compactMap { $0?.acceptedStatuses }.flatMap { $0.isEmpty ? [200...299] : $0 }
        guard ranges.contains(where: { $0.contains(reply.code) }) else {
            return .failure((try? failure(in: reply)) ?? .absent)
        }
        do {
            return .response(try response(of: reply))
        } catch var error as ParseError {
            var reply = reply
            reply.redaction.hidesBody = endpoint.repliesHoldSecrets(shapes)
            if error.offset != nil { error.reason += reply.noteUnlessJSON }
            error.reply = reply
            throw error
        }
    }

    private func response(of reply: HTTPReply) throws -> SpecValue {
        if case .statuses(let bodies) = endpoint.response {
            guard let body = bodies.entry(for: reply.code) else { throw reply.unexpectedStatus() }
            return .choice(shape: nil, case: body.name.swift, try read(body, isError: false, reply))
        }
        if case .contents(let contents) = endpoint.response {
            let types = contents.map { MediaKind($0.mediaType).essence }
            let type = try reply.mediaType(among: types)
            let content = contents[types.firstIndex(of: type) ?? 0]
            return .choice(shape: nil, case: content.name.swift, try read(Endpoint.Response(content.type), nil, reply))
        }
        return try read(endpoint.response, endpoint.responseFormat, endpoint.responseHeaders, isError: false, reply)
    }

    private func failure(in reply: HTTPReply) throws -> SpecValue {
        guard let error = endpoint.errors.entry(for: reply.code), !error.isEmpty else { return .absent }
        if case .cases = FailureForm(endpoint.errors) {
            return .choice(shape: nil, case: error.name.swift, try read(error, isError: true, reply))
        }
        // Generated code reads the text as an optional.
        if case .text = error.response, error.headers.isEmpty, reply.body.isEmpty { return .absent }
        return try read(error, isError: true, reply)
    }

    private func read(_ body: StatusBody, isError: Bool, _ reply: HTTPReply) throws -> SpecValue {
        try read(body.response, body.format, body.headers, isError: isError, reply)
    }

    /// Reads a body, or an object of the body and headers, like the structures of generated code.
    private func read(
        _ response: Endpoint.Response,
        _ format: Field.Format?,
        _ headers: [Field],
        isError: Bool,
        _ reply: HTTPReply
    ) throws -> SpecValue {
        if case .fields(let fields) = response {
            let members = try replies.members(of: reply.body, fields)
            return .object(shape: nil, members + (try headers.map { try member($0, isError, reply) }))
        }
        let body = try read(response, format, reply)
        if headers.isEmpty { return body }
        let bodies = response.type == nil ? [] : [SpecValue.Member("body", body)]
        return .object(shape: nil, bodies + (try headers.map { try member($0, isError, reply) }))
    }

    private func read(_ response: Endpoint.Response, _ format: Field.Format?, _ reply: HTTPReply) throws -> SpecValue {
        switch response {
        case .none, .fields, .contents, .statuses, .elements:  // these are read one by one
            return .absent
        case .text(let isOptional):
            return isOptional && reply.body.isEmpty ? .absent : .scalar(try reply.text() as String)
        case .data(let isOptional):
            return isOptional && reply.body.isEmpty ? .absent : .scalar(reply.body)
        case .file(let isOptional):
            let file: HTTPFile? = isOptional ? reply.download() : .some(reply.download())
            return file.map { .file($0) } ?? .absent
        case .json(let type, let path):
            return try replies.value(of: reply.body, as: type, path: path, format: format?.valueFormat ?? .iso8601)
        }
    }

    // MARK: Elements of a stream

    /// The stream that the task's values request; nil if they request none.
    package var stream: Endpoint.Stream? {
        guard let condition = endpoint.stream?.condition else { return endpoint.stream }
        var asking = condition.field
        asking.defaultValue = condition.value
        let value: SpecValue
        if let holder = condition.holder {
            guard case .object(_, let members) = values[holder.name.swift] else { return nil }
            value = members.first { $0.name == asking.name.swift }?.value ?? .absent
        } else {
            value = self.value(asking)
        }
        return replies.defaultValue(of: asking).map { "\($0)" } == "\(value)" ? endpoint.stream : nil
    }

    /// Reads an element.
    ///
    /// - Parameter name: the name of the event; empty for a line.
    /// - Throws: `ParseError` if the data does not match the spec.
    package func element(named name: String, _ data: Data) throws -> SpecValue {
        switch endpoint.stream?.element {
        case .type(let type)?: return try element(type, data)
        case .named(let events)?:
            guard let event = events.first(where: { $0.name.written == name }) else {
                let text = SpecValue.scalar(String(decoding: data, as: UTF8.self))
                return .choice(shape: nil, case: endpoint.stream?.catchAll ?? "", text)
            }
            return .choice(shape: nil, case: event.name.swift, try event.type.map { try element($0, data) } ?? .absent)
        case nil: return .absent
        }
    }

    private func element(_ type: TypeReference, _ data: Data) throws -> SpecValue {
        switch type {
        case .scalar(.string): .scalar(try HTTPReply(status: .ok, body: data).text() as String)
        case .scalar(.data): .scalar(data)
        default: try replies.value(of: data, as: type)
        }
    }

    // MARK: Headers of a reply

    /// - Parameter isError: whether an unreadable optional header is nil, since the error itself says more.
    private func member(_ header: Field, _ isError: Bool, _ reply: HTTPReply) throws -> SpecValue.Member {
        let isLenient = isError && header.canBeMissing
        let value = isLenient ? try? self.value(of: header, in: reply) : try self.value(of: header, in: reply)
        let known = value ?? replies.defaultValue(of: header) ?? .absent
        return SpecValue.Member(header.name.swift, header.isSecret ? .secret(known) : known)
    }

    func value(of header: Field, in reply: HTTPReply) throws -> SpecValue? {
        if header.canBeMissing, HTTPField.Name(header.wireName).map(reply.headers.contains) != true { return nil }
        let type = if case .array(let element) = header.type.unwrapped { element } else { header.type.unwrapped }
        let isOfIntegers =
            if case .enumeration(let cases)? = type.shape.flatMap({ shapes[$0]?.kind }) {
                cases.first?.value.isInteger ?? false
            } else {
                false
            }
        let raw: any SpecScalar.Type = isOfIntegers ? Int.self as any SpecScalar.Type : String.self
        let single: any SpecScalar.Type = type.scalar?.swiftType ?? raw
        let values = try value(single, of: header, in: reply)
        guard case .list(let elements) = values else { return try typed(values, type, header, reply) }
        return .list(try elements.map { try typed($0, type, header, reply) })
    }

    private func value<Scalar: SpecScalar>(
        _ type: Scalar.Type,
        of header: Field,
        in reply: HTTPReply
    ) throws -> SpecValue {
        let name = header.wireName
        let format = header.format?.valueFormat ?? .http
        func read<Value: JSONReadable>() throws -> Value {
            header.isSecret ? try reply.header(secret: name, format: format) : try reply.header(name, format: format)
        }
        if case .array = header.type.unwrapped { return .list((try read() as [Scalar]).map { .scalar($0) }) }
        return .scalar(try read() as Scalar)
    }

    /// Returns the case of an enumeration with a given value on the wire.
    private func typed(
        _ value: SpecValue,
        _ type: TypeReference,
        _ header: Field,
        _ reply: HTTPReply
    ) throws -> SpecValue {
        guard case .scalar(let raw) = value, let shape = type.shape.flatMap({ shapes[$0] }),
            case .enumeration(let cases) = shape.kind
        else { return value }
        let found = cases.first { $0.value.text == "\(raw)" }
        if found == nil, shape.catchAll == nil {
            let shown = header.isSecret ? "it" : "\"\(raw)\""
            let reason = "the header \(header.wireName) is invalid: \(shown) is not a valid \(shape.name.swift)"
            throw ParseError(reason, reply: reply)
        }
        return .enumeration(case: found?.name.swift, raw)
    }
}

/// A value is missing that has no default and is not optional.
package struct MissingValues: Error, Sendable {
    /// The names as the spec writes them.
    package let names: [String]
}

extension Field.Location {
    /// Where the packer puts the param; nil for a param that it does not see.
    fileprivate var ofPacker: ParameterLocation? {
        switch self {
        case .query: .query
        case .body: .body
        case .header: .header
        case .cookie: .cookie
        case .path, .url: nil
        }
    }
}
