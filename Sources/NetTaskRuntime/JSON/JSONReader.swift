/// Reads a JSON text from left to right, strictly by RFC 8259. Types that are ``JSONReadable`` read themselves from it.
///
/// UTF-8 is checked; lone surrogates, trailing bytes and nesting past 512 levels are refused. Where a name occurs more
/// than once in an object, the first one counts. An error ends the reading, also where the error is caught on the way.
///
/// The reader does not own the bytes. It cannot outlive them: it is not copyable, and lent out as `inout` only while
/// they are there.
public struct JSONReader: ~Copyable {
    static var maxDepth: Int { 512 }

    /// The text. Each access is at a position that was compared with `count`.
    let bytes: UnsafePointer<UInt8>
    /// How many bytes there are; none any more once something failed, so that whatever is tried then fails too.
    private(set) var count: Int
    private var failure: (any Error)?
    /// In bytes from the start of the text: the end of what was read.
    @usableFromInline var position = 0
    /// Where the value starts that was read last, or is being read.
    var valueStart = 0
    /// How many arrays and objects are open.
    var depth = 0
    /// Whether no member of the innermost object was read yet, so that no comma is due.
    var isAtFirstMember = false
    /// The object whose members are being read by name.
    @usableFromInline var object = OpenObject()
    /// The objects around it that were left by ``enter(_:)``.
    var left: [OpenObject] = []
    /// Members that were passed on the way to another one, of all open objects.
    var passed: [PassedMember] = []
    /// How many members nobody asked for, of all objects that were read.
    var unreadCount = 0
    /// A string that was checked when it was passed, with its quotes.
    var checkedString = -1 ..< -1
    /// The step of a path that leads to nothing. Used while `object.isAbsent`.
    var absentName: StaticString = ""
    /// The string with escapes that is being read.
    var scratch = ByteBuffer()
    /// Where the larger ones of the arrays and objects that were skipped end, by where they start.
    var ends: [Int: Int] = [:]
    /// What is open while an array or object is skipped.
    var open: [OpenBracket] = []
    private var isOnLargeStack = false
    /// How many bytes were read by alternatives that were none, all together.
    var triedBytes = 0
    /// Whether the value that is being read is, or is inside, a secret, which no error may quote.
    @usableFromInline var isSecret = false
    /// Where the outermost dictionary starts that is being read in a secret: no path may go on to its keys.
    var secretKeys: Int?

    /// - Parameter bytes: must stay where they are as long as the reader is used.
    init(_ bytes: UnsafeRawBufferPointer) {
        let start = bytes.baseAddress ?? UnsafeRawPointer(Self.nothing.utf8Start)
        self.bytes = start.assumingMemoryBound(to: UInt8.self)
        count = bytes.count
    }

    private static var nothing: StaticString { "" }

    /// Ends the reading with an error about the value that was read last. Inside of a secret, `reason` may quote it, and
    /// does not get into the error.
    public mutating func error(_ reason: String) -> ParseError {
        valueError(isSecret ? "it is not what it should be" : reason)
    }

    /// Ends the reading with an error about the value that was read last. `reason` quotes nothing, or only what `shown`
    /// gives.
    mutating func valueError(_ reason: String) -> ParseError {
        error(reason, at: valueStart)
    }

    /// Ends the reading with an error in the text, at the current place.
    mutating func syntaxError(_ reason: String) -> ParseError {
        error(reason, at: position)
    }

    mutating func error(_ reason: String, at offset: Int, path: String = "") -> ParseError {
        let error = ParseError(reason, path: path, offset: offset)
        fail(error)
        return error
    }

    private mutating func fail(_ error: any Error) {
        if failure == nil { failure = error }
        count = 0
    }

    /// Throws what ended the reading, if anything did: also where it was caught.
    func checkNoFailure() throws {
        if let failure { throw failure }
    }

    /// Goes on after an error that does not count, in a text of that length.
    mutating func forgetFailure(count: Int) throws {
        if let needed = failure as? LargeStack.Needed { throw needed }
        failure = nil
        self.count = count
    }

    /// The next byte, or 0 at the end: a NUL is allowed nowhere, so the two need not be told apart.
    @inline(__always) var next: UInt8 { position < count ? bytes[position] : 0 }

    @inline(__always)
    mutating func skipSpace() {
        while position < count {
            let byte = bytes[position]
            guard byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            position += 1
        }
    }

    /// Throws if a shape may need more stack than is left. A thread can have as little as 512 KB, and a shape of many
    /// fields takes some KB of them for each level when it is compiled without optimization.
    mutating func checkStack() throws {
        if depth >= LargeStack.depthWithout, !isOnLargeStack {
            let error = LargeStack.Needed()
            fail(error)
            throw error
        }
    }

