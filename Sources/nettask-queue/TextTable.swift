/// Rows whose columns stand below each other.
struct TextTable {
    private var rows: [[String]]
    /// Columns of numbers end below each other, others begin so.
    private let rightAligned: Set<Int>

    init(_ header: [String], rightAligned: Set<Int> = []) {
        rows = header.isEmpty ? [] : [header]
        self.rightAligned = rightAligned
    }

    mutating func append(_ row: [String]) {
        rows.append(row.map(\.onOneLine))
    }

    var text: String {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        return rows.map { row in
            var line = row.enumerated().map { column, cell in
                let space = String(repeating: " ", count: widths[column] - cell.count)
                return rightAligned.contains(column) ? space + cell : cell + space
            }.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }
}

extension String {
    /// Without what would break a line, or do something to a terminal.
    var onOneLine: String {
        unicodeScalars.contains(where: \.isControl)
            ? unicodeScalars.map { $0.isControl ? $0.escaped(asASCII: true) : String($0) }.joined() : self
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool {
        properties.generalCategory == .control || properties.generalCategory == .format
            || properties.generalCategory == .lineSeparator || properties.generalCategory == .paragraphSeparator
    }
}
