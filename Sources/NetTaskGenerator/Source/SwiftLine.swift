/// A line of generated Swift.
///
/// A declaration or call that would pass ``lineLength`` columns becomes several lines, one for each argument. That is decided when
/// the line is written, since only the template says how far it is indented.
package struct SwiftLine: Sendable, Hashable {
    static let lineLength = 120

    private var indentation = 0
    private var start: SwiftCode
    private var arguments: [SwiftCode] = []
    private var end: SwiftCode = ""

    init(_ code: SwiftCode) {
        start = code
    }

    /// `start`, the arguments with commas between them, and `end`.
    package static func call(_ start: SwiftCode, _ arguments: [SwiftCode], _ end: SwiftCode = ")") -> SwiftLine {
        var line = SwiftLine(start)
        line.arguments = arguments
        line.end = end
        return line
    }

    /// The same with more before and behind it: `return` before a call, or a call around it.
    package func wrapped(in start: SwiftCode, _ end: SwiftCode = "") -> SwiftLine {
        var line = self
        line.start = "\(start)\(self.start)"
        line.end = "\(self.end)\(end)"
        return line
    }

    func indented() -> SwiftLine {
        var line = self
        line.indentation += 4
        return line
    }

    /// All of it on one line, without its indentation.
    var code: SwiftCode { "\(start)\(arguments.joined(separator: ", "))\(end)" }

    func write(into text: inout String, after indentation: String) {
        let indentation =
            self.indentation == 0 ? indentation : indentation + String(repeating: " ", count: self.indentation)
        text += indentation
        if arguments.isEmpty {
            text += start.text
            text += end.text
            return
        }
        let code = code.text
        // Bytes are counted already; columns are never more.
        let room = Self.lineLength - indentation.utf8.count
        if code.utf8.count <= room || code.count <= room {
            text += code
            return
        }
        text += Self.trimmed(start.text[...])
        for (index, argument) in arguments.enumerated() {
            text += index == 0 ? "\n" : ",\n"
            text += indentation
            text += "    "
            text += argument.text
        }
        text += "\n"
        text += indentation
        text += end.text.drop { $0 == " " }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        text.last == " " ? text.dropLast() : text
    }
}

extension SwiftLine: ExpressibleByStringInterpolation {
    package init(stringLiteral text: StaticString) {
        self.init(SwiftCode(stringLiteral: text))
    }

    package init(stringInterpolation: SwiftCode.StringInterpolation) {
        self.init(SwiftCode(stringInterpolation: stringInterpolation))
    }
}

extension [SwiftLine] {
    func indented() -> [SwiftLine] { map { $0.indented() } }

    /// `head`, the lines indented, and `}`.
    static func braces(_ head: SwiftLine, _ body: [SwiftLine]) -> [SwiftLine] {
        [head] + body.indented() + ["}"]
    }
}
