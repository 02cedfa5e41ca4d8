import Mustache

/// What a template can see at one place: its names, and nothing else.
///
/// A template that asks for another name is a mistake. Mustache would render it as nothing, or find it in an outer view;
/// here it is noted in `unknownNames`, and rendering ends in an error.
struct View: MustacheParent {
    let kind: String
    /// What the names stand for, as Mustache takes it.
    let values: [String: Any]
    private let unknownNames: UnknownNames

    /// What may stand in a view. There is no case for a plain string: all text is code or a comment.
    enum Value {
        case code(SwiftCode)
        case mark(FileMark)
        case lines([SwiftCode])
        case comment(DocComment)
        case flag(Bool)
        case view(View?)
        case views([View])

        fileprivate var rendered: Any {
            switch self {
            case .code(let code): code.text
            case .mark(let mark): mark.line
            case .lines(let lines): lines.map(\.text)
            case .comment(let comment): comment.lines
            case .flag(let flag): flag
            case .view(let view): view as Any? ?? false
            case .views(let views): views
            }
        }
    }

    init(_ kind: String, _ values: KeyValuePairs<String, Value>, unknownNames: UnknownNames) {
        self.kind = kind
        self.values = Dictionary(values.map { ($0, $1.rendered) }, uniquingKeysWith: { first, _ in first })
        self.unknownNames = unknownNames
    }

    func child(named name: String) -> Any? {
        if let value = values[name] { return value }
        unknownNames.note(name, in: self, knownNames: values.keys.sorted())
        // Anything but nil, so that Mustache does not look for the name in an outer view.
        return false
    }
}
