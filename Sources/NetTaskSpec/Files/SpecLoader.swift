/// Loads the files of a run: those that it is given, and all that they include or extend.
struct SpecLoader {
    private let store: SpecStore
    private let diagnostics: DiagnosticCollector
    /// By their numbers: first those that the run was given.
    private(set) var files: [YAMLFile] = []
    /// What could be read of them, by their numbers.
    private(set) var parts: [SpecPart?] = []
    /// How many of them the run was given.
    let givenCount: Int
    private var numberOfIdentity: [String: Int] = [:]

    init(_ paths: [String], in store: SpecStore, _ diagnostics: DiagnosticCollector) {
        self.store = store
        self.diagnostics = diagnostics
        for path in paths {
            let identity = store.identity(of: path)
            guard numberOfIdentity[identity] == nil else { continue }
            let number = diagnostics.add(file: path)
            numberOfIdentity[identity] = number
            files.append(store.file(path, number: number))
        }
        givenCount = files.count
        while parts.count < files.count { read(files[parts.count]) }
    }

    private mutating func read(_ file: YAMLFile) {
        guard var part = SpecPartReader(diagnostics: diagnostics).part(file) else {
            parts.append(nil)
            return
        }
        part.includes = references("include", of: &part, in: file)
        part.extends = references("extends", of: &part, in: file)
        parts.append(part)
    }

    private mutating func references(
        _ key: String,
        of part: inout SpecPart,
        in file: YAMLFile
    ) -> [SpecPart.Reference] {
        guard let entry = part.entry(key) else { return [] }
        let (paths, areAll) = PathsReader(key: key, diagnostics: diagnostics).paths(entry)
        if !areAll { part.hasAllFiles = false }
        var references: [SpecPart.Reference] = []
        var places: [Int: SourceRange] = [:]
        for path in paths {
            guard let number = number(of: path, key, in: file) else {
                part.hasAllFiles = false
                continue
            }
            if let first = places.updateValue(path.range, forKey: number) {
                diagnostics.error(
                    "\(path.text.quotedForMessage) is \(key == "extends" ? "extended" : "included") for the second time",
                    at: path.range,
                    notes: [.init("it is here first", at: first)]
                )
            } else {
                references.append(SpecPart.Reference(file: number, range: path.range))
            }
        }
        return references
    }

    /// The number of such a file, which is loaded if it was not before; nil if it cannot be.
    private mutating func number(of path: PathsReader.Path, _ key: String, in file: YAMLFile) -> Int? {
        let whole = RelativePath.path(path.text, from: file.path)
        let identity = store.identity(of: whole)
        if let number = numberOfIdentity[identity] { return number }
        guard files.count - givenCount < YAMLBudget.includedFiles else {
            diagnostics.error(
                "more than \(YAMLBudget.includedFiles) files are included or extended in one run",
                at: path.range
            )
            return nil
        }
        let included = store.file(whole, number: files.count)
        if let problem = included.problem {
            let verb = key == "extends" ? "extend" : "include"
            diagnostics.error("cannot \(verb) \(path.text.quotedForMessage): \(problem)", at: path.range)
            return nil
        }
        numberOfIdentity[identity] = diagnostics.add(file: whole)
        files.append(included)
        return included.number
    }
}
