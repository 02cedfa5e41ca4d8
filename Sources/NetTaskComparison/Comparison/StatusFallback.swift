import NetTaskSpec

extension [StatusBody] {
    /// The entry that a status goes by which has none of its own: `4xx` and `default` are also about statuses that others
    /// leave to them.
    func fallback(for status: StatusKey) -> StatusBody? {
        let wider: [StatusKey] =
            switch status {
            case .code(let code): [.hundred(code / 100), .others]
            case .hundred: [.others]
            case .others: []
            }
        return wider.lazy.compactMap { key in first { $0.status == key } }.first
    }
}
