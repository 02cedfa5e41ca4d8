public import Foundation
public import HTTPTypes

/// Takes the params of a task by name and writes each where it belongs, in order, straight into a byte buffer.
///
/// Adding never throws and never traps. A value that cannot be sent is remembered, the first one of them, and thrown
/// as a ``PackError`` once all are added.
public struct ParameterPacker: Sendable {
    private enum Destination: Sendable {
        case query, form, json, multipart, header, text
    }

    /// What is known of the value that is being added.
    private struct Current: Sendable {
        var name: String?
        var destination: Destination
        var format = DateFormat.iso8601
        var style = ArrayStyle.repeat
        var isInArray = false
        /// Whether the value, if it is the next element of a joined array, continues what is there.
        var continues = false
    }

    /// Values are written by recursion, and the stack of a thread is small.
    private static var maxDepth: Int { 64 }

    private let task: String
    private let request: HTTPRequestType
    private let method: HTTPRequest.Method
    private var query = URLEncodedSink(space: .percent)
    private var form = URLEncodedSink(space: .plus)
    private var json = JSONSink()
    private var multipart = MultipartSink()
    private var headers = HeaderSink()
    private var plain = PlainSink()
    private var wholeBody: HTTPBody?
    private var wholeBodyContentType: String?
    private var hasBodyParameters = false
    private var current = Current(name: nil, destination: .query)
    /// The names of the shapes that surround the current param.
    private var path: [String] = []
    private var failure: PackError?

    /// - Parameters:
    ///   - task: the name of the operation, for errors.
    ///   - method: with GET, HEAD and DELETE params go into the query, with any other into the body.
    ///   - request: how params in the body are written.
    public init(task: String, method: HTTPRequest.Method, request: HTTPRequestType) {
        self.task = task
        self.method = method
        self.request = request
    }

    // MARK: Adding params

    /// Adds a param. nil adds nothing; `false`, `0` and `""` are sent.
    public mutating func add<Value: ParameterValue>(
        _ name: String,
        _ value: Value,
        in location: ParameterLocation? = nil
    ) {
        add(name, value, format: .iso8601, style: .repeat, in: location)
    }

    /// Adds a date, or dates, written in `format`.
    public mutating func add<Value: ParameterValue>(
        _ name: String,
        _ value: Value,
        format: DateFormat,
        in location: ParameterLocation? = nil
    ) {
        add(name, value, format: format, style: .repeat, in: location)
    }

    /// Adds an array written in `style`. JSON has arrays of its own; there the style does not matter.
    public mutating func add<Value: ParameterValue>(
        _ name: String,
        _ value: Value,
        style: ArrayStyle,
        in location: ParameterLocation? = nil
    ) {
        add(name, value, format: .iso8601, style: style, in: location)
    }

    /// Adds an array of dates.
    public mutating func add<Value: ParameterValue>(
        _ name: String,
        _ value: Value,
        format: DateFormat,
        style: ArrayStyle,
        in location: ParameterLocation? = nil
    ) {
        let outer = current
        current = Current(name: name, destination: destination(location), format: format, style: style)
        if path.isEmpty, current.destination != .query, current.destination != .header {
            beginBodyParameter()
        }
        Value.write(value, into: &self)
        current = outer
    }

    /// Adds `null` in JSON, nothing elsewhere.
    public mutating func addNull(_ name: String, in location: ParameterLocation? = nil) {
        add(name, JSONNull(), in: location)
    }

    /// Adds a header. Those of the task win over the ones that packing makes, whatever the case of their letters.
    public mutating func header(_ name: String, _ value: String) {
        add(name, value, in: .header)
    }

    // MARK: The whole body

    /// Makes `value` the whole body, as JSON. nil makes no body.
    public mutating func body<Value: ParameterValue>(_ value: Value, contentType: String? = nil) {
        let outer = current
        current = Current(name: nil, destination: .json)
        Value.write(value, into: &self)
        current = outer
        if !json.isEmpty {
            setBody(json.takeData(), contentType ?? "application/json; charset=utf-8")
        }
    }

