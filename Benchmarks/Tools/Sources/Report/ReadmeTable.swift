public import Figures

/// The table of README.md: the figures that its readers ask for, and each figure that is worse than its peer's.
public enum ReadmeTable {
    private static let subjects: Set<String> = [
        "parse 10,000 posts", "write a JSON body", "cold build with the plugin, petstore",
        "compile the client of openai", "import and generate github",
    ]
    private static let start = "<!-- written by make bench -->\n"
    private static let end = "<!-- end -->\n"

    /// - Returns: nil if the README does not have a place for the table.
    public static func readme(_ readme: String, with results: Results, _ circumstances: Circumstances) -> String? {
        let parts = readme.split(separator: start, omittingEmptySubsequences: false)
        let rest = parts.last?.split(separator: end, omittingEmptySubsequences: false) ?? []
        guard parts.count == 2, rest.count == 2 else { return nil }
        let versions = circumstances.versions.map { "\($0.name) \($0.version)" }
        let place = ([circumstances.machine] + versions).joined(separator: ", ")
        let table = table(of: results.figures)
        let caption = "Measured on \(circumstances.date), at commit \(circumstances.commit): \(place)."
        return "\(parts[0])\(start)\(table)\n\n\(caption)\n\(end)\(rest[1])"
    }

    private static func table(of figures: [Figure]) -> String {
        let shown = figures.filter { figure in
            guard let ratio = figure.ratio, figure.peer?.isNetTask == false else { return false }
            return ratio < 1 || subjects.contains(figure.subject)
        }
        let rows = Group.all(of: shown).flatMap(\.figures).map { Array(Cells.row($0).prefix(columnCount)) }
        return ResultsPage.table(Array(Cells.heading.prefix(columnCount)), rows, alignsNumbers: true)
    }

    /// Without the target.
    private static let columnCount = 5
}
