import ArgumentParser
import NetTaskSpec

/// Reads all specs of a run.
/// - Returns: The clients that they describe.
/// - Throws: `ExitCode.failure` after all that is wrong is printed.
func readSpecs(_ files: SpecFiles) throws -> [Spec] {
    try readRun(files).specs
}

/// Reads all specs of a run.
/// - Throws: `ExitCode.failure` after all that is wrong is printed.
func readRun(_ files: SpecFiles) throws -> SpecReader.Result {
    let result = SpecReader.read(paths: files.paths)
    for diagnostic in result.diagnostics { printError(diagnostic.description) }
    for problem in files.problems { printError("error: \(problem)") }
    if result.diagnostics.contains(where: { $0.severity == .error }) || !files.problems.isEmpty {
        throw ExitCode.failure
    }
    return result
}
