/// Loads the files of a run: the given files, and all files that they extend.
struct SpecLoader: Diagnosing {
    private let store: SpecStore
    let diagnostics: DiagnosticCollector
    /// The files, by number. The given files come first.
    private(set) var files: [YAMLFile] = []
    /// The readable parts of the files, by number.
    private(set) var parts: [SpecPart?] = []
    /// The number of given files.
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
        if let entry = part.entry("extends") { readReferences(entry, of: &part, in: file) }
        parts.append(part)
    }

    private mutating func readReferences(_ entry: YAMLNode.Entry, of part: inout SpecPart, in file: YAMLFile) {
        let (paths, areAll) = SpecPartReader(diagnostics: diagnostics).paths(entry)
        if !areAll { part.hasAllFiles = false }
        var places: [Int: SourceRange] = [:]
        for path in paths {
            guard let number = number(of: path, in: file) else {
                part.hasAllFiles = false
                continue
            }
            if let first = places.updateValue(path.range, forKey: number) {
                at(path.range, .duplicateValue).error("duplicate \(path.value.quotedForMessage) in `extends`").note(
                    "first used here",
                    at: first
                )
            } else {
                part.extends.append(Located(number, at: path.range))
            }
        }
    }

    /// The number of an extended file, which is loaded if needed; `nil` if it cannot be loaded.
    private mutating func number(of path: Located<String>, in file: YAMLFile) -> Int? {
        let whole = RelativePath.path(path.value, from: file.path)
        let identity = store.identity(of: whole)
        if let number = numberOfIdentity[identity] { return number }
        let limit = YAMLBudget.extendedFiles
        guard files.count - givenCount < limit else {
            return at(path.range, .limitExceeded).error("more than \(limit) files are extended").none()
        }
        let extended = store.file(whole, number: files.count)
        if let problem = extended.problem {
            return at(path.range, .unreadableFile).error("cannot extend \(path.value.quotedForMessage): \(problem)")
                .none()
        }
        numberOfIdentity[identity] = diagnostics.add(file: whole)
        files.append(extended)
        return extended.number
    }
}

/// The source of the files of a run.
enum SpecStore {
    case disk
    /// Texts by path, without files on disk.
    case memory([String: [UInt8]])

    init(_ sources: [SpecReader.Source]) {
        let texts = sources.map { (RelativePath.standardized($0.path), $0.bytes) }
        self = .memory(Dictionary(texts) { first, _ in first })
    }

    func file(_ path: String, number: Int) -> YAMLFile {
        switch self {
        case .disk:
            return YAMLFile(path: path, number: number)
        case .memory(let texts):
            guard let bytes = texts[RelativePath.standardized(path)] else {
                return YAMLFile(missing: path, number: number)
            }
            return YAMLFile(path: path, number: number, bytes: bytes)
        }
    }

    /// Returns the same value for all paths to one file.
    func identity(of path: String) -> String {
        switch self {
        case .disk: URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
        case .memory: RelativePath.standardized(path)
        }
    }
}

/// Paths with slashes, which specs use on all systems.
enum RelativePath {
    /// Resolves a path in a file, relative to the file's folder.
    static func path(_ path: String, from file: String) -> String {
        let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return standardized((folder + [path[...]]).joined(separator: "/"))
    }

    /// The path of a file relative to another file: the inverse of ``path(_:from:)``.
    static func path(to path: String, from file: String) -> String {
        let parts = standardized(path).split(separator: "/")
        let folder = standardized(file).split(separator: "/").dropLast()
        let shared = zip(folder, parts).prefix { $0 == $1 }.count
        return (folder.dropFirst(shared).map { _ in ".." } + parts.dropFirst(shared)).joined(separator: "/")
    }

    /// The path without `.`, and without `..` where a parent folder is known.
    static func standardized(_ path: String) -> String {
        let isAbsolute = path.hasPrefix("/")
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            guard part == ".." else {
                parts.append(part)
                continue
            }
            if let last = parts.last, last != ".." {
                parts.removeLast()
            } else if !isAbsolute {
                parts.append(part)
            }
        }
        return (isAbsolute ? "/" : "") + parts.joined(separator: "/")
    }
}
