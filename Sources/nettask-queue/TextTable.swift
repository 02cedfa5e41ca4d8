import NetTaskTerminal

/// Rows with aligned columns.
struct TextTable {
    private let header: [String]
    private var rows: [(cells: [String], styles: [Int: Terminal.Style])] = []
    /// Columns of numbers are aligned at their ends, others at their beginnings.
    private let rightAligned: Set<Int>

    init(_ header: [String], rightAligned: Set<Int> = []) {
        self.header = header
        self.rightAligned = rightAligned
    }

    /// - Parameter styles: the styles of cells, by column.
    mutating func append(_ cells: [String], styles: [Int: Terminal.Style?] = [:]) {
        rows.append((cells.map(\.escapedForTerminal), styles.compactMapValues(\.self)))
    }

    /// Returns the table without empty columns.
    func text(on terminal: Terminal) -> String {
        let lines = (header.isEmpty ? [] : [(cells: header, styles: [:])]) + rows
        let count = lines.map(\.cells.count).max() ?? 0
        let columns = (0..<count).filter { column in rows.contains { !$0.cells[column].isEmpty } }
        let widths = (0..<count).map { column in lines.map { $0.cells[column].displayWidth }.max() ?? 0 }
        return lines.enumerated().map { row, line in
            let isHeader = row == 0 && !header.isEmpty
            let text = columns.map { column in
                let cell = line.cells[column]
                let space = String(repeating: " ", count: widths[column] - cell.displayWidth)
                let styled =
                    isHeader
                    ? terminal.styled(cell, .bold)
                    : line.styles[column].map { terminal.styled(cell, $0) } ?? cell
                if rightAligned.contains(column) { return space + styled }
                return column == columns.last ? styled : styled + space
            }.joined(separator: "  ")
            return terminal.cut(text.trimmedAtEnd)
        }.joined(separator: "\n")
    }
}

extension String {
    fileprivate var trimmedAtEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}
