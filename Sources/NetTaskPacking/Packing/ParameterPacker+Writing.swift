import NetTaskSystem

// Writes values. Each scalar is written to the current destination as bytes.

extension ParameterPacker {
    /// The kind of a scalar, which determines quotes and escapes.
    enum ScalarKind {
        /// Characters.
        case text
        /// A number, which may contain a `+`.
        case number
        /// Letters, digits and `-`, including `true` and `false`.
        case plain
    }

    mutating func write(text: String, _ kind: ScalarKind = .text) {
        var text = text
        text.withUTF8 { write($0, kind) }
    }

    @usableFromInline
    mutating func write(magnitude: UInt64, isNegative: Bool) {
        write(.number) { $0.append(magnitude: magnitude, isNegative: isNegative) }
    }

    mutating func write(_ bool: Bool) {
        write((bool ? "true" : "false" as StaticString).bytes, .plain)
    }

    /// Writes the shortest decimal that is read back as the same value, like the standard library.
    mutating func write<Number: BinaryFloatingPoint & TextOutputStreamable>(_ number: Number) {
        guard number.isFinite else {
            return fail("only a finite number can be sent")
        }
        write(.number) { $0.append(number: number) }
    }

    mutating func write(_ date: Date) {
        let format = current.format
        guard let microseconds = DateText.microseconds(of: date) else {
            return fail("the date is outside the years 1 to 9999, which \(format) can express")
        }
        write(format.unit == nil ? .text : .number) {
            DateText.write(microseconds: microseconds, format: format, to: &$0)
        }
    }

    package mutating func write(file: any PackedFile) {
        if current.destination == .secret { return recordSecret(file.name ?? "") }
        guard current.destination == .multipart else {
            return fail("a File can only be sent in a multipart request, or as the whole body")
        }
        if let reason = multipart.add(file, name: current.name?.text ?? "") { fail(reason) }
    }

    /// Writes an ASCII scalar that needs no escapes in JSON, directly to its destination if possible.
    @inline(__always)
    private mutating func write(_ kind: ScalarKind, _ append: (inout JSONBuffer) -> Void) {
        switch current.destination {
        case .json:
            body.beginJSONValue(current.name)
            let isInQuotes = kind == .text || current.format == .string
            if isInQuotes { body.append(UInt8(ascii: "\"")) }
            append(&body)
            if isInQuotes { body.append(UInt8(ascii: "\"")) }
        case .form:
            body.beginPair(&current, space: .plus)
            body.appendEncoded(space: .plus, append)
        case .query:
            query.beginPair(&current, space: .percent)
            query.appendEncoded(space: .percent, append)
        default:
            scratch.removeAll()
            append(&scratch)
            write(scratch.bytes, kind)
        }
    }

    /// Writes a scalar to the destination of the current param.
    private mutating func write(_ bytes: UnsafeBufferPointer<UInt8>, _ kind: ScalarKind) {
        switch current.destination {
        case .json:
            body.beginJSONValue(current.name)
            if kind == .text || kind != .plain && current.format == .string {
                body.appendJSONString(bytes)
            } else {
                body.append(bytes)
            }
        case .form:
            body.beginPair(&current, space: .plus)
            body.appendEncoded(bytes, space: .plus)
        case .query:
            query.beginPair(&current, space: .percent)
            query.appendEncoded(bytes, space: .percent)
        case .path:
            if let separator = current.nextSeparator() { query.append(separator) }
            query.appendEncoded(bytes, space: .percent)
        case .multipart, .header, .cookie:
            writeNamed(String(decoding: bytes, as: UTF8.self))
        case .nested:
            writeNested(bytes)
        case .secret:
            recordSecret(String(decoding: bytes, as: UTF8.self))
        }
    }

    private mutating func recordSecret(_ text: String) {
        if !text.isEmpty { secrets.append(text) }
    }

    private mutating func writeNamed(_ text: String) {
        var name = current.name?.text ?? ""
        if current.isInArray, current.style == .brackets { name += "[]" }
        let separator = current.nextSeparator().map { "\($0)" }
        let reason =
            switch current.destination {
            case .header: headers.put(text, name: name, after: separator)
            case .cookie: headers.put(cookie: text, name: name, after: separator)
            default: multipart.put(text, name: name, after: separator)
            }
        if let reason {
            fail(reason)
        }
    }

    // MARK: Containers

    @usableFromInline
    mutating func writeNil() {
        if current.destination == .json, current.name == nil, !body.isEmpty {
            writeNull()
        }
    }

