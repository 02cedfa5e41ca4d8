import ArgumentParser
import NetTaskGenerator
import NetTaskSpec
import NetTaskTerminal

/// Reads all specs of a run.
/// - Parameter module: The module of the generated Swift; nil if it is unknown.
/// - Returns: The clients of the specs, and the files that were read.
/// - Throws: `ExitCode.failure` if there are errors, after all of them are reported.
func readSpecs(_ files: SpecFiles, _ report: RunReport, module: String? = nil) throws -> SpecReader.Result {
    let result = report.progress.during("reading specs") { SpecReader.read(paths: files.paths, module: module) }
    report.readFiles += result.paths
    report.add(result.diagnostics)
    for problem in files.problems { report.fail(problem) }
    if result.diagnostics.contains(where: { $0.severity == .error }) || !files.problems.isEmpty {
        // A missing file may be created later, which changes its folder.
        let folders = result.paths.map { path in path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./" }
        report.readFiles += Set(folders)
        throw ExitCode.failure
    }
    return result
}
