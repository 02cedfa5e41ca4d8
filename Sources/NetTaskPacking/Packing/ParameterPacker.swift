public import Foundation
public import HTTPTypes

/// Takes the params of a task by name and writes each where it belongs, in order, straight into a byte buffer.
///
/// Adding never throws. A value that cannot be sent is remembered, the first one of them, and thrown as a ``PackError``
/// once all are added.
public struct ParameterPacker: ~Copyable {
    enum Destination: Sendable {
        case query, form, json, multipart, header, cookie, path
        /// In the query or form, under the names of what is around it: a field of a shape, or a value of a dictionary.
        case nested
        /// Nowhere: the texts of a secret are only remembered.
        case secret
    }

    /// What is known of the value that is being added.
    struct Current {
        var name: ParameterName?
        var destination: Destination
        var format = ValueFormat.iso8601
        var style = ArrayStyle.repeat
        var isInArray = false
        /// Whether the value, if it is the next element of a joined array, continues what is there.
        var continues = false
    }

    private let task: String
    private let method: HTTPRequest.Method
    /// Where params go that have no location of their own, and where those of the body go.
    private let usualDestination: Destination
    private let bodyDestination: Destination
    /// Of the URL: the query, or one part of the path.
    package internal(set) var query = JSONBuffer()
    /// A form or JSON.
    var body = JSONBuffer()
    /// The scalar that is being written.
    var scratch = JSONBuffer()
    var multipart = MultipartSink()
    package internal(set) var headers = HeaderSink()
    /// The texts of the secrets among the values.
    package internal(set) var secrets: [String] = []
    private var wholeBody: PackedBody?
    /// Whether there was a whole body to add and it was nil.
    private var isBodyAbsent = false
    package private(set) var contentType: String?
    private var hasBodyParameters = false
    /// What takes the place of the uri.
    package var followed: (url: URL, isSecret: Bool)?
    var current: Current
    /// The names of the shapes that surround the current param.
    var path: [ParameterName?] = []
    /// The same as they are written in a query or form.
    var nested = NestedNames()
    /// Of the object that is being packed, where several fields may have one name.
    var sentNames: SentNames?
    /// Whether the object that comes next is written without brackets, into the one around it.
    var isInlinePending = false
    let stack = StackSpace()
    /// How many brackets of JSON are open, or shapes and dictionaries in a query or form.
    var depth = 0
    private var failure: PackError?

    /// - Parameters:
    ///   - task: the name of the operation, for errors.
    ///   - method: with GET, HEAD, DELETE, OPTIONS and TRACE params go into the query, with any other into the body.
    ///   - encoding: how params in the body are written.
    public init(task: String, method: HTTPRequest.Method, encoding: HTTPRequestEncoding) {
        self.task = task
        self.method = method
        bodyDestination =
            switch encoding {
            case .form: .form
            case .json: .json
            case .multipart: .multipart
            }
        usualDestination =
            switch method {
            case .get, .head, .delete, .options, .trace: .query
            default: bodyDestination
            }
        current = Current(name: nil, destination: .query)
    }

    /// Reports that the current param cannot be sent. The first report is the one that `pack()` throws.
    public mutating func fail(_ reason: String) {
        // What cannot be sent is reported where it is added.
        if current.destination != .secret { refuse(reason) }
    }

    /// The same, also where texts are kept as secrets: one that was not reached would be shown.
    mutating func refuse(_ reason: String) {
        if failure != nil { return }
        let names = (path + [current.name]).compactMap { $0?.text }
        failure = PackError(task: task, parameter: names.joined(separator: "."), reason: reason)
    }
}

// MARK: - Adding params

extension ParameterPacker {
    /// Adds a param. nil adds nothing; `false`, `0` and `""` are sent.
    ///
    /// - Parameters:
    ///   - name: letters and digits of ASCII, `-`, `.`, `_` and `~` only, which are written as they are. Other names go
    ///     through ``add(escaping:_:format:style:in:)``; debug builds trap on them here.
    ///   - value: what is sent.
    ///   - format: how a date in it is written, and numbers and bytes where that is not the usual way.
    ///   - style: how an array is written outside JSON, which has arrays of its own.
    ///   - location: where, if not where the method says.
    @inlinable
    public mutating func add<Value: ParameterValue>(
        _ name: StaticString,
        _ value: Value,
        format: ValueFormat = .iso8601,
        style: ArrayStyle = .repeat,
        in location: ParameterLocation? = nil
    ) {
        guard begin(name, format, style, location) else { return }
        Value.write(value, into: &self)
        end()
    }

    /// Adds a param with a name of any characters.
    public mutating func add<Value: ParameterValue>(
        escaping name: String,
        _ value: Value,
        format: ValueFormat = .iso8601,
        style: ArrayStyle = .repeat,
        in location: ParameterLocation? = nil
    ) {
        var name = name
        name.withUTF8 { name in
            guard begin(ParameterName(bytes: name, isPlain: false), format, style, location) else { return }
            Value.write(value, into: &self)
            end()
        }
    }

    /// Adds a header. Those of the task win over the ones that packing makes, whatever the case of their letters.
    public mutating func header(_ name: String, _ value: String) {
        add(escaping: name, value, in: .header)
    }

    /// Remembers what is never to be shown of the request: the text of `value` as it is before
    /// anything in it is escaped. Of an array that is the text of each element, of a shape that of each field, of a file
    /// its name; nil and `""` have none.
    ///
    /// - Parameters:
    ///   - value: what is secret.
    ///   - format: how a date in it is written.
    /// - Returns: the value, which is still to be added: `packer.add("token", packer.keepSecret(token))`.
    @discardableResult
    public mutating func keepSecret<Value: ParameterValue>(_ value: Value, format: ValueFormat = .iso8601) -> Value {
        let outer = current
        current = Current(name: nil, destination: .secret, format: format)
        Value.write(value, into: &self)
        current = outer
        return value
    }

