import HTTPTypes
import NetTaskHTTP
import NetTaskSystem

/// Replaces the secrets of an entry: those of the spec, credentials, and values with well-known names.
struct SecretRedactor: Sendable {
    static let mark = "<secret>"

    /// The names of values that are always secret, without separators and in lower case.
    private static let names: Set<String> = [
        "accesstoken", "apikey", "authtoken", "clientassertion", "clientsecret", "idtoken", "password", "privatekey",
        "refreshtoken", "secret", "sessiontoken", "subjecttoken", "token",
    ]
    /// The names of params of queries that are secret, too.
    private static let queryNames = names.union(["accesskey", "key", "sig", "signature", "xamzsignature"])

    /// Changes an entry after the other redactions.
    let custom: (@Sendable (inout HAREntry) -> Void)?

    /// The reply contains secrets that were not found.
    struct NotFound: Error {}

    /// Redacts a request and its reply.
    ///
    /// - Throws: ``NotFound`` if the spec declares a part of the reply as secret, and it is not clear which one. Then the entry
    ///   does not contain the body.
    func redact(_ entry: inout HAREntry, of call: HTTPCall, _ request: HTTPRequest) throws(NotFound) {
        let headers = HTTPFields(Array(call.request.headerFields) + Array(request.headerFields))
        let redaction = Redaction(secrets: call.secrets, headers: headers)
        redactRequest(&entry.request, redaction)
        let names = secretNames(of: entry.response, call)
        entry.response.headers = fields(entry.response.headers, redaction, names ?? [])
        redactContent(of: &entry, redaction, names ?? [])
        let content = entry.response.content
        custom?(&entry)
        if names == nil, entry.response.content == content {
            entry.response.content = HARContent(mimeType: content.mimeType, data: Data(Self.mark.utf8))
            entry.chunks = []
            throw NotFound()
        }
    }

    private func redactRequest(_ request: inout HARRequest, _ redaction: Redaction) {
        let query = request.target.query
        if !query.isEmpty {
            request.url = request.url[..<query.startIndex] + Self.pairs(query, Self.queryNames)
        }
        request.url = redaction.text(request.url)
        request.headers = fields(request.headers, redaction, [])
        guard var body = request.body, let data = body.data else { return }
        if let (boundary, fixed) = Self.fixedBoundary(of: body) {
            body = fixed
            request.headers = request.headers.map {
                HARField($0.name, $0.value.replacing(bytes: boundary, with: "boundary"))
            }
        }
        if body.isForm, let text = textIfUTF8(data) {
            body.data = Data(redaction.text(Self.pairs(text[...], Self.names)).utf8)
        } else {
            body.data = body.data.map { Self.data($0, isJSON: body.isJSON, redaction, []) }
        }
        request.body = HARContent(mimeType: body.mimeType, data: body.data)
    }

