import ArgumentParser
import NetTaskSpec

/// Reads all specs of a run.
/// - Throws: `ExitCode.failure` after all diagnostics are printed, if there is an error among them.
func readSpecs(_ files: SpecFiles) throws -> [Spec] {
    let result = SpecReader.read(paths: files.paths)
    for diagnostic in result.diagnostics { printError(diagnostic.description) }
    if result.diagnostics.contains(where: { $0.severity == .error }) { throw ExitCode.failure }
    return result.specs
}

extension SpecFiles {
    /// - Throws: `ExitCode.failure` after the reason is printed.
    static func orExit(_ inputs: [String], root: String?) throws -> SpecFiles {
        do {
            return try SpecFiles(inputs, root: root)
        } catch {
            printError("error: \(error)")
            throw ExitCode.failure
        }
    }
}
