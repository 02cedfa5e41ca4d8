import Foundation

/// The spec files that a command line names.
struct SpecFiles {
    /// Files as they were named, or found in folders that were named; sorted, each once.
    let paths: [String]
    /// The folder from which marks name specs: what `--root` says, or the current one.
    private let root: [String]
    /// The folder from which generated files are named: what `--root` says, or the deepest that holds all inputs.
    private let commonFolder: [String]

    /// - Parameters:
    ///   - inputs: Files, and folders that are searched for `*.nettask.yaml`.
    ///   - root: What `--root` says.
    /// - Throws: `SpecFilesError` if a folder holds no spec or cannot be read. A file that is not there is for the
    ///   reader of specs to report.
    init(_ inputs: [String], root: String? = nil) throws {
        if let root, !Self.isFolder(root) { throw SpecFilesError.unreadable(folder: root) }
        var paths: [String] = []
        var folders: [[String]] = []
        for input in inputs {
            let components = Self.components(of: input)
            if Self.isFolder(input) {
                let found = try Self.specs(in: input)
                if found.isEmpty { throw SpecFilesError.noSpecs(folder: input) }
                paths += found
                folders.append(components)
            } else {
                paths.append(input)
                folders.append(components.dropLast())
            }
        }
        var seen: Set<[String]> = []
        self.paths = paths.sorted().filter { seen.insert(Self.components(of: $0)).inserted }
        self.root = Self.components(of: root ?? FileManager.default.currentDirectoryPath)
        commonFolder = root == nil ? Self.commonStart(of: folders) : self.root
    }

    /// How the mark in a generated file names a spec: the same for every set of inputs.
    func mark(of path: String) -> String {
        Self.path(of: path, from: root)
    }

    /// The path after which the generated files of a spec are named: no longer than these inputs need.
    func name(of path: String) -> String {
        Self.path(of: path, from: commonFolder)
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
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }

    private static func commonStart(of paths: [[String]]) -> [String] {
        guard var start = paths.first else { return [] }
        for path in paths.dropFirst() {
            start = zip(start, path).prefix { $0 == $1 }.map(\.0)
        }
        return start
    }

    /// All specs below a folder but for those in hidden folders, such as `.build`.
    private static func specs(in folder: String) throws -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw SpecFilesError.unreadable(folder: folder)
        }
        return try names.filter { !$0.hasPrefix(".") }.sorted().flatMap { name in
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            if isFolder(path) { return isLink(path) ? [] : try specs(in: path) }
            return name.hasSuffix(".nettask.yaml") || name.hasSuffix(".nettask.yml") ? [path] : []
        }
    }

    /// Links to folders are not followed: they could lead in a circle.
    private static func isLink(_ path: String) -> Bool {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
    }
}

enum SpecFilesError: Error, CustomStringConvertible {
    case noSpecs(folder: String)
    case unreadable(folder: String)

    var description: String {
        switch self {
        case .noSpecs(let folder): "\(folder) holds no *.nettask.yaml; `nettask init` makes one to start from"
        case .unreadable(let folder): "the folder \(folder) cannot be read"
        }
    }
}
