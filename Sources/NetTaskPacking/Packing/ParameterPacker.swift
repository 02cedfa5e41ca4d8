public import HTTPTypes
public import NetTaskSystem

/// Encodes the params of a task, in order, directly into a byte buffer.
///
///     packer.add("userId", userId)
///     packer.add("tags", tags, style: .comma, in: .query)
///
/// Adding never throws. The first value that cannot be sent is recorded, and thrown as a ``PackError`` when all params have
/// been added.
public struct ParameterPacker: ~Copyable {
    enum Destination: Sendable {
        case query, form, json, multipart, header, cookie, path
        /// In the query or form, nested in the names around it: a field of a shape, or a value of a dictionary.
        case nested
        /// Nowhere: the texts of a secret are only recorded.
        case secret
    }

    /// The properties of the value that is being added.
    struct Current {
        var name: ParameterName?
        var destination: Destination
        var format = ValueFormat.iso8601
        var style = ArrayStyle.repeat
        var isInArray = false
        /// Whether the next element of a joined array follows another one.
        var continues = false
    }

    private let task: String
    private let method: HTTPRequest.Method
    /// The encoding of params in the body.
    private var encoding: HTTPRequestEncoding
    /// Whether params without a location go into the query, not into the body.
    private var sendsInQuery: Bool
    private var bodyDestination: Destination {
        switch encoding {
        case .form: .form
        case .json: .json
        case .multipart: .multipart
        }
    }
    /// The query of the URL, or one part of the path.
    package internal(set) var query = JSONBuffer()
    /// A form or JSON.
    var body = JSONBuffer()
    /// The scalar that is being written.
    var scratch = JSONBuffer()
    var multipart = MultipartSink()
    package internal(set) var headers = HeaderSink()
    /// The texts of the secret values.
    package internal(set) var secrets: [String] = []
    private var wholeBody: PackedBody?
    package private(set) var contentType: String?
    private var hasBodyParameters = false
    /// The URL that replaces the uri.
    package var followed: (url: URL, isSecret: Bool)?
    var current: Current
    /// The names of the shapes around the current param.
    var path: [ParameterName?] = []
    /// The names around the current param as they are written in a query or form.
    var nested = NestedNames()
    /// The names in the current object, if several fields may have the same name.
    var sentNames: SentNames?
    /// Whether the next object is written into the enclosing one, without brackets.
    var isInlinePending = false
    let stack = StackSpace()
    /// The number of open JSON brackets, or of shapes and dictionaries in a query or form.
    var depth = 0
    private var failure: PackError?

    /// Makes a packer.
    ///
    /// - Parameters:
    ///   - task: the name of the operation, for errors.
    ///   - method: determines the default destination. With GET, HEAD, DELETE, OPTIONS and TRACE, params go into the query,
    ///     with other methods into the body.
    ///   - encoding: the encoding of params in the body.
    public init(task: String, method: HTTPRequest.Method, encoding: HTTPRequestEncoding) {
        self.task = task
        self.method = method
        self.encoding = encoding
        switch method {
        case .get, .head, .delete, .options, .trace: sendsInQuery = true
        default: sendsInQuery = false
        }
        current = Current(name: nil, destination: .query)
    }

    /// Reports that the current param cannot be sent. `pack()` throws the first report.
    public mutating func fail(_ reason: String) {
        // The value is reported where it is added, not where its secret is recorded.
        if current.destination != .secret { refuse(reason) }
    }

    /// Reports an error even while a secret is recorded, because a text that was not recorded would not be hidden.
    mutating func refuse(_ reason: String) {
        if failure != nil { return }
        // The names of secret members are recorded as secrets.
        let names = (path + [current.name]).compactMap { $0?.text }.prefix { !secrets.contains($0) }
        failure = PackError(task: task, parameter: names.joined(separator: "."), reason: reason)
    }

    /// Reports a value that violates a constraint. The value itself is not part of the error.
    package mutating func refuse(_ parameter: String, constraint: String) {
        let reason = "the value violates `\(constraint)`"
        failure = failure ?? PackError(task: task, parameter: parameter, reason: reason, constraint: constraint)
    }
}

// MARK: - Adding params

extension ParameterPacker {
    /// Adds a param. `nil` adds nothing; `false`, `0` and `""` are sent.
    ///
    /// - Parameters:
    ///   - name: the name, with ASCII letters and digits, `-`, `.`, `_` and `~` only. For other names, use
    ///     ``add(escaping:_:format:style:in:)``; with them, this method traps in debug builds.
    ///   - value: the value.
    ///   - format: the format of dates, and of numbers and bytes in an unusual form. Default: ``ValueFormat/iso8601``.
    ///   - style: the style of arrays outside JSON. Default: ``ArrayStyle/repeat``.
    ///   - location: the location. Default: `nil`, the location that the method determines.
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

