extension YAMLNode {
    /// The YAML of a text, with all that is wrong with it as YAML; no root where that leaves nothing to go on with.
    /// - Parameter path: What diagnostics call it.
    package static func reading(_ bytes: [UInt8], path: String) -> (root: YAMLNode?, diagnostics: [Diagnostic]) {
        let collector = DiagnosticCollector()
        let file = YAMLFile(path: path, number: collector.add(file: path), bytes: bytes)
        let root = file.root(collector)
        return (root, Diagnostic.withSourceLines(collector.diagnostics(), [file]))
    }
}
