import Mustache

/// What a template can see at one place: its names, and nothing else.
///
/// A template that asks for another name is a mistake. Mustache would render it as nothing, or find it in an outer view;
/// here it is noted in `unknownNames`, and rendering ends in an error.
struct View: MustacheParent {
    let kind: String
    /// What the names stand for.
    let values: KeyValuePairs<String, Value>
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

        /// As it stands in the output, of a single value.
        var text: String {
            switch self {
            case .code(let code): code.text
            case .mark(let mark): mark.line
            case .flag(let flag): flag.description
            case .lines, .comment, .view, .views: ""
            }
        }

        /// Whether a section for it is shown.
        var isShown: Bool {
            switch self {
            case .code, .mark: true
            case .lines(let lines): !lines.isEmpty
            case .comment(let comment): !comment.lines.isEmpty
            case .flag(let flag): flag
            case .view(let view): view != nil
            case .views(let views): !views.isEmpty
            }
        }

        /// As swift-mustache takes it.
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
        self.values = values
        self.unknownNames = unknownNames
    }

    /// What a name stands for; nil, and noted, if this view does not have it.
    subscript(name: String) -> Value? {
        // The views are small: to make a dictionary of each costs more than to search them.
        if let value = values.first(where: { $0.key == name })?.value { return value }
        unknownNames.note(name, in: self, knownNames: values.map(\.key).sorted())
        return nil
    }

    func child(named name: String) -> Any? {
        if let value = self[name] { return value.rendered }
        // Anything but nil, so that Mustache does not look for the name in an outer view.
        return false
    }
}