    /// Makes the bytes as they are the whole body.
    public mutating func body(_ value: Data, contentType: String? = nil) {
        setBody(value, contentType ?? "application/octet-stream")
    }

    /// Makes the text as it is the whole body, in UTF-8.
    public mutating func body(_ value: String, contentType: String? = nil) {
        setBody(Data(value.utf8), contentType ?? "text/plain; charset=utf-8")
    }

    /// Makes the file the whole body.
    public mutating func body(_ value: File, contentType: String? = nil) {
        setBody(value.data, contentType ?? value.contentType)
    }

    /// Makes the bytes as they are the whole body; nil makes no body.
    public mutating func body(_ value: Data?, contentType: String? = nil) {
        if let value { body(value, contentType: contentType) }
    }

    /// Makes the text as it is the whole body, in UTF-8; nil makes no body.
    public mutating func body(_ value: String?, contentType: String? = nil) {
        if let value { body(value, contentType: contentType) }
    }

    /// Makes the file the whole body; nil makes no body.
    public mutating func body(_ value: File?, contentType: String? = nil) {
        if let value { body(value, contentType: contentType) }
    }

    private mutating func setBody(_ data: Data, _ contentType: String) {
        if hasBodyParameters || wholeBody != nil {
            fail("the body is one whole value, so no param can go into it")
        }
        wholeBody = .data(data)
        wholeBodyContentType = contentType
    }

    private mutating func beginBodyParameter() {
        hasBodyParameters = true
        if wholeBody != nil {
            fail("the body is one whole value, so no param can go into it")
        }
    }

    private func destination(_ location: ParameterLocation?) -> Destination {
        // Inside a shape there is only the JSON that it is part of.
        guard path.isEmpty else { return .json }
        switch location {
        case .query: return .query
        case .header: return .header
        case nil where method == .get || method == .head || method == .delete: return .query
        case nil, .body:
            switch request {
            case .form: return .form
            case .json: return .json
            case .multipart: return .multipart
            }
        }
    }

    // MARK: The result

    /// The request, unless something that was added cannot be sent.
    func message(baseURL: String?, uri: String) throws -> HTTPMessage {
        var packer = self
        let body = packer.takeBody()
        if let failure = packer.failure {
            throw failure
        }
        return HTTPMessage(
            method: method,
            baseURL: baseURL,
            uri: uri,
            query: packer.query.text,
            headers: packer.headers.fields,
            body: body
        )
    }

    private mutating func takeBody() -> HTTPBody? {
        if let wholeBody {
            setContentType(wholeBodyContentType)
            return wholeBody
        }
        // A request that has its params in the body has a body, if only an empty one.
        if !hasBodyParameters, destination(nil) == .query {
            return nil
        }
        switch request {
        case .form:
            setContentType("application/x-www-form-urlencoded")
            return .data(form.data)
        case .json:
            setContentType("application/json; charset=utf-8")
            json.endTopLevelObject()
            return .data(json.takeData())
        case .multipart:
            // Its content type holds the boundary, which the handler draws for each message.
            return .multipart(multipart.parts)
        }
    }

    private mutating func setContentType(_ value: String?) {
        if let value, !headers.fields.contains(.contentType) {
            add("Content-Type", value, in: .header)
        }
    }

    /// A value as it stands in a path, percent-encoded. A value that cannot be sent gives the empty text, which is
    /// refused as a path variable.
    static func pathText<Value: ParameterValue>(of value: Value, format: DateFormat) -> String {
        var packer = ParameterPacker(task: "", method: .get, request: .form)
        packer.current = Current(name: "", destination: .text, format: format, style: .comma)
        Value.write(value, into: &packer)
        return packer.failure == nil ? packer.plain.text : ""
    }

    // MARK: What values write

