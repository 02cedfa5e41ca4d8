/// Which statuses of a reply an entry of `errors:` or `response:` is about.
package enum StatusKey: Sendable, Hashable {
    case code(Int)
    /// All that begin with this digit: of `4xx` it is 4.
    case hundred(Int)
    /// Those that no other entry is about: `default`.
    case others
}

extension StatusKey {
    /// The more exact entry wins, so that it comes first.
    var rank: Int {
        switch self {
        case .code: 0
        case .hundred: 1
        case .others: 2
        }
    }

    /// As a spec writes it.
    package var written: String {
        switch self {
        case .code(let code): String(code)
        case .hundred(let digit): "\(digit)xx"
        case .others: "default"
        }
    }
}