    mutating func writeNull() {
        if current.destination == .json {
            body.beginJSONValue(current.name)
            body.append("null")
        }
    }

    /// - Returns: `false` if an array cannot be sent here. The error is then recorded.
    @usableFromInline
    mutating func beginArray() -> Bool {
        switch current.destination {
        case .json, .secret:
            return open(UInt8(ascii: "["))
        case _ where isNesting:
            guard beginNested() else { return false }
            current.isInArray = true
            return true
        default:
            if current.style == .numbered {
                fail("only a query or form can have numbered names")
                return false
            }
            if current.isInArray {
                fail("a list inside a list can only be sent inside JSON")
                return false
            }
            current.isInArray = true
            return true
        }
    }

    @usableFromInline
    mutating func endArray() {
        if current.destination == .json || current.destination == .secret {
            close(UInt8(ascii: "]"))
        } else if isNesting {
            endNested()
        }
    }

    /// - Returns: `false` if an object cannot be sent here. The error is then recorded.
    mutating func beginObject() -> Bool {
        switch current.destination {
        case _ where isNesting:
            return beginNested()
        case .json, .secret:
            let name = current.name
            guard open(UInt8(ascii: "{")) else { return false }
            path.append(name)
            return true
        default:
            fail("a shape or dictionary can be sent inside JSON, and with brackets or numbers in a query or form")
            return false
        }
    }

    mutating func endObject() {
        if current.destination == .nested { return endNested() }
        close(UInt8(ascii: "}"))
        _ = path.popLast()
    }

    private mutating func open(_ bracket: UInt8) -> Bool {
        guard descend() else { return false }
        if current.destination == .json {
            body.beginJSONValue(current.name)
            body.append(bracket)
        }
        current.name = nil
        return true
    }

    private mutating func close(_ bracket: UInt8) {
        depth -= 1
        if current.destination == .json { body.append(bracket) }
    }

    /// - Returns: `false` if the value is nested too deeply. The error is then recorded.
    mutating func descend() -> Bool {
        if depth == StackSpace.maxDepth {
            refuse("values are nested deeper than \(depth) levels")
            return false
        }
        if stack.isLow {
            refuse("values are nested deeper than the stack of this thread has room for: \(depth) levels")
            return false
        }
        depth += 1
        return true
    }

    /// Writes the key of a dictionary before its value.
    mutating func writeKey(_ key: String) {
        if current.destination == .secret { return recordSecret(key) }
        var key = key
        if current.destination == .nested { return key.withUTF8 { writeNestedKey($0) } }
        key.withUTF8 { body.beginJSONValue(ParameterName(bytes: $0, isPlain: false)) }
        current.name = nil
    }

    mutating func writeObject<Value: ParameterPackable>(_ value: Value) {
        if beginInline() { return value.pack(into: &self) }
        let outer = (current, sentNames)
        sentNames = nil
        if beginObject() {
            value.pack(into: &self)
            endObject()
        }
        (current, sentNames) = outer
    }
}

extension ParameterPacker.Current {
    /// The separator before the next element of a joined array.
    mutating func nextSeparator() -> StaticString? {
        guard isInArray else { return nil }
        defer { continues = true }
        return continues ? style.separator : nil
    }
}

extension JSONBuffer {
    /// Writes the text before a value in a query or form: `name=`, or a separator.
    @inline(__always)
    fileprivate mutating func beginPair(_ current: inout ParameterPacker.Current, space: PercentEncoding.Space) {
        if current.isInArray, let separator = current.nextSeparator() {
            // A comma between elements stays unescaped and a comma in an element does not, so that the server can distinguish
            // them.
            if current.style == .comma { append(separator) } else { appendEncoded(separator.bytes, space: space) }
            return
        }
        if !isEmpty { append(UInt8(ascii: "&")) }
        if let name = current.name {
            if name.isPlain { append(name.bytes) } else { appendEncoded(name.bytes, space: space) }
        }
        append(UInt8(ascii: "="))
    }
}

/// The name of a param that is being added.
struct ParameterName {
    /// The bytes of a literal, or of a string that outlives this value.
    let bytes: UnsafeBufferPointer<UInt8>
    /// Whether the name contains no characters that have to be escaped anywhere.
    let isPlain: Bool

    init(bytes: UnsafeBufferPointer<UInt8>, isPlain: Bool) {
        self.bytes = bytes
        self.isPlain = isPlain
    }

    init(_ name: StaticString) {
        self.init(bytes: name.bytes, isPlain: true)
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
}
