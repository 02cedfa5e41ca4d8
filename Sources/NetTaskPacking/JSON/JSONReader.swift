/// Reads a JSON text from start to end, strictly by RFC 8259. ``JSONReadable`` types read themselves from it.
///
/// A byte order mark at the start is skipped (section 8.1). Invalid UTF-8, unpaired surrogates, trailing bytes and nesting
/// beyond 512 levels, or beyond the stack of the thread, are errors. If a name occurs several times in an object, the first
/// member applies. An error ends the reading, even if it is caught.
///
/// The reader does not own the bytes. It cannot outlive them: it is not copyable, and is passed as `inout` only while they
/// exist.
public struct JSONReader: ~Copyable {
    /// The text. Each access is at a position that was compared with `count`.
    let bytes: UnsafePointer<UInt8>
    /// The number of bytes. It is 0 after an error, so that all further reading fails.
    private(set) var count: Int
    private var failure: (any Error)?
    /// Whether the failure ends the reading even if it occurred in an alternative.
    private var isFailureFinal = false
    /// The current offset in bytes from the start of the text.
    @usableFromInline package var position = 0
    /// The offset of the value that was read last or is being read.
    package var valueStart = 0
    private let stack = StackSpace()
    /// The number of open arrays and objects.
    var depth = 0
    /// Whether no member of the innermost object has been read, so that no comma is expected.
    var isAtFirstMember = false
    /// The object whose members are read by name.
    @usableFromInline package var object = OpenObject()
    /// The first missing member of a path. Used while `object.isAbsent`.
    package var absentName = ""
    /// The outer objects that ``enter(_:)`` left.
    var left: [OpenObject] = []
    /// The members of all open objects that were skipped.
    var passed: [PassedMember] = []
    /// The number of members of all objects that were not read.
    var unreadCount = 0
    /// The string with escapes that is being read.
    var scratch = JSONBuffer()
    /// The open brackets while a value is skipped.
    var open: [OpenBracket] = []
    /// The ends of larger arrays and objects that were skipped, by their starts.
    var ends: [Int: Int] = [:]
    /// The number of bytes that rejected alternatives have read in total.
    var triedBytes = 0
    /// The start of the outermost dictionary that is being read, or of that of the innermost secret.
    @usableFromInline package var keysStart: Int?

    /// - Parameter bytes: must remain valid while the reader is used.
    init(_ bytes: UnsafeRawBufferPointer) {
        let start = bytes.baseAddress ?? UnsafeRawPointer(("" as StaticString).utf8Start)
        self.bytes = start.assumingMemoryBound(to: UInt8.self)
        count = bytes.count
    }

    /// Reads the value at `path` in a JSON text.
    ///
    /// - Parameter read: reads the value when the reader is at its start.
    /// - Throws: ``ParseError`` with path and offset.
    package static func read<Value: JSONReadable>(
        _ bytes: UnsafeRawBufferPointer,
        path: [StaticString],
        format: ValueFormat,
        _ read: (inout JSONReader) throws -> Value = Value.read
    ) throws -> Value {
        try with(bytes) { reader in
            guard let name = path.last else {
                reader.object.format = format
                return try read(&reader)
            }
            let outer = try reader.beginObject()
            for step in path.dropLast() { try reader.enter(step) }
            let value = try reader.member(name, format: format, read)
            for _ in path.dropLast() { try reader.leave() }
            try reader.endObject(outer)
            return value
        }
    }

    /// Calls the closure with a reader at the start of the text, and checks that the closure has read all of it.
    package static func with<Value>(
        _ bytes: UnsafeRawBufferPointer,
        _ body: (inout JSONReader) throws -> Value
    ) throws -> Value {
        var reader = JSONReader(bytes)
        do {
            if reader.isText(at: 0, "\u{FEFF}") { reader.position = 3 }
            reader.skipSpace()
            let value = try body(&reader)
            reader.skipSpace()
            try reader.checkNoFailure()
            if reader.position < reader.count {
                throw reader.syntaxError("expected the end of the text, found ", reader.found)
            }
            return value
        } catch {
            throw (error as? ParseError)?.located(in: bytes) ?? error
        }
    }
}

// MARK: - Errors

extension JSONReader {
    /// Ends the reading with an error about the value that was read last. For a secret, the error does not contain `reason`,
    /// which may quote the value.
    public mutating func error(_ reason: String) -> ParseError {
        error(reason, ofSecret: Self.secretReason, at: valueStart)
    }

