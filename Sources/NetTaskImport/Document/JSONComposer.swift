import NetTaskSpec

/// Composes JSON (RFC 8259) into nodes with their ranges, as `YAMLComposer` does for YAML, with the same limits.
///
/// YAML does not contain all of JSON: JSON allows characters in strings, and lengths of keys, that YAML rejects.
struct JSONComposer {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let file: Int
    private let dialect: YAMLDialect
    private let diagnostics: DiagnosticCollector
    private var index = 0
    private var line = 1
    /// The index of the line's first byte, plus the number of bytes read in the line that do not begin a character.
    private var columnBase = 0
    private var nodeCount = 0

    /// An error that ends the reading of a file.
    struct Failure: Error {
        var message: String
        var range: SourceRange
        /// Whether the text is not valid JSON. It may be YAML then.
        var isSyntax = true
    }

    /// Whether the text may be JSON. YAML may begin in the same way.
    static func canBegin(_ text: SourceText) -> Bool {
        let first = text.bytes.first { !isSpace($0) }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    /// Returns the root of a JSON text.
    static func compose(
        _ text: SourceText,
        _ dialect: YAMLDialect,
        diagnostics: DiagnosticCollector
    ) throws(Failure) -> YAMLNode {
        let result = text.bytes.withUnsafeBufferPointer { bytes in
            var composer = JSONComposer(bytes: bytes, file: text.file, dialect: dialect, diagnostics: diagnostics)
            return Result { () throws(Failure) in try composer.compose() }
        }
        return try result.get()
    }

    private mutating func compose() throws(Failure) -> YAMLNode {
        skipSpace()
        let root = try value(depth: 0)
        skipSpace()
        guard index == bytes.count else { throw failure("unexpected text after the end of the document") }
        return root
    }

    // MARK: Values

    private mutating func value(depth: Int) throws(Failure) -> YAMLNode {
        let start = position
        try count(at: start)
        switch next {
        case UInt8(ascii: "{"): return try map(from: start, depth: depth + 1)
        case UInt8(ascii: "["): return try list(from: start, depth: depth + 1)
        default:
            let isPlain = next != UInt8(ascii: "\"")
            let text = try scalar()
            return YAMLNode(content: .scalar(.init(text: text, isPlain: isPlain)), range: range(from: start))
        }
    }

    private mutating func scalar() throws(Failure) -> String {
        switch next {
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        default: try number()
        }
    }

    private mutating func list(from start: SourceRange.Position, depth: Int) throws(Failure) -> YAMLNode {
        try checkDepth(depth, at: start)
        var items: [YAMLNode] = []
        advance()
        skipSpace()
        if next != UInt8(ascii: "]") {
            while true {
                items.append(try value(depth: depth))
                skipSpace()
                guard next == UInt8(ascii: ",") else { break }
                advance()
                skipSpace()
            }
        }
        guard next == UInt8(ascii: "]") else { throw failure("a comma or `]` is missing here") }
        advance()
        return YAMLNode(content: .sequence(items), range: range(from: start))
    }

    private mutating func map(from start: SourceRange.Position, depth: Int) throws(Failure) -> YAMLNode {
        try checkDepth(depth, at: start)
        var entries = YAMLMappingBuilder()
        advance()
        skipSpace()
        if next != UInt8(ascii: "}") {
            while true {
                entries.add(try entry(depth: depth), isMergeKey: false, diagnostics)
                skipSpace()
                guard next == UInt8(ascii: ",") else { break }
                advance()
                skipSpace()
            }
        }
        guard next == UInt8(ascii: "}") else { throw failure("a comma or `}` is missing here") }
        advance()
        return YAMLNode(content: .mapping(entries.merged(diagnostics)), range: range(from: start))
    }

    private mutating func entry(depth: Int) throws(Failure) -> YAMLNode.Entry {
        let start = position
        try count(at: start)
        guard next == UInt8(ascii: "\"") else { throw failure("a key in double quotes is missing here") }
        let key = try string()
        let keyRange = range(from: start)
        skipSpace()
        guard next == UInt8(ascii: ":") else { throw failure("a colon is missing here") }
        advance()
        skipSpace()
        return YAMLNode.Entry(key: key, keyRange: keyRange, value: try value(depth: depth))
    }

    // MARK: Words and numbers

    private mutating func word(_ word: String) throws(Failure) -> String {
        guard bytes[index...].starts(with: word.utf8) else { throw failure("a value is missing here") }
        index += word.utf8.count
        return word
    }

    private mutating func number() throws(Failure) -> String {
        let (first, start) = (index, position)
        if next == UInt8(ascii: "-") { advance() }
        if next == UInt8(ascii: "0") { advance() } else { try digits(orAt: start) }
        if next == UInt8(ascii: ".") {
            advance()
            try digits(orAt: start)
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            advance()
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { advance() }
            try digits(orAt: start)
        }
        return String(decoding: bytes[first..<index], as: UTF8.self)
    }

    private mutating func digits(orAt start: SourceRange.Position) throws(Failure) {
        guard isDigit(next) else { throw failure("a value is missing here", at: start) }
        while isDigit(next) { advance() }
    }

    private func isDigit(_ byte: UInt8?) -> Bool { byte.map { 0x30...0x39 ~= $0 } ?? false }

    // MARK: Strings

    /// Reads a string. The next byte is its opening quote.
    private mutating func string() throws(Failure) -> String {
        let start = position
        advance()
        let first = index
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") { try skipCharacter() }
        if next == UInt8(ascii: "\"") {
            defer { advance() }
            return String(decoding: bytes[first..<index], as: UTF8.self)
        }
        var text = Array(bytes[first..<index])
        while let byte = next, byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\") {
                try appendEscape(to: &text)
            } else {
                let first = index
                try skipCharacter()
                text += bytes[first..<index]
            }
        }
        guard next != nil else { throw failure("this quote is never closed", at: start) }
        advance()
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func skipCharacter() throws(Failure) {
        let byte = bytes[index]
        if byte < 0x80 {
            guard byte >= 0x20 else {
                throw failure(
                    "a string cannot contain a control character; write this one as \(Self.escaped(UInt32(byte)))"
                )
            }
            advance()
            return
        }
        let length = SourceText.lengthOfScalar(in: bytes, at: index)
        guard length > 0 else {
            throw Failure(message: SourceText.noUTF8Message(byte), range: range(from: position), isSyntax: false)
        }
        index += length
        columnBase += length - 1
    }