    private func failed(_ reason: String) -> PackError {
        PackError(
            task: task,
            parameter: (path + [current.name ?? ""]).filter { !$0.isEmpty }.joined(separator: "."),
            reason: reason
        )
    }

    /// Reports that the current param cannot be sent. The first report is the one that `pack()` throws.
    public mutating func fail(_ reason: String) {
        failure = failure ?? failed(reason)
    }

    /// Writes characters: quoted in JSON, escaped elsewhere.
    mutating func write(text: String) {
        if current.destination == .json {
            json.beginValue(name: current.name)
            json.string(text)
        } else {
            put(text)
        }
    }

    /// Writes a number, `true` or `false`: as it is in JSON, escaped elsewhere.
    mutating func write(literal: String) {
        if current.destination == .json {
            json.beginValue(name: current.name)
            json.raw(literal)
        } else {
            put(literal)
        }
    }

    mutating func write(_ date: Date) {
        switch DateText(date, format: current.format) {
        case .text(let text): write(text: text)
        case .number(let number): write(literal: number)
        case .outOfRange: fail("the date is outside the years 1 to 9999, which \(current.format) can express")
        }
    }

    mutating func write(_ file: File) {
        guard current.destination == .multipart else {
            return fail("a File can only be sent in a multipart request, or as the whole body")
        }
        if let reason = multipart.add(file, name: current.name ?? "") {
            fail(reason)
        }
    }

    mutating func writeNil() {
        if current.destination == .json, current.name == nil, !json.isEmpty {
            writeNull()
        }
    }

    mutating func writeNull() {
        if current.destination == .json {
            json.beginValue(name: current.name)
            json.raw("null")
        }
    }

    mutating func beginArray() {
        if current.destination == .json {
            json.beginValue(name: current.name)
            json.raw("[")
            current.name = nil
        } else {
            current.isInArray = true
        }
    }

    mutating func endArray() {
        if current.destination == .json {
            json.raw("]")
        }
    }

    /// - Returns: false if there can be no object here, which is then reported.
    mutating func beginObject() -> Bool {
        guard current.destination == .json else {
            fail("a shape or dictionary can only be sent inside JSON")
            return false
        }
        guard path.count < Self.maxDepth else {
            fail("shapes are nested deeper than \(Self.maxDepth) levels")
            return false
        }
        json.beginValue(name: current.name)
        json.raw("{")
        path.append(current.name ?? "")
        current.name = nil
        return true
    }

    mutating func endObject() {
        json.raw("}")
        path.removeLast()
    }

    /// Writes the key of a dictionary, whose value follows.
    mutating func writeKey(_ key: String) {
        json.beginValue(name: key)
        current.name = nil
    }

    mutating func writeObject<Value: ParameterPackable>(_ value: Value) {
        let outer = current
        if beginObject() {
            value.pack(into: &self)
            endObject()
        }
        current = outer
    }

    /// Writes one scalar under the current name, anywhere but in JSON.
    private mutating func put(_ text: String) {
        var name = current.name ?? ""
        var separator: String?
        if current.isInArray {
            if current.style == .brackets {
                name += "[]"
            }
            separator = current.continues ? current.style.separator : nil
            current.continues = true
        }
        let reason: String?
        switch current.destination {
        case .query: reason = query.put(text, name: name, after: separator)
        case .form: reason = form.put(text, name: name, after: separator)
        case .multipart: reason = multipart.put(text, name: name, after: separator)
        case .header: reason = headers.put(text, name: name, after: separator)
        case .text: reason = plain.put(text, name: name, after: separator)
        case .json: reason = nil
        }
        if let reason {
            fail(reason)
        }
    }
}

/// What ``ParameterPacker/addNull(_:in:)`` adds.
private struct JSONNull: ParameterValue {
    static func write(_ value: JSONNull, into packer: inout ParameterPacker) {
        packer.writeNull()
    }
}