    private func redactContent(of entry: inout HAREntry, _ redaction: Redaction, _ names: Set<String>) {
        guard let data = entry.response.content.data else { return }
        let content = entry.response.content
        if entry.chunks.isEmpty {
            let data = Self.data(data, isJSON: content.isJSON, redaction, names)
            entry.response.content = HARContent(mimeType: content.mimeType, data: data)
            return
        }
        // A secret may be in two pieces. Therefore the pieces become lines if there is a secret.
        var (lines, chunks, isChanged) = (Data(), [HARChunk](), false)
        var ends = entry.chunks.map { ($0.size, $0.time) }[...]
        for index in ends.indices.dropFirst() { ends[index].0 += ends[index - 1].0 }
        for line in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let isLast = line.endIndex == data.endIndex
            let field = ["data: ", "data:"].first { line.starts(with: $0.utf8) } ?? ""
            let rest = line.dropFirst(field.utf8.count)
            let redacted = Self.data(Data(rest), isJSON: true, redaction, names)
            isChanged = isChanged || redacted != Data(rest)
            let new = Data(field.utf8) + redacted + (isLast ? Data() : Data("\n".utf8))
            while ends.count > 1, let end = ends.first, end.0 < line.endIndex - data.startIndex + (isLast ? 0 : 1) {
                ends = ends.dropFirst()
            }
            let time = ends.first?.1 ?? 0
            if chunks.last?.time == time, !chunks.isEmpty {
                chunks[chunks.count - 1].size += new.count
            } else if !new.isEmpty {
                chunks.append(HARChunk(time: time, size: new.count))
            }
            lines += new
        }
        if !isChanged { lines = data }
        let checked = Self.data(lines, isJSON: false, redaction, [])
        if checked != lines {
            // The secret continues on the next line.
            (lines, chunks) = (checked, [HARChunk(time: chunks.last?.time ?? 0, size: checked.count)])
            isChanged = true
        }
        entry.response.content = HARContent(mimeType: content.mimeType, data: lines)
        if isChanged { entry.chunks = chunks }
    }

    // MARK: Values

    private func fields(_ fields: [HARField], _ redaction: Redaction, _ names: Set<String>) -> [HARField] {
        fields.map { field in
            let name = Self.plain(field.name)
            let isSecret =
                names.contains(name) || ["apikey", "token", "secret", "password"].contains { name.contains($0) }
            guard !isSecret, let fieldName = HTTPField.Name(field.name) else {
                return isSecret ? HARField(field.name, Self.mark) : field
            }
            return HARField(field.name, redaction.value(of: HTTPField(name: fieldName, value: field.value)))
        }
    }

    private static func pairs(_ text: Substring, _ names: Set<String>) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            let name = pair.prefix { $0 != "=" }
            return names.contains(plain(name.percentDecoded ?? String(name))) ? "\(name)=\(mark)" : String(pair)
        }.joined(separator: "&")
    }

    /// Redacts bytes. JSON stays valid, and stays unchanged without a secret.
    private static func data(_ data: Data, isJSON: Bool, _ redaction: Redaction, _ names: Set<String>) -> Data {
        if isJSON, let value = try? JSONValue(json: data) {
            let redacted = redact(value, redaction, names.union(Self.names), isSecret: false)
            return redacted == value ? data : Data(redacted.description.utf8)
        }
        if let text = textIfUTF8(data) { return Data(redaction.text(text).utf8) }
        // Binary data, such as a form with a file: the parts that are text.
        var (result, run, rest) = (Data(), Data(), data[...])
        var parser = Unicode.UTF8.ForwardParser()
        var bytes = data.makeIterator()
        while true {
            switch parser.parseScalar(from: &bytes) {
            case .valid(let scalar):
                run += rest.prefix(scalar.count)
                rest = rest.dropFirst(scalar.count)
            case .error(let length):
                result += Data(redaction.text(String(decoding: run, as: UTF8.self)).utf8) + rest.prefix(length)
                (run, rest) = (Data(), rest.dropFirst(length))
            case .emptyInput:
                return result + Data(redaction.text(String(decoding: run, as: UTF8.self)).utf8)
            }
        }
    }

    private static func redact(
        _ value: JSONValue,
        _ redaction: Redaction,
        _ names: Set<String>,
        isSecret: Bool
    ) -> JSONValue {
        switch value {
        case .null: return value
        case .bool: return isSecret ? false : value
        case .number(let number): return isSecret || redaction.text(number.text) != number.text ? 0 : value
        case .string(let text):
            if !isSecret { return .string(redaction.text(text)) }
            // Of the same form, so that the reply can still be read.
            if UUID(uuidString: text) != nil { return "00000000-0000-0000-0000-000000000000" }
            let isDate =
                text.utf8.count >= 10 && text.utf8.dropFirst(4).first == UInt8(ascii: "-")
                && text.prefix(4).allSatisfy(\.isNumber)
            return .string(isDate ? String(text.map { $0.isNumber ? "1" : $0 }) : mark)
        case .array(let elements):
            return .array(elements.map { redact($0, redaction, names, isSecret: isSecret) })
        case .object(let members):
            let pairs = members.map { name, value in
                let isSecret = isSecret || names.contains(plain(name))
                return (redaction.text(name), redact(value, redaction, names, isSecret: isSecret))
            }
            return .object(Dictionary(pairs) { first, _ in first })
        }
    }

    /// The name without separators, in lower case.
    private static func plain(_ name: some StringProtocol) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// Returns a form with the same boundary in all recordings, and its boundary.
    private static func fixedBoundary(of body: HARContent) -> (String, HARContent)? {
        guard body.mediaType.hasPrefix("multipart/"), let data = body.data,
            let mark = body.mimeType.firstRange(of: "boundary=")
        else { return nil }
        let boundary = String(body.mimeType[mark.upperBound...].prefix { $0 != ";" }).replacing(bytes: "\"", with: "")
        guard !boundary.isEmpty else { return nil }
        let delimiter = Array("--\(boundary)".utf8)
        var (result, rest) = (Data(), data[...])
        while let start = rest.firstRange(of: delimiter) {
            result += rest[..<start.lowerBound] + Data("--boundary".utf8)
            rest = rest[start.upperBound...]
        }
        let mimeType = body.mimeType.replacing(bytes: boundary, with: "boundary")
        return (boundary, HARContent(mimeType: mimeType, data: result + rest))
    }

    // MARK: Secrets of replies

    /// The names of the members and headers that the spec declares as secret, or `nil` if they are not clear.
    private func secretNames(of response: HARResponse, _ call: HTTPCall) -> Set<String>? {
        guard let endpoint = call.operation.endpoint, endpoint.hidesReplies, response.content.size > 0,
            let task = call.operation.context.task as? any HTTPNetTask
        else { return [] }
        let reply = response.reply
        var names: Set<String> = []
        guard endpoint.accepts(reply.status) else {
            // Without a type, the spec declares nothing.
            if let failure = Self.failure(task, reply) { Self.collect(&names, Mirror(reflecting: failure), depth: 0) }
            return names
        }
        guard response.content.isJSON, let value = try? JSONValue(json: reply.body),
            let parsed = try? task.parse(reply)
        else { return nil }
        Self.collect(&names, Mirror(reflecting: parsed), depth: 0)
        var present = Set(response.headers.map { Self.plain($0.name) })
        Self.collectNames(&present, value)
        return names.isEmpty || !names.isSubset(of: present) ? nil : names
    }

    private static func failure<T: HTTPNetTask>(_ task: T, _ reply: HTTPReply) -> Any? {
        (try? T.failure(in: reply)) ?? nil
    }

    /// Generated types have a ``RedactedValue`` in place of secrets.
    private static func collect(_ names: inout Set<String>, _ mirror: Mirror, depth: Int) {
        for child in mirror.children where depth < 64 {
            if child.value is RedactedValue {
                names.insert(plain(child.label ?? ""))
            } else {
                collect(&names, Mirror(reflecting: child.value), depth: depth + 1)
            }
        }
    }

    private static func collectNames(_ names: inout Set<String>, _ value: JSONValue) {
        for (name, member) in value.objectValue ?? [:] {
            names.insert(plain(name))
            collectNames(&names, member)
        }
        for element in value.arrayValue ?? [] { collectNames(&names, element) }
    }
}

extension HARResponse {
    /// The headers as a client gets them: without those of the connection, because ``content`` is decoded, and without
    /// pseudo-headers. A browser joins headers of the same name with line breaks.
    var fields: HTTPFields {
        let others: Set<String> = ["content-encoding", "content-length", "transfer-encoding"]
        var fields = HTTPFields()
        for header in headers where !others.contains(header.name.lowercased()) {
            guard let name = HTTPField.Name(header.name) else { continue }
            for value in header.value.split(separator: "\n", omittingEmptySubsequences: false)
            where HTTPField.isValidValue(String(value)) {
                fields.append(HTTPField(name: name, value: String(value)))
            }
        }
        return fields
    }

    var reply: HTTPReply {
        HTTPReply(status: HTTPResponse.Status(code: status), headers: fields, body: content.data ?? Data())
    }
}
