/// A spec file that tests make up, change and write in several ways.
indirect enum SpecTree {
    case scalar(String)
    case list([String])
    case map([Entry])

    struct Entry {
        var key: String
        var comments: [String] = []
        var comment: String?
        var hasEmptyLineAbove = false
        var value: SpecTree
    }

    var entries: [Entry] {
        get { if case .map(let entries) = self { entries } else { [] } }
        set { self = .map(newValue) }
    }

    subscript(key: String) -> SpecTree? {
        get { entries.first { $0.key == key }?.value }
        set {
            if let newValue, let index = entries.firstIndex(where: { $0.key == key }) {
                entries[index].value = newValue
            }
        }
    }
}

extension SpecTree {
    /// How a file is written.
    struct Style {
        var step = 2
        /// From this level on, maps are in braces.
        var flowFrom = 9
        var listsInLines = false
    }

    func text(_ style: Style = Style()) -> String {
        block(style, level: 0)
    }

    private func block(_ style: Style, level: Int) -> String {
        let space = String(repeating: " ", count: level * style.step)
        return entries.map { entry in
            let above = (entry.hasEmptyLineAbove ? "\n" : "") + entry.comments.map { "\(space)# \($0)\n" }.joined()
            let comment = entry.comment.map { "  # \($0)" } ?? ""
            let key = above + space + entry.key + ":"
            switch entry.value {
            case .map(let inner) where !inner.isEmpty && level + 1 < style.flowFrom:
                return key + comment + "\n" + entry.value.block(style, level: level + 1)
            case .list(let items) where style.listsInLines && !items.isEmpty:
                return key + comment + "\n" + items.map { "\(space)  - \($0)\n" }.joined()
            case .scalar(let text) where text.hasPrefix("|"):
                let lines = text.split(separator: "\n").dropFirst()
                return key + " |\n"
                    + lines.map { "\(space)\(String(repeating: " ", count: style.step))\($0)\n" }.joined()
            default:
                return key + " " + entry.value.flow + comment + "\n"
            }
        }.joined()
    }

    private var flow: String {
        switch self {
        case .scalar(let text):
            text.hasPrefix("|") ? "\"" + text.dropFirst(2).replacing("\n", with: "\\n") + "\"" : text
        case .list(let items): "[" + items.joined(separator: ", ") + "]"
        case .map(let entries): "{" + entries.map { "\($0.key): \($0.value.flow)" }.joined(separator: ", ") + "}"
        }
    }
}

extension String {
    fileprivate func replacing(_ old: Character, with new: String) -> String {
        map { $0 == old ? new : String($0) }.joined()
    }
}
