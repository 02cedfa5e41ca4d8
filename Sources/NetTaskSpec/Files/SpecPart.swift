/// One file of a run, without the specs that it extends.
struct SpecPart {
    /// The number of the file.
    let number: Int
    let path: String
    /// The beginning of the file, the place of missing keys.
    let start: SourceRange
    /// All entries with valid keys.
    let entries: [YAMLNode.Entry]
    /// Whether the file has the key `client`, including with an invalid name.
    let hasClient: Bool
    let client: Name?
    /// The numbers of the files that it extends, as far as they were read.
    var extends: [Located<Int>] = []
    /// Whether all extended files were read. Otherwise, their names would be reported as unknown.
    var hasAllFiles = true

    func entry(_ key: String) -> YAMLNode.Entry? { entries.first { $0.key == key } }

    /// Where it states its client: in `client`, or else by what it extends.
    var clientPlace: SourceRange { entry("client")?.value.range ?? entry("extends")?.keyRange ?? start }
}

/// Reads the parts of a file that do not depend on other files: its version, its keys, the name of its client, and the paths
/// of extended files.
struct SpecPartReader: Diagnosing {
    let diagnostics: DiagnosticCollector

    /// `nil` after a diagnostic, if the file has no usable content.
    func part(_ file: YAMLFile) -> SpecPart? {
        guard let root = file.root(diagnostics) else { return nil }
        if let entry = root.entry("openapi") ?? root.entry("swagger"), root["nettask"] == nil {
            return at(entry.keyRange, .openAPIDocument)
                .error("this is an OpenAPI document; import it first")
                .note(
                    "run `nettask import \(file.path.visible(upTo: 200)) --output imported`"
                )
                .none()
        }
        let start = SourceRange(file: file.number, at: root.range.start)
        if root.isMissing {
            return at(start, .emptyFile)
                .error("this file is empty; a spec begins with `nettask: 1`").none()
        }
        guard checkVersion(root),
            let keys = KeyReader(root, SpecLanguage.spec, subject: "a spec", place: start, diagnostics)
        else { return nil }
        let client = keys["client"].flatMap { node in
            text(node, "client").flatMap { name($0, at: node.range, .client) }
        }
        let hasClient = keys.entry("client") != nil || root["client"] != nil
        return SpecPart(
            number: file.number,
            path: file.path,
            start: start,
            entries: keys.entries,
            hasClient: hasClient,
            client: client
        )
    }

    /// Checks the version of the spec. Other versions would cause only misleading errors.
    private func checkVersion(_ root: YAMLNode) -> Bool {
        guard let node = root["nettask"], !node.isMissing else { return true }
        let version = String(SpecLanguage.version)
        guard let text = node.text else {
            at(node.range, .wrongKind).error("`nettask` must be the version `\(version)`, not \(node.kind)")
            return false
        }
        if text == version { return true }
        at(node.range, .unknownVersion)
            .error("unknown version \(text.quotedForMessage); this version of NetTask supports `nettask: \(version)`")
        return false
    }

    /// The paths of `extends:`, one or a list.
    ///
    /// - Returns: The valid paths, and whether there were no others. Invalid paths are reported.
    func paths(_ entry: YAMLNode.Entry) -> (paths: [Located<String>], areAll: Bool) {
        if entry.keyRange.start.column > 1 {
            at(entry.keyRange, .misplacedKey)
                .error("write `extends` at the beginning of a line, where the build plugin searches for it")
        }
        if entry.keyRange.end.column - entry.keyRange.start.column != entry.key.unicodeScalars.count {
            at(entry.keyRange, .misplacedKey)
                .error("`extends` cannot be quoted and cannot have an anchor: the build plugin looks for the plain key")
        }
        let node = entry.value
        let items: [YAMLNode]
        switch node.content {
        case .sequence(let nodes): items = nodes
        case .scalar: items = [node]
        case .mapping:
            at(node.range, .wrongKind)
                .error("`extends` must be a path or a list of paths, such as `[shared.nettask.yaml]`, not \(node.kind)")
            return ([], false)
        }
        let paths = items.compactMap(path)
        return (paths, paths.count == items.count)
    }

    private func path(_ node: YAMLNode) -> Located<String>? {
        guard let path = node.text, !node.isMissing else {
            return at(node.range, .wrongKind).error("a path to a spec must be text, not \(node.kind)").none()
        }
        let written = path.quotedForMessage
        guard !path.hasPrefix("/"), !path.hasPrefix("~"), !path.contains("://") else {
            return at(node.range, .invalidFilePath).error("\(written) is not a relative path")
                .note("write the path from the folder of this file, such as `../shared.nettask.yaml`").none()
        }
        guard !path.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            return at(node.range, .invalidFilePath).error("a path cannot contain a control character").none()
        }
        guard !path.contains(where: { ",[]\"'".contains($0) }), !path.contains(" #") else {
            return at(node.range, .invalidFilePath)
                .error("a path cannot contain a comma, a bracket, a quote or ` #`: the build plugin could not read it")
                .none()
        }
        guard path.hasSuffix(".nettask.yaml") || path.hasSuffix(".nettask.yml") else {
            return at(node.range, .invalidFilePath)
                .error("the name of a spec must end in `.nettask.yaml`, not \(written)")
                .note("the build plugin watches the files with this ending").none()
        }
        return Located(path, at: node.range)
    }
}
