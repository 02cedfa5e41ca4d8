/// Reads a JSON text from left to right, strictly by RFC 8259. Types that are ``JSONReadable`` read themselves from it.
///
/// A byte order mark at the start is skipped (section 8.1). UTF-8 is checked; lone surrogates, trailing bytes and nesting past
/// 512 levels are refused, and nesting that the stack of the thread has no room for. Where a name occurs more than once in an
/// object, the first one counts. An error ends the reading, also where the error is caught on the way.
///
/// The reader does not own the bytes. It cannot outlive them: it is not copyable, and lent out as `inout` only while
/// they are there.
public struct JSONReader: ~Copyable {
    /// The text. Each access is at a position that was compared with `count`.
    let bytes: UnsafePointer<UInt8>
    /// How many bytes there are; none any more once something failed, so that whatever is tried then fails too.
    private(set) var count: Int
    private var failure: (any Error)?
    /// Whether the failure ends the reading also where it was met in an alternative of several.
    private var isFailureFinal = false
    /// In bytes from the start of the text: the end of what was read.
    @usableFromInline package var position = 0
    /// Where the value starts that was read last, or is being read.
    package var valueStart = 0
    private let stack = StackSpace()
    /// How many arrays and objects are open.
    var depth = 0
    /// Whether no member of the innermost object was read yet, so that no comma is due.
    var isAtFirstMember = false
    /// The object whose members are being read by name.
    @usableFromInline package var object = OpenObject()
    /// The first step of a path that leads to nothing. Used while `object.isAbsent`.
    package var absentName = ""
    /// The objects around it that were left by ``enter(_:)``.
    var left: [OpenObject] = []
    /// Members that were passed on the way to another one, of all open objects.
    var passed: [PassedMember] = []
    /// How many members nobody asked for, of all objects that were read.
    var unreadCount = 0
    /// The string with escapes that is being read.
    var scratch = JSONBuffer()
    /// What is open while an array or object is skipped.
    var open: [OpenBracket] = []
    /// Where the larger ones of the arrays and objects that were skipped end, by where they start.
    var ends: [Int: Int] = [:]
    /// How many bytes were read by alternatives that were none, all together.
    var triedBytes = 0
    /// Where the outermost dictionary starts that is being read, of the innermost secret if there is one.
    @usableFromInline package var keysStart: Int?

    /// - Parameter bytes: must stay where they are as long as the reader is used.
    init(_ bytes: UnsafeRawBufferPointer) {
        let start = bytes.baseAddress ?? UnsafeRawPointer(("" as StaticString).utf8Start)
        self.bytes = start.assumingMemoryBound(to: UInt8.self)
        count = bytes.count
    }

    /// Reads the value at `path` in a JSON text.
    ///
    /// - Parameter read: reads the value, once the reader is there.
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

    /// Lends out a reader at the start of the text, and expects it back at the end.
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
    /// Ends the reading with an error about the value that was read last. Of a secret, the error does not hold `reason`, which
    /// may quote it.
    public mutating func error(_ reason: String) -> ParseError {
        error(reason, ofSecret: Self.secretReason, at: valueStart)
    }

    /// The same with a reason that quotes nothing of the value, or that has another one for a secret.
    package mutating func valueError(_ reason: String, ofSecret secretReason: String? = nil) -> ParseError {
        error(reason, ofSecret: secretReason, at: valueStart)
    }

    /// The same with a reason that begins with the start of the value's text.
    package mutating func error(
        about text: some Collection<UInt8>,
        inQuotes: Bool = true,
        _ problem: String
    ) -> ParseError {
        let start = excerpt(of: text)
        return valueError("\(inQuotes ? "\"\(start)\"" : start) \(problem)", ofSecret: "it \(problem)")
    }

    /// Ends the reading with an error in the text, at the current place.
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

    /// Throws what ended the reading, if anything did: also where it was caught.
    func checkNoFailure() throws {
        if let failure { throw failure }
    }

    /// Goes on after an error that does not count, in a text of that length. Throws the error if it does.
    mutating func forgetFailure(count: Int) throws {
        if isFailureFinal { try checkNoFailure() }
        failure = nil
        self.count = count
    }

    /// What an error calls the text that it found, and what it calls it in a secret.
    typealias Found = (text: String, ofSecret: String)

    /// What is at the current place.
    var found: Found {
        guard position < count else { return ("the end", "the end") }
        let isVisible = (0x21...0x7E).contains(next)
        return (isVisible ? "\"\(Unicode.Scalar(next))\"" : "byte 0x\(String(next, radix: 16))", "something else")
    }

    /// - Returns: an error that says what value is at the current place, or that there is none.
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
    /// Reads a secret. An error in it quotes nothing of it; its path does not go on to the keys of a dictionary.
    @usableFromInline
    package mutating func readSecret<Value>(_ read: (inout JSONReader) throws -> Value) throws -> Value {
        let outer = keysStart
        keysStart = nil
        defer { keysStart = outer }
        do {
            let value = try read(&self)
            // An error that was caught on the way quotes the secret, too.
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

    /// The reason of an error in a secret whose own reason may quote it.
    static var secretReason: String { "it is not what it should be" }
}

// MARK: - Bytes

extension JSONReader {
    /// The next byte, or 0 at the end: a NUL is allowed nowhere, so the two need not be told apart.
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

    /// Goes past a bracket that opens.
    mutating func descend() throws {
        depth += 1
        if depth > StackSpace.maxDepth {
            throw syntaxError("values are nested deeper than \(StackSpace.maxDepth) levels")
        }
        if stack.isLow {
            // Another alternative could be read with less stack, and would be the wrong one.
            isFailureFinal = true
            throw syntaxError("values are nested deeper than the stack of this thread has room for: \(depth) levels")
        }
        position += 1
        skipSpace()
    }

    /// Goes past a bracket that closes.
    mutating func ascend() {
        depth -= 1
        position += 1
    }
}

// MARK: - Words and arrays

extension JSONReader {
    /// Goes past `null`, if that is the value.
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

    /// Goes to the first element.
    ///
    /// - Returns: false if there is none; the array is then behind the current place.
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

    /// Goes to the next element.
    ///
    /// - Returns: false if there is none; the array is then behind the current place.
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

    /// How many elements the array will have, guessed from its first one, which is behind the current place.
    ///
    /// An array at top level fills the text. Never more than takes as much memory as the text itself.
    @usableFromInline
    mutating func likelyCount(elementStart: Int, stride: Int) -> Int {
        guard depth == 1 else { return stride <= 32 ? 4 : 2 }
        let rest = count - elementStart
        return min(rest / max(position - elementStart + 1, 1) + 1, rest / max(stride, 1) + 1)
    }
}

// MARK: - Dictionaries

extension JSONReader {
    /// Goes to the first name of an object, whatever its names are.
    @usableFromInline
    package mutating func beginDictionary() throws {
        guard next == UInt8(ascii: "{") else { throw unexpected("an object") }
        valueStart = position
        try descend()
        isAtFirstMember = true
    }

    /// Reads the next name and goes to its value.
    ///
    /// - Returns: nil if there is none; the object is then behind the current place.
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
