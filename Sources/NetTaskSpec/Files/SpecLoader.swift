/// Loads the files of a run: those that it is given, and all that they include.
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
        if let node = part.entries.first(where: { $0.key == "include" })?.value {
            let paths = IncludeReader(diagnostics: diagnostics).paths(node)
            part.includes = includes(paths, of: file)
            part.hasAllIncludes = part.includes.count == node.itemCount
        }
        parts.append(part)
    }

    private mutating func includes(_ paths: [IncludeReader.Path], of file: YAMLFile) -> [SpecPart.Include] {
        var includes: [SpecPart.Include] = []
        var places: [Int: SourceRange] = [:]
        for path in paths {
            guard let number = number(of: path, in: file) else { continue }
            if let first = places.updateValue(path.range, forKey: number) {
                diagnostics.error(
                    "\(path.text.quotedForMessage) is included for the second time",
                    at: path.range,
                    notes: [.init("it is here first", at: first)]
                )
            } else {
                includes.append(SpecPart.Include(file: number, range: path.range))
            }
        }
        return includes
    }

    /// The number of an included file, which is loaded if it was not before; nil if it cannot be.
    private mutating func number(of path: IncludeReader.Path, in file: YAMLFile) -> Int? {
        let whole = RelativePath.path(path.text, from: file.path)
        let identity = store.identity(of: whole)
        if let number = numberOfIdentity[identity] { return number }
        guard files.count - givenCount < YAMLBudget.includedFiles else {
            diagnostics.error("more than \(YAMLBudget.includedFiles) files are included in one run", at: path.range)
            return nil
        }
        let included = store.file(whole, number: files.count)
        if let problem = included.problem {
            diagnostics.error("cannot include \(path.text.quotedForMessage): \(problem)", at: path.range)
            return nil
        }
        numberOfIdentity[identity] = diagnostics.add(file: whole)
        files.append(included)
        return included.number
    }
}

extension YAMLNode {
    fileprivate var itemCount: Int? {
        if case .sequence(let items) = content { items.count } else { nil }
    }
}