    /// Goes past a bracket that opens.
    mutating func descend() throws {
        depth += 1
        if depth > Self.maxDepth {
            throw syntaxError("values are nested deeper than \(Self.maxDepth) levels")
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

// MARK: - Arrays

extension JSONReader {
    /// Goes to the first element.
    ///
    /// - Returns: false if there is none; the array is then behind the current place.
    @usableFromInline
    mutating func beginArray() throws -> Bool {
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
    mutating func nextElement() throws -> Bool {
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
            throw syntaxError("expected \",\" or \"]\", found \(found)")
        }
    }
}

extension JSONReader {
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

// MARK: - The whole text

extension JSONReader {
    /// Reads the value at `path` in a JSON text.
    ///
    /// - Parameter read: reads the value, once the reader is there.
    /// - Throws: ``ParseError`` with path and offset.
    static func read<Value: JSONReadable>(
        _ bytes: UnsafeRawBufferPointer,
        path: [StaticString],
        format: ValueFormat,
        _ read: (inout JSONReader) throws -> Value = Value.read
    ) throws -> Value {
        try with(bytes) { reader in
            if path.isEmpty {
                reader.object.format = format
                return try read(&reader)
            }
            let outer = try reader.beginObject()
            let value = try reader.member(path[...], format: format, read)
            try reader.endObject(outer)
            return value
        }
    }

    /// Lends out a reader at the start of the text, and expects it back at the end. A text that is nested deeply is read
    /// twice: as far as the stack of this thread is sure to reach, and then from its start on a larger one.
    static func with<Value>(
        _ bytes: UnsafeRawBufferPointer,
        _ body: (inout JSONReader) throws -> Value
    ) throws -> Value {
        do {
            return try with(bytes, isOnLargeStack: false, body)
        } catch is LargeStack.Needed {
            do {
                return try LargeStack.run { try with(bytes, isOnLargeStack: true, body) }
            } catch let error as StackError {
                throw ParseError("\(error)")
            }
        }
    }

    private static func with<Value>(
        _ bytes: UnsafeRawBufferPointer,
        isOnLargeStack: Bool,
        _ body: (inout JSONReader) throws -> Value
    ) throws -> Value {
        var reader = JSONReader(bytes)
        reader.isOnLargeStack = isOnLargeStack
        do {
            reader.skipSpace()
            let value = try body(&reader)
            reader.skipSpace()
            if let failure = reader.failure { throw failure }
            if reader.position < reader.count {
                throw reader.syntaxError("expected the end of the text, found \(reader.found)")
            }
            return value
        } catch {
            // Whatever became of that on the way.
            if let needed = reader.failure as? LargeStack.Needed { throw needed }
            throw (error as? ParseError)?.located(in: bytes, pathEnd: reader.secretKeys) ?? error
        }
    }

    private mutating func member<Value: JSONReadable>(
        _ path: ArraySlice<StaticString>,
        format: ValueFormat,
        _ read: (inout JSONReader) throws -> Value
    ) throws -> Value {
        let name = path[path.startIndex]
        if path.count == 1 {
            let resume = try find(name)
            if resume == Self.notFound { return try absent(name) }
            object.format = format
            let value = try read(&self)
            object.format = .iso8601
            if resume != Self.isNext { position = resume }
            return value
        }
        try enter(name)
        let value = try member(path.dropFirst(), format: format, read)
        try leave()
        return value
    }
}

// MARK: - Messages

extension JSONReader {
    /// What a message calls a value that was read but is not what it should be: the start of it, or nothing of it.
    func shown(_ bytes: some Collection<UInt8>, inQuotes: Bool = true) -> String {
        if isSecret { return "it" }
        return inQuotes ? "\"\(excerpt(of: bytes))\"" : excerpt(of: bytes)
    }

    /// What is at the current place.
    var found: String {
        guard position < count else { return "the end" }
        if isSecret { return "something else" }
        return (0x21...0x7E).contains(next) ? "\"\(Unicode.Scalar(next))\"" : "byte 0x\(String(next, radix: 16))"
    }

    /// - Returns: an error that says what value is at the current place, or that there is none.
    mutating func unexpected(_ expected: String) -> ParseError {
        syntaxError("expected \(expected), found \(foundValue)")
    }

    private var foundValue: String {
        switch next {
        case UInt8(ascii: "{"): "an object"
        case UInt8(ascii: "["): "an array"
        case UInt8(ascii: "\""): "a string"
        case UInt8(ascii: "t") where isWord("true"): isSecret ? "a boolean" : "true"
        case UInt8(ascii: "f") where isWord("false"): isSecret ? "a boolean" : "false"
        case UInt8(ascii: "n") where isWord("null"): "null"
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            isSecret ? "a number" : "the number \(excerpt(of: numberLike))"
        default: found
        }
    }

    private var numberLike: UnsafeBufferPointer<UInt8> {
        var end = position
        while end < count, JSONText.isInNumbers(bytes[end]) { end += 1 }
        return text(position..<end)
    }
}
