extension Diagnostic {
    /// The diagnostics with the lines that they are about.
    ///
    /// - Parameter files: All files of the run, by their numbers.
    package static func withSourceLines(_ diagnostics: [Diagnostic], _ files: [YAMLFile]) -> [Diagnostic] {
        let numbers = Dictionary(grouping: diagnostics.map(\.place.range), by: \.file)
        let lines = numbers.map { number, ranges in (number, files[number].lines(Set(ranges.map(\.start.line)))) }
        let linesOfFile = Dictionary(uniqueKeysWithValues: lines)
        return diagnostics.map { diagnostic in
            var diagnostic = diagnostic
            let place = diagnostic.place.range
            diagnostic.sourceLine = linesOfFile[place.file]?[place.start.line]
            return diagnostic
        }
    }
}