    /// Adds a header. It overrides headers that packing adds, regardless of case.
    public mutating func header(_ name: String, _ value: String) {
        add(escaping: name, value, in: .header)
    }

    /// Records a secret, so that errors, logs and descriptions of the request do not show it.
    ///
    ///     packer.add("token", packer.keepSecret(token))
    ///
    /// The recorded text is the unescaped text of `value`. For an array, it is the text of each element, for a shape that of
    /// each field, and for a file its name. `nil` and `""` have none.
    ///
    /// - Parameters:
    ///   - value: the secret value.
    ///   - format: the format of dates in it. Default: ``ValueFormat/iso8601``.
    /// - Returns: `value`, which has to be added separately.
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

    /// After this call, the bytes of the name may be released.
    @usableFromInline
    mutating func end() {
        if sentNames != nil { recordSentName() }
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
        // Values inside a shape go to the destination of the shape.
        if !path.isEmpty { return nested.isEmpty ? .json : .nested }
        switch location {
        case nil: return sendsInQuery ? .query : bodyDestination
        case .query: return .query
        case .header: return .header
        case .cookie: return .cookie
        case .body: return bodyDestination
        }
    }
}

// MARK: - The whole body

extension ParameterPacker {
    /// Sets the whole body to `value`, as JSON; `nil` for no body.
    // Disfavored, because bytes, texts and files have overloads with optional parameters, and values that are not optional
    // would otherwise select this one.
    @_disfavoredOverload
    public mutating func body<Value: ParameterValue>(_ value: Value, contentType: String? = nil) {
        // The body may contain params already. That is an error if the value is not `nil`.
        var params = JSONBuffer()
        swap(&params, &body)
        current = Current(name: nil, destination: .json)
        Value.write(value, into: &self)
        let bytes = body.isEmpty ? nil : PackedBody.data(body.takeData())
        if bytes == nil { swap(&params, &body) }
        setBody(bytes, contentType ?? "application/json; charset=utf-8")
    }

    /// Sets the whole body to bytes; `nil` for no body.
    public mutating func body(_ value: Data?, contentType: String? = nil) {
        setBody(value.map { .data($0) }, contentType ?? "application/octet-stream")
    }

    /// Sets the whole body to text in UTF-8; `nil` for no body.
    public mutating func body(_ value: String?, contentType: String? = nil) {
        setBody(value.map { .data(Data($0.utf8)) }, contentType ?? "text/plain; charset=utf-8")
    }

    /// Adds the fields of `value` to the body in this encoding; `nil` for no body. Later params without a location also go into
    /// the body.
    public mutating func body<Value: ParameterPackable>(_ value: Value?, encoding: HTTPRequestEncoding) {
        guard let value else { return setBody(nil, "") }
        (self.encoding, sendsInQuery) = (encoding, false)
        value.pack(into: &self)
    }

    package mutating func setBody(_ body: PackedBody?, _ contentType: String) {
        guard let body else { return }
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
            fail("the body is a single value, so it cannot contain other params")
        }
    }
}

// MARK: - The result

extension ParameterPacker {
    /// Returns the body, when all params have been added.
    ///
    /// - Throws: ``PackError`` if a value cannot be sent.
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
        // A request whose params in the body are all `nil` has an empty one. Without such params, it has none.
        if !hasBodyParameters { return nil }
        switch encoding {
        case .form:
            contentType = "application/x-www-form-urlencoded"
            return .data(body.takeData())
        case .json:
            contentType = "application/json; charset=utf-8"
            body.endTopLevelObject()
            return .data(body.takeData())
        case .multipart:
            // The content type contains the boundary, which the handler generates for each message.
            return .multipart(fields: multipart.fields, files: multipart.files)
        }
    }

    /// Returns a value as part of a path, percent-encoded. Returns an empty text for a value that cannot be sent; path
    /// variables must not be empty.
    package static func pathText<Value: ParameterValue>(of value: Value, format: ValueFormat) -> String {
        var packer = ParameterPacker(task: "", method: .get, encoding: .form)
        packer.current = Current(name: nil, destination: .path, format: format, style: .comma)
        Value.write(value, into: &packer)
        return packer.failure == nil ? packer.query.text : ""
    }

    /// Returns a value as JSON text, or `nil` if it cannot be sent.
    static func jsonText<Value: ParameterValue>(of value: Value) -> String? {
        var packer = ParameterPacker(task: "", method: .post, encoding: .json)
        packer.current.destination = .json
        Value.write(value, into: &packer)
        return packer.failure == nil ? packer.body.text : nil
    }
}