    /// Ends the reading with an error whose reason does not quote the value, or that has a separate reason for a secret.
    package mutating func valueError(_ reason: String, ofSecret secretReason: String? = nil) -> ParseError {
        error(reason, ofSecret: secretReason, at: valueStart)
    }

    /// Ends the reading with an error whose reason begins with the start of the value's text.
    package mutating func error(
        about text: some Collection<UInt8>,
        inQuotes: Bool = true,
        _ problem: String
    ) -> ParseError {
        let start = excerpt(of: text)
        return valueError("\(inQuotes ? "\"\(start)\"" : start) \(problem)", ofSecret: "it \(problem)")
    }

    /// Ends the reading with a syntax error at the current position.
    mutating func syntaxError(_ reason: String, _ found: Found = ("", "")) -> ParseError {
        error(reason + found.text, ofSecret: reason + found.ofSecret, at: position)
    }

    package mutating func error(
        _ reason: String,
        ofSecret secretReason: String? = nil,
        at offset: Int,
        path: String = ""
    ) -> ParseError {
        var error = ParseError(reason, path: path, offset: offset)
        error.secretReason = secretReason ?? reason
        if failure == nil { failure = error }
        count = 0
        return error
    }

    /// Throws the error that has ended the reading, even if it was caught.
    func checkNoFailure() throws {
        if let failure { throw failure }
    }

    /// Continues after the error of an alternative, in a text of this length. Throws the error if it is final.
    mutating func forgetFailure(count: Int) throws {
        if isFailureFinal { try checkNoFailure() }
        failure = nil
        self.count = count
    }

    /// The description of the text at the current position, and its description in a secret.
    typealias Found = (text: String, ofSecret: String)

    /// Describes the byte at the current position.
    var found: Found {
        guard position < count else { return ("the end", "the end") }
        let isVisible = (0x21...0x7E).contains(next)
        return (isVisible ? "\"\(Unicode.Scalar(next))\"" : "byte 0x\(String(next, radix: 16))", "something else")
    }

    /// - Returns: an error that describes the value at the current position, or the end of the text.
    mutating func unexpected(_ expected: String) -> ParseError {
        let value: Found =
            switch next {
            case UInt8(ascii: "{"): ("an object", "an object")
            case UInt8(ascii: "["): ("an array", "an array")
            case UInt8(ascii: "\""): ("a string", "a string")
            case UInt8(ascii: "t") where isText(at: position, "true"): ("true", "a boolean")
            case UInt8(ascii: "f") where isText(at: position, "false"): ("false", "a boolean")
            case UInt8(ascii: "n") where isText(at: position, "null"): ("null", "null")
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                ("the number \(excerpt(of: text(position..<count).prefix(while: JSONNumber.isPart)))", "a number")
            default: found
            }
        return syntaxError("expected \(expected), found ", value)
    }
}

// MARK: - Secrets

extension JSONReader {
    /// Reads a secret. Errors quote nothing of it, and their paths do not contain the keys of a dictionary in it.
    @usableFromInline
    package mutating func readSecret<Value>(_ read: (inout JSONReader) throws -> Value) throws -> Value {
        let outer = keysStart
        keysStart = nil
        defer { keysStart = outer }
        do {
            let value = try read(&self)
            // An error that was caught may quote the secret too.
            try checkNoFailure()
            return value
        } catch {
            let cause = error as? ParseError
            var error = ParseError(Self.secretReason, offset: cause?.offset ?? valueStart)
            if let cause, let reason = cause.secretReason {
                error = ParseError(reason, path: cause.path, offset: cause.offset)
            }
            error.secretReason = error.reason
            error.pathEnd = keysStart ?? cause?.pathEnd
            failure = error
            count = 0
            throw error
        }
    }

    /// The reason of an error in a secret if its own reason may quote the secret.
    static var secretReason: String { "the value is invalid" }
}

// MARK: - Bytes

extension JSONReader {
    /// The next byte, or 0 at the end. No distinction is needed, because NUL is invalid everywhere in JSON.
    @inline(__always) package var next: UInt8 { byte(at: position) }

    @inline(__always)
    func byte(at position: Int) -> UInt8 {
        position < count ? bytes[position] : 0
    }

