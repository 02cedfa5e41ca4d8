import Figures

/// The cells of a figure's row in the report.
enum Cells {
    static let heading = ["subject", "NetTask", "peer", "", "ratio", "target", ""]

    static func row(_ figure: Figure) -> [String] {
        [
            figure.subject,
            figure.oursText,
            figure.peer.map { figure.quantity.text($0.figure) } ?? "-",
            figure.peer?.name ?? "",
            figure.ratioText,
            figure.targetText,
            figure.verdict,
        ]
    }

    /// Whether the column contains numbers, which are aligned to the right.
    static func isNumeric(_ column: Int) -> Bool {
        [1, 2, 4].contains(column)
    }
}