    private mutating func appendEscape(to text: inout [UInt8]) throws(Failure) {
        let start = position
        advance()
        guard let byte = next else { return }
        advance()
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            let scalar = try escapedScalar(from: start)
            text += Array(String(scalar).utf8)
        default: throw failure("invalid escape sequence", at: start)
        }
    }

    /// Reads the digits of a `\u` escape and returns its character. Two escapes may be the halves of one character. The first
    /// `\u` was already read.
    private mutating func escapedScalar(from start: SourceRange.Position) throws(Failure) -> Unicode.Scalar {
        let unit = try codeUnit(from: start)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        if unit < 0xDC00, next == UInt8(ascii: "\\"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "u") {
            let behind = index
            index += 2
            let low = try codeUnit(from: start)
            if 0xDC00...0xDFFF ~= low, let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) {
                return scalar
            }
            index = behind
        }
        diagnostics.at(SourceRange(file: file, at: start), .invalidEncoding)
            .warning(
                "\(Self.escaped(unit)) is half of a surrogate pair, and the other half is missing; U+FFFD replaces it"
            )
        return "\u{FFFD}"
    }

    private mutating func codeUnit(from start: SourceRange.Position) throws(Failure) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = next.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }) else {
                throw failure("`\\u` must be followed by four hexadecimal digits", at: start)
            }
            unit = unit << 4 | UInt32(digit)
            advance()
        }
        return unit
    }

    private static func escaped(_ unit: UInt32) -> String {
        "`\\u\(unit.hexadecimal(digits: 4).uppercased())`"
    }

    // MARK: Places

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Advances past a byte that begins a character and does not end a line.
    private mutating func advance() { index += 1 }

    private mutating func skipSpace() {
        while let byte = next, Self.isSpace(byte) {
            index += 1
            let endsLine = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") && next != UInt8(ascii: "\n")
            if endsLine {
                line += 1
                columnBase = index
            }
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private var position: SourceRange.Position { .init(line: line, column: index - columnBase + 1) }

    private func range(from start: SourceRange.Position) -> SourceRange {
        SourceRange(file: file, start: start, end: position)
    }

    // MARK: Failures

    private func failure(_ message: String, at place: SourceRange.Position? = nil) -> Failure {
        Failure(message: message, range: SourceRange(file: file, at: place ?? position))
    }

    private mutating func count(at place: SourceRange.Position) throws(Failure) {
        nodeCount += 1
        guard nodeCount <= dialect.nodes else {
            throw Failure(
                message: "more than \(dialect.nodes) values in one file",
                range: SourceRange(file: file, at: place),
                isSyntax: false
            )
        }
    }

    private func checkDepth(_ depth: Int, at place: SourceRange.Position) throws(Failure) {
        guard depth <= dialect.depth else {
            throw Failure(
                message: "nested more than \(dialect.depth) levels deep",
                range: SourceRange(file: file, at: place),
                isSyntax: false
            )
        }
    }
}

extension YAMLFile {
    /// Returns the root of a document in YAML or JSON. Returns `nil` after a diagnostic if nothing remains to import.
    ///
    /// Text that begins like JSON but is not JSON may be YAML in braces: `{openapi: 3.0.3}`. If it is neither, the name of the
    /// file decides which of the two diagnostics is reported.
    func documentRoot(_ diagnostics: DiagnosticCollector) -> YAMLNode? {
        guard let text, JSONComposer.canBegin(text) else { return root(diagnostics) }
        let found = DiagnosticCollector(files: diagnostics.files)
        do throws(JSONComposer.Failure) {
            let root = try JSONComposer.compose(text, dialect, diagnostics: found)
            diagnostics.add(found)
            return root
        } catch {
            let found = DiagnosticCollector(files: diagnostics.files)
            let root = error.isSyntax ? root(found) : nil
            if root != nil || error.isSyntax && !path.hasSuffix(".json") {
                diagnostics.add(found)
            } else {
                diagnostics.at(error.range, error.isSyntax ? .invalidDocument : .limitExceeded).error(error.message)
            }
            return root
        }
    }
}
