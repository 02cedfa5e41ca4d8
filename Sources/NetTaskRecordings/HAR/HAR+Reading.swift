import NetTaskHTTP
public import NetTaskSystem

extension HAR {
    /// Reads a HAR in JSON.
    ///
    /// - Throws: ``HARError`` if the text is not JSON, or if a member has a wrong type, or if a member is missing that a
    ///   recording needs: `method`, `url` or `status`.
    public init(json: Data) throws(HARError) {
        let root: JSONValue
        do {
            root = try JSONValue(json: json)
        } catch {
            let (path, offset) = ((error as? ParseError)?.path ?? "", (error as? ParseError)?.offset)
            let place = offset.map { ", byte \($0)" } ?? ""
            throw HARError(
                path: path,
                reason: "not valid JSON\(place): \((error as? ParseError)?.reason ?? "\(error)")"
            )
        }
        let log = try HARPlace(value: root, path: "").required("log")
        guard case .object(var others) = log.value else { throw log.wrong("an object") }
        entries = []
        for place in try log.required("entries").elements() { entries.append(try HAREntry(place)) }
        others["entries"] = nil
        self.others = others
    }
}

/// A value and its place in the file.
struct HARPlace {
    let value: JSONValue
    let path: String

    /// The member with this name, or `nil` if it is missing or null.
    func optional(_ name: String) throws(HARError) -> HARPlace? {
        guard case .object(let members) = value else { throw wrong("an object") }
        guard let member = members[name], !member.isNull else { return nil }
        return HARPlace(value: member, path: path.isEmpty ? name : "\(path).\(name)")
    }

    func required(_ name: String) throws(HARError) -> HARPlace {
        if let member = try optional(name) { return member }
        throw HARError(path: path.isEmpty ? name : "\(path).\(name)", reason: "it is missing")
    }

    func elements() throws(HARError) -> [HARPlace] {
        guard case .array(let elements) = value else { throw wrong("an array") }
        return elements.enumerated().map { HARPlace(value: $1, path: "\(path)[\($0)]") }
    }

    func text() throws(HARError) -> String {
        guard let text = value.stringValue else { throw wrong("a string") }
        return text
    }

    func text(_ name: String, default text: String = "") throws(HARError) -> String {
        try optional(name)?.text() ?? text
    }

    func integer() throws(HARError) -> Int {
        guard let number = value.intValue else { throw wrong("a whole number") }
        return number
    }

    /// A time in milliseconds. Browsers write -1 if it does not apply.
    func milliseconds() throws(HARError) -> Double {
        guard let number = value.doubleValue, number <= 1e12 else { throw wrong("a number of milliseconds") }
        return max(0, number)
    }

    func fields(_ name: String) throws(HARError) -> [HARField] {
        var fields: [HARField] = []
        for element in try optional(name)?.elements() ?? [] {
            fields.append(HARField(try element.required("name").text(), try element.text("value")))
        }
        return fields
    }

    func wrong(_ expected: String) -> HARError {
        HARError(path: path, reason: "expected \(expected), found \(excerpt(of: value.description.utf8, limit: 40))")
    }
}

extension HAREntry {
    init(_ place: HARPlace) throws(HARError) {
        let request = try place.required("request")
        let response = try place.required("response")
        self.init(
            startedDateTime: try place.text("startedDateTime"),
            time: try place.optional("time")?.milliseconds() ?? 0,
            request: HARRequest(
                method: try request.required("method").text(),
                url: try request.required("url").text(),
                httpVersion: try request.text("httpVersion", default: "HTTP/1.1"),
                headers: try request.fields("headers"),
                body: try HARContent(posted: request)
            ),
            response: HARResponse(
                status: try response.required("status").integer(),
                statusText: try response.text("statusText"),
                httpVersion: try response.text("httpVersion", default: "HTTP/1.1"),
                headers: try response.fields("headers"),
                content: try response.optional("content").map { place throws(HARError) in try HARContent(place) }
                    ?? HARContent(data: nil)
            )
        )
        // Playwright writes -1 if there was no reply.
        self.response.status = max(0, self.response.status)
        guard self.response.status == 0 || (100...999).contains(self.response.status) else {
            throw try response.required("status").wrong("a status of HTTP, or 0")
        }
        error = try response.optional("_error")?.text()
        uriTemplate = try place.optional("_uriTemplate")?.text()
        test = try place.optional("_test")?.text()
        isComplete = try place.optional("_complete")?.value != .bool(false)
        if let chunks = try place.optional("_chunks") { try read(chunks) }
        source = place.value
    }

    private mutating func read(_ place: HARPlace) throws(HARError) {
        var (rest, last) = (self.response.content.data?.count ?? 0, 0.0)
        for element in try place.elements() {
            let size = try element.required("size")
            let time = try element.required("time")
            let chunk = HARChunk(time: try time.milliseconds(), size: try size.integer())
            guard chunk.size > 0, chunk.size <= rest else { throw size.wrong("at most the \(rest) bytes left") }
            guard chunk.time >= last else { throw time.wrong("a time after that of the piece before") }
            (rest, last) = (rest - chunk.size, chunk.time)
            chunks.append(chunk)
        }
        if rest != 0 {
            throw HARError(path: place.path, reason: "its pieces are \(rest) bytes shorter than the content")
        }
    }
}

extension HARContent {
    init(_ place: HARPlace) throws(HARError) {
        self.init(mimeType: try place.text("mimeType"), data: try Self.data(place, "encoding"))
        let size = try place.optional("size")?.integer() ?? 0
        if data == nil, size <= 0 { data = Data() }
        self.size = data?.count ?? size
    }

    /// Reads the body of a request; `nil` without one.
    init?(posted request: HARPlace) throws(HARError) {
        guard let place = try request.optional("postData") else { return nil }
        self.init(mimeType: try place.text("mimeType"), data: try Self.data(place, "_encoding"))
        if data == nil, isForm {
            data = Data(try place.fields("params").map { "\($0.name)=\($0.value)" }.joined(separator: "&").utf8)
            size = data?.count ?? 0
        }
    }

    private static func data(_ place: HARPlace, _ encodingName: String) throws(HARError) -> Data? {
        guard let text = try place.optional("text") else { return nil }
        guard let encoding = try place.optional(encodingName) else { return Data(try text.text().utf8) }
        guard encoding.value == "base64" else { throw encoding.wrong("base64") }
        guard let data = Data(base64Encoded: try text.text()) else { throw text.wrong("base64") }
        return data
    }
}
