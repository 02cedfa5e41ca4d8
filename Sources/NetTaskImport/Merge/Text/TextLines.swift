internal import NetTaskSpec

/// A text by its lines, which count from zero here and all end in a line feed.
struct TextLines {
    let bytes: [UInt8]
    /// Where each line begins, and the end of the text.
    private let starts: [Int]
    /// Lines with scalars of several bytes, and where some of their scalars are: a line may be as long as a file.
    private var wideLines: [Int: [Int]] = [:]

    private static let stride = 64

    /// - Parameter text: Ends in a line feed, unless it is empty, and has no carriage return alone.
    init(_ text: String) {
        bytes = Array(text.utf8)
        var starts = [0]
        for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") { starts.append(index + 1) }
        self.starts = starts
        for line in 0..<starts.count - 1 where bytes[starts[line]..<starts[line + 1]].contains(where: { $0 >= 0x80 }) {
            wideLines[line] = Self.marks(bytes, starts[line]..<starts[line + 1])
        }
    }

    /// The offset of each scalar of a line whose number `stride` divides.
    private static func marks(_ bytes: [UInt8], _ range: Range<Int>) -> [Int] {
        var marks: [Int] = []
        var count = 0
        for offset in range where bytes[offset] & 0xC0 != 0x80 {
            if count % stride == 0 { marks.append(offset) }
            count += 1
        }
        return marks
    }

    var count: Int { starts.count - 1 }

    func start(of line: Int) -> Int { starts[min(line, count)] }

    /// Where the line break of the line is.
    func end(of line: Int) -> Int { starts[line + 1] - 1 }

    func offset(of position: SourceRange.Position) -> Int {
        let line = position.line - 1
        guard line < count else { return bytes.count }
        let column = max(position.column - 1, 0)
        guard let marks = wideLines[line] else { return min(starts[line] + column, bytes.count) }
        guard column / Self.stride < marks.count else { return starts[line + 1] }
        var offset = marks[column / Self.stride]
        for _ in 0..<column % Self.stride where offset < bytes.count {
            offset += 1
            while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
        }
        return offset
    }

    func string(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// The lines with their line breaks.
    func lines(_ range: Range<Int>) -> [String] {
        range.map { string(starts[$0]..<starts[$0 + 1]) }
    }

    func indentation(of line: Int) -> Int {
        var offset = starts[line]
        while bytes[offset] == UInt8(ascii: " ") { offset += 1 }
        return offset - starts[line]
    }

    func isBlank(_ line: Int) -> Bool {
        bytes[starts[line]..<starts[line + 1]].allSatisfy(\.isWhitespace)
    }

    /// Whether the line looks as if it held nothing but space or a comment. Text of several lines may look so too.
    func isTrivia(_ line: Int) -> Bool {
        isTrivia(starts[line]..<starts[line + 1])
    }

    /// Whether there is nothing but space and comments.
    func isTrivia(_ range: Range<Int>) -> Bool {
        var isComment = false
        for byte in bytes[range] {
            if byte == UInt8(ascii: "\n") {
                isComment = false
            } else if !isComment, !byte.isWhitespace {
                guard byte == UInt8(ascii: "#") else { return false }
                isComment = true
            }
        }
        return true
    }

    func isDocumentMark(_ line: Int) -> Bool {
        let start = bytes[starts[line]..<starts[line + 1]].prefix(3)
        return start.elementsEqual("---".utf8) || start.elementsEqual("...".utf8)
    }
}
