import Foundation

/// Our own templates, compiled for speed: of Mustache they use only names, sections and partials.
///
/// For each line of output, swift-mustache looks anew at what the value is, which took a third of the time of a run. It renders
/// all templates as soon as the user overrides one of them; a test holds that the output is the same.
struct OwnTemplates: Sendable {
    private let parts: [String: [Part]]

    private indirect enum Part {
        case text(String)
        /// `{{.}}`, the line that the section is at.
        case line
        case name(String)
        case section(String, [Part], isInverted: Bool)
        case partial(String)
    }

    init(sources: [String: String]) {
        parts = sources.mapValues(Self.parts)
    }

    func render(_ view: View, withTemplate name: String) -> String {
        var text = ""
        render(parts[name] ?? [], view, line: "", into: &text)
        return text
    }

    // MARK: Rendering

    private func render(_ parts: [Part], _ view: View, line: String, into text: inout String) {
        for part in parts {
            switch part {
            case .text(let literal): text += literal
            case .line: text += line
            case .name(let name): text += view[name]?.text ?? ""
            case .section(let name, let parts, let isInverted):
                guard let value = view[name], value.isShown != isInverted else { continue }
                if isInverted {
                    render(parts, view, line: line, into: &text)
                } else {
                    render(parts, for: value, view, line: line, into: &text)
                }
            case .partial(let name): render(self.parts[name] ?? [], view, line: line, into: &text)
            }
        }
    }

    /// A section, for each element of what it is about.
    private func render(
        _ parts: [Part],
        for value: View.Value,
        _ view: View,
        line: String,
        into text: inout String
    ) {
        switch value {
        case .flag: render(parts, view, line: line, into: &text)
        case .code, .mark: render(parts, view, line: value.text, into: &text)
        case .lines(let lines): for line in lines { render(parts, view, line: line.text, into: &text) }
        case .comment(let comment): for line in comment.lines { render(parts, view, line: line, into: &text) }
        case .view(let inner): if let inner { render(parts, inner, line: line, into: &text) }
        case .views(let views): for inner in views { render(parts, inner, line: line, into: &text) }
        }
    }

    // MARK: Compiling

    private static func parts(of source: String) -> [Part] {
        var open: [(name: String, isInverted: Bool, parts: [Part])] = [("", false, [])]
        func add(_ part: Part) { open[open.count - 1].parts.append(part) }
        let pieces = source.components(separatedBy: "{{")
        if let first = pieces.first, !first.isEmpty { add(.text(first)) }
        var isAtStartOfLine = pieces.first.map { $0.isEmpty || $0.hasSuffix("\n") } ?? true
        for piece in pieces.dropFirst() {
            let halves = piece.components(separatedBy: "}}")
            let tag = halves[0]
            var text = halves.dropFirst().joined(separator: "}}")
            let name = tag.drop { "#^/>% ".contains($0) }
            // A tag that is no value and has a line for itself takes that line with it.
            let isAlone = isAtStartOfLine && name.count < tag.count && text.hasPrefix("\n")
            if isAlone { text.removeFirst() }
            isAtStartOfLine = text.isEmpty ? isAlone : text.hasSuffix("\n")
            switch tag.first {
            case "#", "^":
                open.append((String(name), tag.first == "^", []))
            case "/":
                let section = open.removeLast()
                add(.section(section.name, section.parts, isInverted: section.isInverted))
            case ">": add(.partial(String(name)))
            case "%": break
            case ".": add(.line)
            default: add(.name(String(name)))
            }
            if !text.isEmpty { add(.text(text)) }
        }
        return open[0].parts
    }
}
