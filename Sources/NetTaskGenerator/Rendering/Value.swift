/// What a name in a template stands for.
enum Value {
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
struct View {
    let kind: String
    let names: [String]
    let value: (_ name: String) -> Value?
}
