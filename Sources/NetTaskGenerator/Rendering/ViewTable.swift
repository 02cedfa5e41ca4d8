/// The names of one kind of view, each with what it is: what templates can ask for, and what users read about it.
package struct ViewTable<Subject>: Sendable {
    package let kind: String
    let summary: String
    private(set) var entries: [Entry] = []
    private var names: [String] = []
    private var indices: [String: Int] = [:]

    struct Entry: Sendable {
        let name: String
        /// "code", "text", "lines", "flag", "view" or "list".
        let kind: String
        let summary: String
        let value: @Sendable (Subject) -> Value
    }

    package init(_ kind: String, _ summary: String, _ addEntries: (inout ViewTable) -> Void) {
        self.kind = kind
        self.summary = summary
        addEntries(&self)
    }

    /// The section on this kind of view in `Names.md`.
    package var reference: String {
        let rows = entries.map { "| `\($0.name)` | \($0.kind) | \($0.summary) |\n" }.joined()
        return "\n## The view `\(kind)`\n\n\(summary)\n\n| name | kind | what it is |\n|---|---|---|\n\(rows)"
    }

    package func view(of subject: Subject) -> View {
        View(kind: kind, names: names) { name in indices[name].map { entries[$0].value(subject) } }
    }

    private mutating func add(
        _ name: String,
        _ kind: String,
        _ summary: String,
        _ value: @escaping @Sendable (Subject) -> Value
    ) {
        indices[name] = entries.count
        names.append(name)
        entries.append(Entry(name: name, kind: kind, summary: summary, value: value))
    }

    package mutating func code(_ name: String, _ summary: String, _ code: @escaping @Sendable (Subject) -> SwiftCode?) {
        add(name, "code", summary) { .code(code($0) ?? "") }
    }

    package mutating func text(_ name: String, _ summary: String, _ text: @escaping @Sendable (Subject) -> String?) {
        add(name, "text", summary) { .text(text($0) ?? "") }
    }

    package mutating func lines(
        _ name: String,
        _ summary: String,
        _ lines: @escaping @Sendable (Subject) -> [SwiftLine]
    ) {
        add(name, "lines", summary) { .lines(lines($0)) }
    }

    mutating func comment(_ name: String, _ summary: String, _ comment: @escaping @Sendable (Subject) -> DocComment) {
        add(name, "lines", summary) { .comment(comment($0)) }
    }

    package mutating func flag(_ name: String, _ summary: String, _ flag: @escaping @Sendable (Subject) -> Bool) {
        add(name, "flag", summary) { .flag(flag($0)) }
    }

    package mutating func view<Inner>(
        _ name: String,
        _ summary: String,
        _ table: ViewTable<Inner>,
        _ subject: @escaping @Sendable (Subject) -> Inner?
    ) {
        add(name, "view `\(table.kind)`", summary) { .view(subject($0).map(table.view)) }
    }

    mutating func views<Inner>(
        _ name: String,
        _ summary: String,
        _ table: ViewTable<Inner>,
        _ subjects: @escaping @Sendable (Subject) -> [Inner]
    ) {
        add(name, "list of `\(table.kind)`", summary) { .views(subjects($0), table) }
    }

    package mutating func texts(_ name: String, _ summary: String, _ texts: @escaping @Sendable (Subject) -> [String]) {
        add(name, "list of text", summary) { .list(texts($0).map(Value.text)) }
    }

    mutating func blocks(_ name: String, _ summary: String, _ blocks: @escaping @Sendable (Subject) -> [[SwiftLine]]) {
        add(name, "list of lines", summary) { .list(blocks($0).map(Value.lines)) }
    }
}

/// What a name in a template stands for.
package enum Value {
    /// Swift, such as a name or a type.
    case code(SwiftCode)
    /// Text as the spec has it, which is not safe in Swift source. Its `literal` is.
    case text(String)
    /// Lines of Swift. A tag alone on its line becomes all of them, each indented as the tag is.
    case lines([SwiftLine])
    case comment(DocComment)
    case flag(Bool)
    case view(View?)
    case list([Value])

    /// Whether a section for it is shown.
    var isShown: Bool {
        switch self {
        case .code(let code): !code.text.isEmpty
        case .text(let text): !text.isEmpty
        case .lines(let lines): !lines.isEmpty
        case .comment(let comment): !comment.lines.isEmpty
        case .flag(let flag): flag
        case .view(let view): view != nil
        case .list(let values): !values.isEmpty
        }
    }

    /// As it stands within a line.
    var text: String {
        switch self {
        case .code(let code): code.text
        case .text(let text): text
        case .lines(let lines): lines.map(\.code.text).joined(separator: "\n")
        case .comment(let comment): comment.lines.joined(separator: "\n")
        case .flag(let flag): flag.description
        case .view, .list: ""
        }
    }

    /// What `name` is in `{{value.name}}`.
    func member(_ name: String) -> Value? {
        switch self {
        case .view(let view): view?.value(name)
        case .text(let text) where name == "literal": .code("\(StringLiteral(text))")
        default: nil
        }
    }

    static func views<Subject>(_ subjects: [Subject], _ table: ViewTable<Subject>) -> Value {
        .list(subjects.map { .view(table.view(of: $0)) })
    }
}

/// What a template can see at one place.
package struct View {
    package let kind: String
    package let names: [String]
    package let value: (_ name: String) -> Value?
}
