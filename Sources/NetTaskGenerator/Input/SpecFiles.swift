package import NetTaskSpec

/// The spec files that a command line names.
package struct SpecFiles {
    /// Files as they were named, or found in folders that were named; sorted, each once.
    package let paths: [String]
    /// Folders that hold no spec or cannot be read, to be reported beside what is wrong with the specs.
    package let problems: [SpecFilesError]
    /// The folder from which marks name specs: what `--root` says, or the current one.
    private let root: [String]
    /// The folder from which generated files are named: what `--root` says, or the deepest that holds all inputs.
    private let commonFolder: [String]

    /// - Parameters:
    ///   - inputs: Files, and folders that are searched for `*.nettask.yaml`.
    ///   - root: What `--root` says.
    ///
    /// A file that is not there is for the reader of specs to report.
    package init(_ inputs: [String], root: String? = nil) {
        var problems: [SpecFilesError] = []
        if let root, !Self.isFolder(root) { problems.append(.unreadable(folder: root)) }
        var paths: [String] = []
        var folders: [[String]] = []
        for input in inputs {
            let components = Self.components(of: input)
            if Self.isFolder(input) {
                do throws(SpecFilesError) {
                    let found = try Self.specs(in: input)
                    if found.isEmpty { throw .noSpecs(folder: input) }
                    paths += found
                } catch {
                    problems.append(error)
                }
                folders.append(components)
            } else {
                paths.append(input)
                folders.append(components.dropLast())
            }
        }
        self.problems = problems
        var seen: Set<[String]> = []
        self.paths = paths.sorted().filter { seen.insert(Self.components(of: $0)).inserted }
        self.root = Self.components(of: root ?? FileManager.default.currentDirectoryPath)
        commonFolder = root == nil ? Self.commonStart(of: folders) : self.root
    }

    /// How the mark in a generated file names a spec: the same for every set of inputs.
    package func mark(of path: String) -> String {
        Self.path(of: path, from: root)
    }

    /// The path after which the generated files of a spec are named: no longer than these inputs need.
    package func name(of path: String) -> String {
        Self.path(of: path, from: commonFolder)
    }

    /// The way from a folder to what may lie outside of it.
    package static func path(of path: String, from folder: String) -> String {
        Self.path(of: path, from: components(of: folder))
    }

    private static func path(of path: String, from folder: [String]) -> String {
        let components = components(of: path)
        let shared = zip(folder, components).prefix { $0 == $1 }.count
        let up = Array(repeating: "..", count: folder.count - shared)
        return (up + components.dropFirst(shared)).joined(separator: "/")
    }

    private static func components(of path: String) -> [String] {
        Array(URL(fileURLWithPath: path).standardizedFileURL.pathComponents.dropFirst())
    }

    private static func isFolder(_ path: String) -> Bool {
        FileStatus(path)?.isFolder == true
    }

    private static func commonStart(of paths: [[String]]) -> [String] {
        guard var start = paths.first else { return [] }
        for path in paths.dropFirst() {
            start = zip(start, path).prefix { $0 == $1 }.map(\.0)
        }
        return start
    }

    /// All specs below a folder but for those in hidden folders, such as `.build`.
    private static func specs(in folder: String) throws(SpecFilesError) -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw .unreadable(folder: folder)
        }
        var specs: [String] = []
        for name in names.sorted() where !name.hasPrefix(".") {
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            if isFolder(path) {
                if !isLink(path) { specs += try Self.specs(in: path) }
            } else if name.hasSuffix(".nettask.yaml") || name.hasSuffix(".nettask.yml") {
                specs.append(path)
            }
        }
        return specs
    }

    /// Links to folders are not followed: they could lead in a circle.
    private static func isLink(_ path: String) -> Bool {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
    }
}

extension SpecFiles {
    /// Reads all specs of a run, and prints all that is wrong to standard error.
    ///
    /// - Parameters:
    ///   - module: The module that the Swift becomes a part of; nil if that is not known.
    ///   - modules: What this module can import; nil if that is not known.
    /// - Returns: nil if anything is wrong that is more than a warning.
    package func read(module: String? = nil, modules: Set<String>? = nil) -> SpecReader.Result? {
        let result = SpecReader.read(paths: paths, module: module, modules: modules)
        for diagnostic in result.diagnostics { printError(diagnostic.description) }
        for problem in problems { printError(problem.description.visible(upTo: .max)) }
        let isFaulty = result.diagnostics.contains { $0.severity == .error } || !problems.isEmpty
        return isFaulty ? nil : result
    }
}

/// A folder of a command line that is of no use.
package enum SpecFilesError: PlacedError {
    case noSpecs(folder: String)
    case unreadable(folder: String)

    package var code: DiagnosticCode {
        if case .noSpecs = self { .noSpecs } else { .unreadableFile }
    }

    package var message: String {
        switch self {
        case .noSpecs(let folder): "\(folder) holds no *.nettask.yaml; `nettask init` makes one to start from"
        case .unreadable(let folder): "the folder \(folder) cannot be read"
        }
    }
}

/// Writes a line to standard error, where diagnostics go.
package func printError(_ line: String) {
    var rest = Array((line + "\n").utf8)[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
        if count < 0, errno != EINTR { return }
        rest = rest.dropFirst(max(count, 0))
    }
}
