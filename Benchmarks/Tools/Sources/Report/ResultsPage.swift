public import Figures

/// The page `RESULTS.md`: the table, and what it takes to judge it.
public enum ResultsPage {
    public static func markdown(of results: Results, _ circumstances: Circumstances) -> String {
        var blocks = [
            "# Results",
            """
            Made by `make bench`; [README.md](README.md) says how each is measured. Times of builds and imports are CPU seconds.
            Less is better, and the ratio says how many times as good as its peer's NetTask's figure is.
            """,
            "![The ratios](results.svg)",
            table(
                [],
                [
                    ["measured", circumstances.date],
                    ["commit", circumstances.commit],
                    ["machine", circumstances.machine],
                ] + circumstances.versions.map { [$0.name, $0.version] }
            ),
        ]
        for group in Group.all(of: results.figures) {
            blocks.append("## " + group.concern.title)
            blocks.append(table(Cells.heading, group.figures.map(Cells.row), alignsNumbers: true))
        }
        if !results.data.isEmpty {
            blocks.append("## Data")
            blocks.append(
                table(
                    ["document", "operations", "bytes", "SHA-256", "from"],
                    results.data.map { ["\($0.name)", "\($0.operations)", "\($0.bytes)", "`\($0.sha256)`", $0.origin] }
                )
            )
        }
        if !results.leftOut.isEmpty {
            blocks.append("## Not measured")
            blocks.append(results.leftOut.map { "- " + $0 }.joined(separator: "\n"))
        }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    static func table(_ heading: [String], _ rows: [[String]], alignsNumbers: Bool = false) -> String {
        let columns = rows.first?.count ?? heading.count
        let head = heading.isEmpty ? Array(repeating: "", count: columns) : heading
        let rule = (0..<columns).map { alignsNumbers && Cells.isNumeric($0) ? "--:" : "---" }
        return ([line(head), "|" + rule.joined(separator: "|") + "|"] + rows.map(line)).joined(separator: "\n")
    }

    private static func line(_ cells: [String]) -> String {
        "|" + cells.map { $0.isEmpty ? " |" : " \($0.split(separator: "|").joined(separator: "\\|")) |" }.joined()
    }
}
