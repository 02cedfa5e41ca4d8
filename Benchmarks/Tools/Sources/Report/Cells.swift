import Figures

/// What a row of the report says of a figure.
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

    /// Whether the column is of numbers, and so stands at the right.
    static func isNumeric(_ column: Int) -> Bool {
        [1, 2, 4].contains(column)
    }
}
