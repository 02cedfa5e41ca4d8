import NetTaskHTTP
public import NetTaskSystem

extension HAR {
    /// The HAR in JSON, in UTF-8. The same entries always have the same layout, with one line for each member.
    public var json: Data {
        var log = others
        log["version"] = log["version"] ?? "1.2"
        log["creator"] = log["creator"] ?? ["name": "NetTask", "version": .string(netTaskVersion)]
        log["entries"] = .array(entries.map(\.json))
        return Data((JSONValue.object(["log": .object(log)]).lines() + "\n").utf8)
    }
}

extension HAREntry {
    /// The entry as it was read, unless it has changed.
    var json: JSONValue {
        if let source, (try? HAREntry(HARPlace(value: source, path: ""))) == self { return source }
        var result: [String: JSONValue] = [
            "startedDateTime": .string(startedDateTime), "time": JSONValue(floatLiteral: time), "cache": [:],
            "request": request.json, "response": .object(response.members(error: error)),
            "timings": ["send": 0, "wait": 0, "receive": JSONValue(floatLiteral: time)],
        ]
        if !chunks.isEmpty {
            result["_chunks"] = .array(
                chunks.map { ["time": JSONValue(floatLiteral: $0.time), "size": .number(.init($0.size))] }
            )
        }
        if !isComplete { result["_complete"] = false }
        result["_uriTemplate"] = uriTemplate.map { .string($0) }
        result["_test"] = test.map { .string($0) }
        return .object(result)
    }
}

extension HARRequest {
    fileprivate var json: JSONValue {
        let cookies = headers.values(of: "cookie").flatMap { $0.split(separator: ";") }.compactMap(
            HARField.init(cookie:)
        )
        var result: [String: JSONValue] = [
            "method": .string(method), "url": .string(url), "httpVersion": .string(httpVersion),
            "headers": headers.json, "cookies": cookies.json, "queryString": query.json, "headersSize": -1,
            "bodySize": .number(.init(body?.size ?? 0)),
        ]
        if let body {
            var data: [String: JSONValue] = ["mimeType": .string(body.mimeType)]
            if body.isForm, let bytes = body.data {
                data["params"] = HARField.pairs(in: String(decoding: bytes, as: UTF8.self)).json
            }
            body.add(to: &data, encoding: "_encoding")
            result["postData"] = .object(data)
        }
        return .object(result)
    }
}

extension HARResponse {
    /// - Parameter error: the reason for a missing reply. Chromium writes it into the response, too.
    fileprivate func members(error: String?) -> [String: JSONValue] {
        var content: [String: JSONValue] = [
            "mimeType": .string(self.content.mimeType), "size": .number(.init(self.content.size)),
        ]
        self.content.add(to: &content, encoding: "encoding")
        let cookies = headers.values(of: "set-cookie").flatMap { $0.split(separator: "\n") }
            .compactMap { HARField(cookie: $0.prefix { $0 != ";" }) }
        var result: [String: JSONValue] = [
            "status": .number(.init(status)), "statusText": .string(statusText), "httpVersion": .string(httpVersion),
            "headers": headers.json, "cookies": cookies.json, "content": .object(content),
            "redirectURL": .string(headers.values(of: "location").first ?? ""), "headersSize": -1,
            "bodySize": .number(.init(status == 0 ? -1 : self.content.size)),
        ]
        result["_error"] = error.map { .string($0) }
        return result
    }
}

extension HARContent {
    /// Adds the text, or the bytes in base64.
    fileprivate func add(to members: inout [String: JSONValue], encoding: String) {
        guard let data else { return }
        if let text = textIfUTF8(data) {
            members["text"] = .string(text)
        } else {
            members["text"] = .string(data.base64EncodedString())
            members[encoding] = "base64"
        }
    }
}

extension HARField {
    /// `nil` without a name and a value, such as for a cookie that was redacted.
    fileprivate init?(cookie: Substring) {
        let parts = cookie.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        self.init(parts[0].trimmed, parts[1].trimmed)
    }
}

extension [HARField] {
    fileprivate var json: JSONValue {
        .array(map { ["name": .string($0.name), "value": .string($0.value)] })
    }
}

extension JSONValue {
    /// The value as text with a line for each member, in the byte order of the names. Small objects have one line.
    fileprivate func lines(_ indentation: String = "") -> String {
        let inner = indentation + "  "
        switch self {
        case .array(let elements) where !elements.isEmpty:
            let lines = elements.map { inner + $0.lines(inner) }
            return "[\n\(lines.joined(separator: ",\n"))\n\(indentation)]"
        case .object(let members) where members.count > 2 || members.values.contains { $0.isNested }:
            let lines = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { name, value in
                "\(inner)\(JSONValue.string(name)): \(value.lines(inner))"
            }
            return "{\n\(lines.joined(separator: ",\n"))\n\(indentation)}"
        default: return description
        }
    }

    private var isNested: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }
}
