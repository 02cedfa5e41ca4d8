/// Reads specs: the way into this module.
package enum SpecReader {
    /// What one run found.
    package struct Result: Sendable {
        /// The specs of the files without errors, in the order of the files.
        package var specs: [Spec]
        /// All that is wrong, file by file and sorted by place.
        package var diagnostics: [Diagnostic]
    }

    /// A spec that is already in memory.
    package struct Source: Sendable {
        /// What diagnostics call it.
        package var path: String
        package var bytes: [UInt8]

        package init(path: String, bytes: [UInt8]) {
            self.path = path
            self.bytes = bytes
        }

        package init(path: String, text: String) {
            self.init(path: path, bytes: Array(text.utf8))
        }
    }

    /// Reads the files at the paths as one run.
    package static func read(paths: [String]) -> Result {
        read(paths.enumerated().map { SpecFile(path: $1, number: $0) })
    }

    /// Reads texts as one run.
    package static func read(sources: [Source]) -> Result {
        read(sources.enumerated().map { SpecFile(path: $1.path, number: $0, bytes: $1.bytes) })
    }

    private static func read(_ files: [SpecFile]) -> Result {
        let collector = DiagnosticCollector(files: files.map(\.path))
        var clients = ClientClashes()
        var specs: [Spec] = []
        for file in files {
            guard let spec = file.spec(collector) else { continue }
            clients.check(spec.client, collector)
            if collector.isEmpty(file: file.number) { specs.append(spec) }
        }
        let diagnostics = Diagnostic.sorted(collector.diagnostics)
        return Result(specs: specs, diagnostics: withSourceLines(diagnostics, files))
    }

    /// The diagnostics with the lines that they are about.
    private static func withSourceLines(_ diagnostics: [Diagnostic], _ files: [SpecFile]) -> [Diagnostic] {
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
