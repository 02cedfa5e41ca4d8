package import NetTaskSpec

extension SpecFiles {
    /// Reads all specs of a run, and prints all that is wrong to standard error.
    ///
    /// - Parameter modules: What the target that is generated for can import; nil if that is not known.
    /// - Returns: nil if anything is wrong that is more than a warning.
    package func read(modules: Set<String>? = nil) -> SpecReader.Result? {
        let result = SpecReader.read(paths: paths, modules: modules)
        for diagnostic in result.diagnostics { printError(diagnostic.description) }
        for problem in problems { printError("error: \(problem)") }
        let isFaulty = result.diagnostics.contains { $0.severity == .error } || !problems.isEmpty
        return isFaulty ? nil : result
    }
}
