public import Figures

/// The table, for a terminal.
public enum TextTable {
    public static func text(of figures: [Figure]) -> String {
        let groups = Group.all(of: figures)
        let rows = figures.map(Cells.row) + [Cells.heading]
        let widths = Cells.heading.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }

        func line(_ cells: [String]) -> String {
            var line = cells.indices.map { column in
                let spaces = String(repeating: " ", count: widths[column] - cells[column].count)
                return Cells.isNumeric(column) ? spaces + cells[column] : cells[column] + spaces
            }.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }

        var lines = [line(Cells.heading)]
        for group in groups {
            lines += ["", group.concern.title.uppercased()]
            lines += group.figures.map { line(Cells.row($0)) }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