    @usableFromInline
    mutating func begin(
        _ name: StaticString,
        _ format: ValueFormat,
        _ style: ArrayStyle,
        _ location: ParameterLocation?
    ) -> Bool {
        let name = ParameterName(name)
        assert(name.bytes.allSatisfy(PercentEncoding.isUnreserved), "\(name.text) needs add(escaping:)")
        return begin(name, format, style, location)
    }

    /// The bytes of the name may be there only up to here.
    @usableFromInline
    mutating func end() {
        if sentNames != nil { noteSentName() }
        current.name = nil
    }

    private mutating func begin(
        _ name: ParameterName,
        _ format: ValueFormat,
        _ style: ArrayStyle,
        _ location: ParameterLocation?
    ) -> Bool {
        if sentNames != nil, isSent(name) { return false }
        current = Current(name: name, destination: destination(location), format: format, style: style)
        switch current.destination {
        case .query, .header, .cookie, .secret: break
        default:
            if path.isEmpty {
                hasBodyParameters = true
                if wholeBody != nil { checkBodyIsFree() }
                depth = 1
            }
        }
        return true
    }

    @inline(__always)
    private func destination(_ location: ParameterLocation?) -> Destination {
        if current.destination == .secret { return .secret }
        // Inside a shape there is only what it is part of.
        if !path.isEmpty { return nested.isEmpty ? .json : .nested }
        switch location {
        case nil: return usualDestination
        case .query: return .query
        case .header: return .header
        case .cookie: return .cookie
        case .body: return bodyDestination
        }
    }
}

// MARK: - The whole body

extension ParameterPacker {
    /// Makes `value` the whole body, as JSON. nil makes no body.
    // Of the bytes, texts and files that have a body of their own, those that are not optional would come here first.
    @_disfavoredOverload
    public mutating func body<Value: ParameterValue>(_ value: Value, contentType: String? = nil) {
        // Params may be in the body already, which is an error if the value is not nil.
        var params = JSONBuffer()
        swap(&params, &body)
        current = Current(name: nil, destination: .json)
        Value.write(value, into: &self)
        let bytes = body.isEmpty ? nil : PackedBody.data(body.takeData())
        if bytes == nil { swap(&params, &body) }
        setBody(bytes, contentType ?? "application/json; charset=utf-8")
    }

    /// Makes the bytes as they are the whole body; nil makes no body.
    public mutating func body(_ value: Data?, contentType: String? = nil) {
        setBody(value.map { .data($0) }, contentType ?? "application/octet-stream")
    }

    /// Makes the text as it is the whole body, in UTF-8; nil makes no body.
    public mutating func body(_ value: String?, contentType: String? = nil) {
        setBody(value.map { .data(Data($0.utf8)) }, contentType ?? "text/plain; charset=utf-8")
    }

    package mutating func setBody(_ body: PackedBody?, _ contentType: String) {
        guard let body else {
            isBodyAbsent = true
            return
        }
        checkBodyIsFree()
        wholeBody = body
        self.contentType = contentType
        if let reason = HeaderSink.refusal(of: contentType) {
            current.name = ParameterName("Content-Type")
            fail(reason)
        }
    }

    private mutating func checkBodyIsFree() {
        if wholeBody != nil || hasBodyParameters {
            fail("the body is one whole value, so nothing else can go into it")
        }
    }
}

// MARK: - The result

extension ParameterPacker {
    /// The body, once all params are added.
    ///
    /// - Throws: ``PackError`` if something that was added cannot be sent.
    package mutating func finish() throws(PackError) -> PackedBody? {
        let body = takeBody()
        if failure == nil, body != nil, method == .trace {
            failure = PackError(task: task, parameter: "", reason: "a TRACE request has no body")
        }
        if let failure { throw failure }
        return body
    }

    private mutating func takeBody() -> PackedBody? {
        if let wholeBody { return wholeBody }
        // A request that has its params in the body has a body, if only an empty one.
        if !hasBodyParameters, isBodyAbsent || usualDestination == .query { return nil }
        switch bodyDestination {
        case .form:
            contentType = "application/x-www-form-urlencoded"
            return .data(body.takeData())
        case .json:
            contentType = "application/json; charset=utf-8"
            body.endTopLevelObject()
            return .data(body.takeData())
        default:
            // Its content type holds the boundary, which the handler draws for each message.
            return .multipart(fields: multipart.fields, files: multipart.files)
        }
    }

    /// A value as it stands in a path, percent-encoded. A value that cannot be sent gives the empty text, which is
    /// refused as a path variable.
    package static func pathText<Value: ParameterValue>(of value: Value, format: ValueFormat) -> String {
        var packer = ParameterPacker(task: "", method: .get, encoding: .form)
        packer.current = Current(name: nil, destination: .path, format: format, style: .comma)
        Value.write(value, into: &packer)
        return packer.failure == nil ? packer.query.text : ""
    }

    /// A value as JSON text; nil if it cannot be sent.
    static func jsonText<Value: ParameterValue>(of value: Value) -> String? {
        var packer = ParameterPacker(task: "", method: .post, encoding: .json)
        packer.current.destination = .json
        Value.write(value, into: &packer)
        return packer.failure == nil ? packer.body.text : nil
    }
}
