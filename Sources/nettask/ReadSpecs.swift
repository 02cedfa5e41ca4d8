import ArgumentParser
import NetTaskGenerator
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
    guard let result = files.read() else { throw ExitCode.failure }
    return result
}
