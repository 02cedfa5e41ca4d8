/// One rendering of a template.
struct Rendering {
    private let templates: [String: Template]
    /// The sections around, the innermost last: the value that each is about, and the name that it asked for if the value is all of
    /// what has that name.
    private var context: [(name: String?, value: Value)] = []
    /// Of the partials around.
    private var indentation = ""
    private(set) var text = ""

    init(_ templates: [String: Template]) {
        self.templates = templates
    }

    /// - Throws: `TemplateError` if the template uses a name that no view around it has.
    mutating func render(_ template: Template, _ view: View) throws {
        context.append((nil, .view(view)))
        try render(template.parts, of: template)
        context.removeLast()
    }

    private mutating func render(_ parts: [Template.Part], of template: Template) throws {
        for part in parts {
            switch part {
            case .startOfLine: text += indentation
            case .text(let literal): text += literal
            case .variable(let name): text += try value(name, template).text
            case .line(let name, let indentation, let ending):
                add(try value(name, template), indentation: indentation, ending: ending)
            case .section(let name, let parts, let isInverted):
                let value = try value(name, template)
                if value.isShown == isInverted { continue }
                if isInverted {
                    try render(parts, of: template)
                } else if case .list(let elements) = value {
                    for element in elements { try render(parts, about: element, of: template) }
                } else {
                    try render(parts, about: value, as: name.parts.count == 1 ? name.text : nil, of: template)
                }
            case .partial(let name, let indentation):
                guard let partial = templates[name.text] else {
                    let known = templates.keys.sorted().joined(separator: ", ")
                    throw error("there is no template `\(name.text)`; there are: \(known)", name, template)
                }
                let outer = self.indentation
                self.indentation += indentation
                try render(partial.parts, of: partial)
                self.indentation = outer
            }
        }
    }

    private mutating func render(
        _ parts: [Template.Part],
        about value: Value,
        as name: String? = nil,
        of template: Template
    ) throws {
        context.append((name, value))
        try render(parts, of: template)
        context.removeLast()
    }

    /// A tag that is alone on its line: nothing, not even an empty line, where it stands for no lines.
    private mutating func add(_ value: Value, indentation: String, ending: String) {
        let indentation = self.indentation + indentation
        switch value {
        case .lines(let lines):
            for line in lines {
                line.write(into: &text, after: indentation)
                text += "\n"
            }
        case .comment(let comment):
            for line in comment.lines {
                text += indentation
                text += line
                text += "\n"
            }
        default:
            text += indentation
            text += value.text
            text += ending
        }
    }

    // MARK: Names

    private func value(_ name: Template.Name, _ template: Template) throws -> Value {
        guard let first = name.parts.first else { return context[context.count - 1].value }
        var value: Value?
        for outer in context.reversed() {
            value = if case .view(let view?) = outer.value { view.value(first) } else { nil }
            // A section and the tag in it ask for one name.
            if value == nil, outer.name == first { value = outer.value }
            if value != nil { break }
        }
        for part in name.parts.dropFirst() { value = value?.member(part) }
        if let value { return value }
        let view = context.lazy.reversed().compactMap { if case .view(let view?) = $0.value { view } else { nil } }
            .first
        let names = view?.names.sorted().joined(separator: ", ") ?? ""
        throw error(
            "`\(name.text)` is not a name of the view `\(view?.kind ?? "")`, which has: \(names)",
            name,
            template
        )
    }

    private func error(_ message: String, _ name: Template.Name, _ template: Template) -> TemplateError {
        TemplateError(template.path, line: name.line, message)
    }
}
