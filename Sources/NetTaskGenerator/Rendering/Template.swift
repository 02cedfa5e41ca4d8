/// A template in Mustache, ready to be rendered: variables, sections, inverted sections, partials, comments, other delimiters and
/// dotted names.
///
/// Nothing is escaped, because the output is not HTML: `{{name}}`, `{{{name}}}` and `{{&name}}` are the same.
struct Template: Sendable {
    /// For errors: the file.
    let path: String
    let parts: [Part]

    indirect enum Part: Sendable {
        /// Where the indentation of a partial goes.
        case startOfLine
        case text(String)
        case variable(Name)
        /// A variable that is alone on its line, with what stands before and behind it.
        case line(Name, indentation: String, ending: String)
        case section(Name, [Part], isInverted: Bool)
        case partial(Name, indentation: String)
    }

    struct Name: Sendable {
        /// As written; `.` is the value that the innermost section is about.
        let text: String
        /// Of a dotted name; none of `.`.
        let parts: [String]
        let line: Int

        init(_ text: String, line: Int) {
            self.text = text
            parts = text == "." ? [] : text.split(separator: ".").map(String.init)
            self.line = line
        }
    }

    /// - Throws: `TemplateError` if the text is not valid Mustache.
    init(_ text: String, path: String) throws {
        self.path = path
        var parser = Parser(text, path)
        parts = try parser.parse()
    }

    /// The partials that it names, in its sections too.
    var partials: [Name] { Self.partials(of: parts) }

    private static func partials(of parts: [Part]) -> [Name] {
        parts.flatMap { part -> [Name] in
            switch part {
            case .partial(let name, _): [name]
            case .section(_, let parts, _): partials(of: parts)
            case .startOfLine, .text, .variable, .line: []
            }
        }
    }
}

private struct Parser {
    private let path: String
    private let bytes: [UInt8]
    private var index = 0
    private var opening = Array("{{".utf8)
    private var closing = Array("}}".utf8)
    /// The sections that are open, and what is in them so far; the first is the template itself.
    private var sections: [(name: Template.Name, isInverted: Bool, parts: [Template.Part])]

    init(_ text: String, _ path: String) {
        self.path = path
        bytes = Array(text.utf8)
        sections = [(Template.Name("", line: 1), false, [])]
    }

    mutating func parse() throws -> [Template.Part] {
        while let start = find(opening, from: index) {
            try parseTag(from: start)
        }
        addText(upTo: bytes.count)
        let section = sections.removeLast()
        guard sections.isEmpty else {
            throw error("the section `\(section.name.text)` is not closed", section.name.line)
        }
        return section.parts
    }

    // MARK: Tags

    private mutating func parseTag(from start: Int) throws {
        let line = bytes[..<start].count { $0 == newline } + 1
        var closing = closing
        let contentStart = start + opening.count
        let sign = contentStart < bytes.count ? Character(UnicodeScalar(bytes[contentStart])) : " "
        if sign == "{" { closing = Array("}".utf8) + closing }
        if sign == "=" { closing = Array("=".utf8) + closing }
        guard let contentEnd = find(closing, from: contentStart + ("{=".contains(sign) ? 1 : 0)) else {
            throw error("the tag is not closed", line)
        }
        let end = contentEnd + closing.count
        var content = String(decoding: bytes[contentStart..<contentEnd], as: UTF8.self)
        let isVariable = !"#^/>!=".contains(sign)
        if !isVariable || sign == "{" || sign == "&" { content.removeFirst() }
        content = content.trimmed

        let place = isVariable && (sign == "{" || sign == "&") ? nil : standalonePlace(start, end)
        addText(upTo: place?.start ?? start)
        if let place {
            index = place.end
        } else {
            index = end
            if isAtStartOfLine(start) { add(.startOfLine) }
        }
        let indentation = place.map { String(decoding: bytes[$0.start..<start], as: UTF8.self) } ?? ""

        switch sign {
        case "!": break
        case "=": try setDelimiters(content, line)
        case "#", "^": sections.append((try name(content, line), sign == "^", []))
        case "/": try closeSection(content, line)
        case ">": add(.partial(try name(content, line), indentation: indentation))
        default:
            let name = try name(content, line)
            guard let place else { return add(.variable(name)) }
            let ending = String(decoding: bytes[place.endOfTag..<place.end], as: UTF8.self)
            add(.line(name, indentation: indentation, ending: ending))
        }
    }

    /// The line of a tag that has nothing but blanks beside it.
    private func standalonePlace(_ tagStart: Int, _ tagEnd: Int) -> (start: Int, endOfTag: Int, end: Int)? {
        var start = tagStart
        while start > index, bytes[start - 1].isBlank { start -= 1 }
        guard isAtStartOfLine(start) else { return nil }
        var end = tagEnd
        while end < bytes.count, bytes[end].isBlank { end += 1 }
        let endOfTag = end
        if end == bytes.count { return (start, endOfTag, end) }
        if bytes[end] == UInt8(ascii: "\r"), end + 1 < bytes.count { end += 1 }
        return bytes[end] == newline ? (start, endOfTag, end + 1) : nil
    }

    private mutating func setDelimiters(_ content: String, _ line: Int) throws {
        let delimiters = content.split(whereSeparator: \.isWhitespace)
        guard delimiters.count == 2 else { throw error("delimiters are set by a tag such as `{{=<% %>=}}`", line) }
        opening = Array(delimiters[0].utf8)
        closing = Array(delimiters[1].utf8)
    }

    private mutating func closeSection(_ name: String, _ line: Int) throws {
        let section = sections[sections.count - 1]
        guard sections.count > 1, section.name.text == name else {
            throw error(
                sections.count > 1
                    ? "`\(name)` closes no section; the one that is open is `\(section.name.text)`"
                    : "`\(name)` closes no section; none is open",
                line
            )
        }
        sections.removeLast()
        add(.section(section.name, section.parts, isInverted: section.isInverted))
    }

    private func name(_ text: String, _ line: Int) throws -> Template.Name {
        let isName = text.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || "0123456789_-.".unicodeScalars.contains($0)
        }
        let name = Template.Name(text, line: line)
        guard isName, text == "." || !name.parts.isEmpty else { throw error("`\(text)` is not a name", line) }
        return name
    }

    // MARK: Text

    private mutating func addText(upTo end: Int) {
        while index < end {
            let lineEnd = bytes[index..<end].firstIndex(of: newline).map { $0 + 1 } ?? end
            let line = bytes[index..<lineEnd]
            // A blank line stays one.
            if isAtStartOfLine(index), !(line.last == newline && line.dropLast().allSatisfy(\.isBlank)) {
                add(.startOfLine)
            }
            add(.text(String(decoding: line, as: UTF8.self)))
            index = lineEnd
        }
    }

    private func isAtStartOfLine(_ index: Int) -> Bool { index == 0 || bytes[index - 1] == newline }

    private mutating func add(_ part: Template.Part) {
        sections[sections.count - 1].parts.append(part)
    }

    private func find(_ delimiter: [UInt8], from start: Int) -> Int? {
        guard start + delimiter.count <= bytes.count else { return nil }
        return (start...bytes.count - delimiter.count).first { bytes[$0...].starts(with: delimiter) }
    }

    private func error(_ message: String, _ line: Int) -> TemplateError {
        TemplateError(path, line: line, message)
    }
}

private let newline = UInt8(ascii: "\n")

extension UInt8 {
    fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