    @inline(__always)
    package func text(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes + range.lowerBound, count: range.count)
    }

    @inline(__always)
    func isText(at start: Int, _ text: StaticString) -> Bool { isText(at: start, text.bytes) }

    @inline(__always)
    func isText(at start: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard start + text.count <= count else { return false }
        for index in 0..<text.count where bytes[start + index] != text[index] { return false }
        return true
    }

    @inline(__always)
    mutating func skipSpace() {
        while position < count {
            let byte = bytes[position]
            guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            position += 1
        }
    }

    /// Moves past an opening bracket.
    mutating func descend() throws {
        depth += 1
        if depth > StackSpace.maxDepth {
            throw syntaxError("values are nested deeper than \(StackSpace.maxDepth) levels")
        }
        if stack.isLow {
            // Another alternative might need less stack, and would be the wrong one.
            isFailureFinal = true
            throw syntaxError("values are nested deeper than the stack of this thread has room for: \(depth) levels")
        }
        position += 1
        skipSpace()
    }

    /// Moves past a closing bracket.
    mutating func ascend() {
        depth -= 1
        position += 1
    }
}

// MARK: - Words and arrays

extension JSONReader {
    /// Moves past `null`, if it is the value.
    @usableFromInline
    package mutating func null() throws -> Bool {
        guard next == UInt8(ascii: "n") else { return false }
        valueStart = position
        try word("null")
        return true
    }

    package mutating func bool() throws -> Bool {
        valueStart = position
        switch next {
        case UInt8(ascii: "t"):
            try word("true")
            return true
        case UInt8(ascii: "f"):
            try word("false")
            return false
        default:
            throw unexpected("true or false")
        }
    }

    private mutating func word(_ word: StaticString) throws {
        guard isText(at: position, word) else { throw syntaxError("expected \(word)") }
        position += word.utf8CodeUnitCount
    }

    /// Moves to the first element.
    ///
    /// - Returns: `false` if there is none. The position is then behind the array.
    @usableFromInline
    package mutating func beginArray() throws -> Bool {
        guard next == UInt8(ascii: "[") else { throw unexpected("an array") }
        valueStart = position
        try descend()
        if next == UInt8(ascii: "]") {
            ascend()
            return false
        }
        return true
    }

    /// Moves to the next element.
    ///
    /// - Returns: `false` if there is none. The position is then behind the array.
    @usableFromInline
    package mutating func nextElement() throws -> Bool {
        skipSpace()
        switch next {
        case UInt8(ascii: ","):
            position += 1
            skipSpace()
            return true
        case UInt8(ascii: "]"):
            ascend()
            return false
        default:
            throw syntaxError("expected \",\" or \"]\", found ", found)
        }
    }

    /// Estimates the number of elements of the array from the first one, which was just read.
    ///
    /// An array at top level is assumed to fill the text. The result never requires more memory than the text itself.
    @usableFromInline
    mutating func likelyCount(elementStart: Int, stride: Int) -> Int {
        guard depth == 1 else { return stride <= 32 ? 4 : 2 }
        let rest = count - elementStart
        return min(rest / max(position - elementStart + 1, 1) + 1, rest / max(stride, 1) + 1)
    }
}

// MARK: - Dictionaries

extension JSONReader {
    /// Moves to the first name of an object.
    @usableFromInline
    package mutating func beginDictionary() throws {
        guard next == UInt8(ascii: "{") else { throw unexpected("an object") }
        valueStart = position
        try descend()
        isAtFirstMember = true
    }

    /// Reads an object, except the members with these names.
    @inlinable
    package mutating func members<Value: JSONReadable>(besides names: [String] = []) throws -> [String: Value] {
        var values: [String: Value] = [:]
        let outer = keysStart
        keysStart = outer ?? position
        try beginDictionary()
        while let key = try nextKey() {
            if !names.isEmpty, names.contains(key) {
                try skip()
            } else if let first = values.updateValue(try Value.read(from: &self), forKey: key) {
                values[key] = first
            }
        }
        keysStart = outer
        return values
    }

    /// Reads the next name, and moves to its value.
    ///
    /// - Returns: `nil` if there is none. The position is then behind the object.
    @usableFromInline
    package mutating func nextKey() throws -> String? {
        guard try hasMember() else {
            ascend()
            return nil
        }
        let key = try string()
        try colon()
        return key
    }
}
