import Figures
import Foundation
import Report

/// Reads the results of the parts of the benchmarks, prints the table, and writes the page, the plot and the README's figures.
///
///     bench-report RESULTS OUTPUT PINS README      RESULTS: folder of the parts' files
///                                                  OUTPUT: folder for RESULTS.md and results.svg
///                                                  PINS: the benchmarks' Package.resolved
@main
struct BenchReport {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0) }
        guard arguments.count == 4 else {
            FileHandle.standardError.write(Data("usage: bench-report RESULTS OUTPUT PINS README\n".utf8))
            exit(64)
        }
        let results = try merged(arguments[0])
        guard !results.figures.isEmpty else {
            FileHandle.standardError.write(Data("there are no figures yet; `make bench` measures some\n".utf8))
            exit(1)
        }
        let circumstances = try Circumstances.here(pins: arguments[2], peers: results.versions)
        let page = ResultsPage.markdown(of: results, circumstances)
        try Data(page.utf8).write(to: arguments[1].appendingPathComponent("RESULTS.md"))
        let readme = try String(contentsOf: arguments[3], encoding: .utf8)
        guard let changed = ReadmeTable.readme(readme, with: results, circumstances) else {
            FileHandle.standardError.write(Data("\(arguments[3].path) has no place for the figures\n".utf8))
            exit(1)
        }
        try Data(changed.utf8).write(to: arguments[3])
        try Data(Chart.svg(of: results.figures).utf8).write(to: arguments[1].appendingPathComponent("results.svg"))
        print(TextTable.text(of: results.figures), terminator: "")
    }

    /// All files of the folder, in the order of their names.
    private static func merged(_ folder: URL) throws -> Results {
        let found = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let files = (found ?? []).filter { $0.pathExtension == "json" }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
        return try files.reduce(into: Results()) { all, file in all.append(try Results(file: file)) }
    }
}
