import Foundation

/// Reads a JSON text strictly by RFC 8259, in one pass from left to right.
///
/// UTF-8 is checked, lone surrogates, trailing bytes and nesting past 64 levels are refused.
struct JSONParser {
    /// The parser itself could go deeper, but shapes that contain themselves are read by recursion, which has to do with
    /// the 512 KB of stack that a thread has on Apple's systems. Measured without optimization, which takes most: a shape
    /// of 20 fields fits, one of 40 does not.
    static var maxDepth: Int { 64 }

    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    static func parse(_ data: Data) throws(ParseError) -> JSONNode {
        var parser = JSONParser(bytes: [UInt8](data))
        parser.skipSpace()
        let node = try parser.value()
        parser.skipSpace()
        guard parser.position == parser.bytes.count else {
            throw parser.error("expected the end of the text, found \(parser.found)")
        }
        return node
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private func error(_ reason: String) -> ParseError {
        ParseError(reason, offset: position)
    }

    /// The next byte, or 0 at the end: a NUL is allowed nowhere, so the two need not be told apart.
    private var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

    /// What is at the current place, for messages.
    private var found: String {
        guard position < bytes.count else { return "the end" }
        return (0x21...0x7E).contains(next) ? "\"\(Unicode.Scalar(next))\"" : "byte 0x\(String(next, radix: 16))"
    }

    private mutating func skipSpace() {
        while next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 {
            position += 1
        }
    }

    /// An array or object whose end has not come yet.
    private enum Open {
        case array([JSONNode], start: Int)
        case object([JSONNode.Member], name: String, start: Int)
    }

    /// Reads one value. A list of what is open takes the place of recursion, since the stack of a thread is small.
    private mutating func value() throws(ParseError) -> JSONNode {
        var open: [Open] = []
        while true {
            let start = position
            var node: JSONNode
            switch next {
            case UInt8(ascii: "["):
                try enter()
                if next != UInt8(ascii: "]") {
                    open.append(.array([], start: start))
                    continue
                }
                leave()
                node = JSONNode(value: .array([]), offset: start)
            case UInt8(ascii: "{"):
                try enter()
                if next != UInt8(ascii: "}") {
                    open.append(.object([], name: try name(), start: start))
                    continue
                }
                leave()
                node = JSONNode(value: .object([]), offset: start)
            default:
                node = try scalar()
            }
            // Puts the value where it belongs, and closes what ends with it.
            closing: while true {
                switch open.popLast() {
                case nil:
                    return node
                case .array(var elements, let start)?:
                    elements.append(node)
                    if try separator(before: UInt8(ascii: "]")) {
                        open.append(.array(elements, start: start))
                        break closing
                    }
                    node = JSONNode(value: .array(elements), offset: start)
                case .object(var members, let name, let start)?:
                    members.append(JSONNode.Member(name: name, value: node))
                    if try separator(before: UInt8(ascii: "}")) {
                        open.append(.object(members, name: try self.name(), start: start))
                        break closing
                    }
                    node = JSONNode(value: .object(members), offset: start)
                }
                leave()
            }
        }
    }

    /// A name and its colon.
    private mutating func name() throws(ParseError) -> String {
        guard next == UInt8(ascii: "\"") else {
            throw error("expected a name in quotes, found \(found)")
        }
        let name = try string()
        skipSpace()
        guard next == UInt8(ascii: ":") else {
            throw error("expected \":\", found \(found)")
        }
        position += 1
        skipSpace()
        return name
    }

    private mutating func scalar() throws(ParseError) -> JSONNode {
        let start = position
        switch next {
        case UInt8(ascii: "\""):
            return JSONNode(value: .string(try string()), offset: start)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return JSONNode(value: .number(try number()), offset: start)
        case UInt8(ascii: "t"):
            try word("true")
            return JSONNode(value: .bool(true), offset: start)
        case UInt8(ascii: "f"):
            try word("false")
            return JSONNode(value: .bool(false), offset: start)
        case UInt8(ascii: "n"):
            try word("null")
            return JSONNode(value: .null, offset: start)
        default:
            throw error("expected a value, found \(found)")
        }
    }

    private mutating func word(_ word: StaticString) throws(ParseError) {
        let end = position + word.utf8CodeUnitCount
        guard end <= bytes.count, "\(word)".utf8.elementsEqual(bytes[position..<end]) else {
            throw error("expected \(word)")
        }
        position = end
    }

    private mutating func enter() throws(ParseError) {
        depth += 1
        if depth > Self.maxDepth {
            throw error("values are nested deeper than \(Self.maxDepth) levels")
        }
        position += 1
        skipSpace()
    }

    private mutating func leave() {
        depth -= 1
        position += 1
    }

    /// Goes past a comma, or stops at `end`.
    ///
    /// - Returns: whether another element follows.
    private mutating func separator(before end: UInt8) throws(ParseError) -> Bool {
        skipSpace()
        if next == end { return false }
        guard next == UInt8(ascii: ",") else {
            throw error("expected \",\" or \"\(Unicode.Scalar(end))\", found \(found)")
        }
        position += 1
        skipSpace()
        return true
    }

    private mutating func number() throws(ParseError) -> String {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        if next == UInt8(ascii: "0") {
            position += 1
        } else {
            try digits()
        }
        if next == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func digits() throws(ParseError) {
        let start = position
        while next >= UInt8(ascii: "0"), next <= UInt8(ascii: "9") {
            position += 1
        }
        if position == start {
            throw error("expected a digit, found \(found)")
        }
    }

    private mutating func string() throws(ParseError) -> String {
        let start = position
        position += 1
        var text: [UInt8] = []
        while true {
            switch next {
            case UInt8(ascii: "\""):
                position += 1
                guard let string = textIfUTF8(text) else {
                    throw ParseError("the string is not UTF-8", offset: start)
                }
                return string
            case UInt8(ascii: "\\"):
                position += 1
                try escape(into: &text)
            case 0..<0x20:
                throw error(position < bytes.count ? "a control character must be escaped" : "the string does not end")
            default:
                text.append(next)
                position += 1
            }
        }
    }

    private mutating func escape(into text: inout [UInt8]) throws(ParseError) {
        let character: UInt8
        switch next {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): character = next
        case UInt8(ascii: "b"): character = 0x08
        case UInt8(ascii: "f"): character = 0x0C
        case UInt8(ascii: "n"): character = 0x0A
        case UInt8(ascii: "r"): character = 0x0D
        case UInt8(ascii: "t"): character = 0x09
        case UInt8(ascii: "u"): return try unicodeEscape(into: &text)
        default: throw error("there is no escape \\ with \(found)")
        }
        text.append(character)
        position += 1
    }

    private mutating func unicodeEscape(into text: inout [UInt8]) throws(ParseError) {
        let start = position - 1
        var code = try hexadecimal()
        if (0xD800..<0xDC00).contains(code), next == UInt8(ascii: "\\") {
            position += 1
            if next == UInt8(ascii: "u") {
                let low = try hexadecimal()
                if (0xDC00..<0xE000).contains(low) {
                    code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
                }
            }
        }
        guard let scalar = Unicode.Scalar(code) else {
            throw ParseError("a surrogate stands alone", offset: start)
        }
        text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }

    /// The four digits after the `u` at the current place.
    private mutating func hexadecimal() throws(ParseError) -> UInt32 {
        position += 1
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(next)).hexDigitValue else {
                throw error("expected four hexadecimal digits, found \(found)")
            }
            code = code << 4 + UInt32(digit)
            position += 1
        }
        return code
    }
}
