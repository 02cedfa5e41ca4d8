internal import Foundation

/// Loads the files of a run: those that it is given, and all that they extend.
struct SpecLoader: Diagnosing {
    private let store: SpecStore
    let diagnostics: DiagnosticCollector
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
                at(path.range, .duplicateValue).error("\(path.value.quotedForMessage) is extended twice").note(
                    "first used here",
                    at: first
                )
            } else {
                part.extends.append(Located(number, at: path.range))
            }
        }
    }

    /// The number of such a file, which is loaded if it was not before; nil if it cannot be.
    private mutating func number(of path: Located<String>, in file: YAMLFile) -> Int? {
        let whole = RelativePath.path(path.value, from: file.path)
        let identity = store.identity(of: whole)
        if let number = numberOfIdentity[identity] { return number }
        let limit = YAMLBudget.extendedFiles
        guard files.count - givenCount < limit else {
            return at(path.range, .limitExceeded).error("more than \(limit) files outside of the run are extended")
                .none()
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

/// Where the files of a run are.
enum SpecStore {
    case disk
    /// Texts by their paths, which no file of the disk is among.
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

    /// The same for all paths that lead to one file.
    func identity(of path: String) -> String {
        switch self {
        case .disk: URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
        case .memory: RelativePath.standardized(path)
        }
    }
}

/// Paths with slashes, as specs write them on all systems.
enum RelativePath {
    /// What `path` means in a file: relative to the folder that the file is in.
    static func path(_ path: String, from file: String) -> String {
        let folder = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        return standardized((folder + [path[...]]).joined(separator: "/"))
    }

    /// How a file calls another one: the opposite of ``path(_:from:)``.
    static func path(to path: String, from file: String) -> String {
        let parts = standardized(path).split(separator: "/")
        let folder = standardized(file).split(separator: "/").dropLast()
        let shared = zip(folder, parts).prefix { $0 == $1 }.count
        return (folder.dropFirst(shared).map { _ in ".." } + parts.dropFirst(shared)).joined(separator: "/")
    }

    /// The path without `.`, and without `..` as far as there is a folder to leave.
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
