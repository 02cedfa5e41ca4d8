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
        read(paths.map { SpecFile(path: $0) })
    }

    /// Reads texts as one run.
    package static func read(sources: [Source]) -> Result {
        read(sources.map { SpecFile(path: $0.path, bytes: $0.bytes) })
    }

    private static func read(_ files: [SpecFile]) -> Result {
        var specs: [Spec] = []
        var diagnostics: [Diagnostic] = []
        var clients = ClientClashes()
        for file in files {
            let collector = DiagnosticCollector(file: file.path)
            if let spec = file.spec(collector) {
                clients.check(spec.client, collector)
                if collector.isEmpty { specs.append(spec) }
            }
            diagnostics += file.withSourceLines(collector.diagnostics)
        }
        return Result(specs: specs, diagnostics: Diagnostic.sorted(diagnostics, files: files.map(\.path)))
    }
}
