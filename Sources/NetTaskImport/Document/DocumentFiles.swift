import Foundation
import NetTaskSpec

/// The files of an import: the document, and the files that it refers to. All of them are below one folder.
final class DocumentFiles {
    private let load: (_ path: String, _ number: Int) -> YAMLFile
    private let resolve: (_ path: String) -> String
    /// The root folder that the caller specifies. Default: the folder of the document.
    private let namedRoot: String?
    /// The paths of the overlays, in the order in which they are applied.
    private let overlays: [String]
    private var overlayNumbers: Set<Int> = []
    private var folder: DocumentFolder?
    private var roots: [String: DocumentValue?] = [:]
    /// The roots by unresolved paths. Most references stay in one file, so that this table saves resolving the same path again.
    private var rootsByPath: [String: DocumentValue] = [:]
    private var rootsByNumber: [Int: DocumentValue] = [:]
    /// All files that were read. The index of a file is its number in source ranges.
    private(set) var all: [YAMLFile] = []
    private(set) var documents: [DocumentValue] = []

    /// The maximum number of files of one import. The largest known document, DigitalOcean's, has 2,900 files.
    static let limit = 10_000

    /// Reads files from the disk.
    ///
    /// - Parameters:
    ///   - root: The folder that contains all files of the import. Default: the folder of the document.
    ///   - overlays: The paths of the overlays of the document.
    init(root: String? = nil, overlays: [String] = []) {
        namedRoot = root
        self.overlays = overlays
        load = { YAMLFile(path: $0, number: $1, dialect: .openAPI) }
        resolve = DocumentFolder.resolvedOnDisk
    }

    /// Reads texts from memory, by their paths.
    init(_ texts: [String: [UInt8]], root: String? = nil, overlays: [String] = []) {
        namedRoot = root
        self.overlays = overlays
        load = { path, number in
            guard let bytes = texts[path] else { return YAMLFile(missing: path, number: number) }
            return YAMLFile(path: path, number: number, bytes: bytes, dialect: .openAPI)
        }
        let folder = URL(fileURLWithPath: "/documents/in/memory", isDirectory: true)
        resolve = { URL(fileURLWithPath: $0, relativeTo: folder).standardizedFileURL.path }
    }

    /// Releases the values to break a reference cycle: the values hold the run, and the run holds these files.
    func forget() {
        roots = [:]
        rootsByPath = [:]
        rootsByNumber = [:]
        documents = []
    }

    /// Returns the path of a file. An overlay has the path of the document, because its additions are part of the document.
    func path(ofFile number: Int) -> String { all[document(of: number)].path }

    /// Returns the root of a file that was read.
    func root(ofFile number: Int) -> DocumentValue? { rootsByNumber[document(of: number)] }

    private func document(of number: Int) -> Int { overlayNumbers.contains(number) ? 0 : number }

    /// Notes for the report about files that an import with other arguments would also read.
    var notes: [String] {
        folder?.wider.map { ["references: some files are not read; `--root \($0)` includes all of them"] } ?? []
    }

    // MARK: Reading

    /// Reads the document and applies its overlays. If the document cannot be read, reports an error and returns `nil`.
    func document(_ path: String, _ run: ImportRun) -> DocumentValue? {
        folder = DocumentFolder(of: path, root: namedRoot, resolve: resolve)
        guard let root = read(path, run).documentRoot(run.diagnostics) else { return nil }
        let changed = overlays.reduce(root) { root, path in
            let file = read(path, run)
            overlayNumbers.insert(file.number)
            guard let overlay = file.documentRoot(run.diagnostics) else { return root }
            var changes = Overlay(overlay, run.diagnostics)
            return changes.applied(to: root)
        }
        return keep(changed, path, resolve(path), run)
    }

    /// Returns the root of a file that a document refers to. Reads each file only once. If the file cannot be read, reports a
    /// warning and returns `nil`.
    ///
    /// Messages never show the content of a file that is not a document, because the file may contain secrets.
    ///
    /// - Parameter place: The range of the reference.
    func root(_ path: String, from place: SourceRange, _ run: ImportRun) -> DocumentValue? {
        if let known = rootsByPath[path] { return known }
        let identity = resolve(path)
        if case .some(.some(let known)) = roots[identity] { return known }
        let name = path.quotedForMessage
        var problem = problem(with: path, identity)
        if problem == nil, roots[identity] != nil { problem = "\(name) cannot be read; see the first reference to it" }
        if problem == nil {
            roots[identity] = .some(nil)
            let file = read(path, run)
            let found = DiagnosticCollector(files: run.diagnostics.files)
            if let fault = file.problem {
                problem = "\(name) cannot be read: \(fault)"
            } else if let node = file.documentRoot(found), node.text == nil, !found.hasErrors(file: file.number) {
                run.diagnostics.add(found)
                return keep(node, path, identity, run)
            } else {
                let fault = found.diagnostics().first.map { " (line \($0.place.range.start.line))" } ?? ""
                problem = "\(name) is not valid YAML or JSON\(fault)"
            }
        }
        run.diagnostics.at(place, .unreadableFile).warning(problem ?? "")
        return nil
    }

    /// Returns the reason why a file is not read, regardless of its content. Returns `nil` if the file may be read.
    private func problem(with path: String, _ identity: String) -> String? {
        if let folder, !folder.contains(identity) {
            self.folder?.widen(to: path, identity, resolve)
            let root = self.folder?.wider.map { "import with `--root \($0)`" }
            return
                "\(path.quotedForMessage) is outside \(folder.name), so it is not read; move it there, or "
                + (root ?? "set a folder that contains both with `--root`")
        }
        return all.count < Self.limit ? nil : "more than \(Self.limit) files are referred to"
    }

    private func read(_ path: String, _ run: ImportRun) -> YAMLFile {
        all.append(load(path, run.diagnostics.add(file: path)))
        return all[all.count - 1]
    }

    private func keep(_ node: YAMLNode, _ path: String, _ identity: String, _ run: ImportRun) -> DocumentValue {
        let root = DocumentValue(node: node, path: .root, run: run)
        roots[identity] = root
        rootsByPath[path] = root
        rootsByNumber[root.range.file] = root
        documents.append(root)
        return root
    }
}

/// The folder that contains all files of an import. Documents may come from untrusted sources. Therefore references must not lead
/// to other files of the machine.
private struct DocumentFolder {
    /// The name in messages.
    let name: String
    /// The absolute path without symbolic links, with a slash at its end.
    private let prefix: String
    /// The path as the caller specifies it.
    private let path: String
    /// The number of levels from this folder up to the folder that contains all requested files. Default: 0.
    private var levels = 0
    /// The path of that folder, as an argument of `--root`. It is `nil` if all files are inside this folder, or if a file is too
    /// far away to belong to the document.
    private(set) var wider: String?

    /// Folders of the system, which contain no documents. They are excluded even if the root is `/`.
    private static let special = ["/dev/", "/proc/", "/sys/"]

    /// - Parameters:
    ///   - root: The folder. Default: the folder of the document.
    ///   - resolve: Returns the absolute path for a path, without symbolic links.
    init(of document: String, root: String?, resolve: (String) -> String) {
        let folder = root ?? document.lastIndex(of: "/").map { String(document[...$0]) } ?? "."
        path = folder
        name = root.map(\.quotedForMessage) ?? "the folder of the document"
        let resolved = resolve(folder)
        prefix = resolved.hasSuffix("/") ? resolved : resolved + "/"
    }

    /// - Parameter path: An absolute path without symbolic links.
    func contains(_ path: String) -> Bool {
        let path = path.utf8
        return path.starts(with: prefix.utf8) && !Self.special.contains { path.starts(with: $0.utf8) }
    }

    /// Finds the folder that contains this folder and a file outside of it.
    ///
    /// Documents are untrusted. Therefore neither absolute paths nor paths of distant files suggest a wider root.
    ///
    /// - Parameters:
    ///   - path: The folder of the referring file, followed by the path in the reference.
    ///   - identity: The absolute path of the file, without symbolic links.
    mutating func widen(to path: String, _ identity: String, _ resolve: (String) -> String) {
        let own = prefix.split(separator: "/")
        let shared = zip(own, identity.split(separator: "/").dropLast()).prefix { $0 == $1 }.count
        guard path.contains("../"), shared > 0, own.count - shared <= Self.levelLimit else { return }
        levels = max(levels, own.count - shared)
        var steps = self.path.split(separator: "/").filter { $0 != "." }
        for _ in 0..<levels {
            if let last = steps.last, last != ".." { steps.removeLast() } else { steps.append("..") }
        }
        let start = self.path.hasPrefix("/") ? "/" : ""
        let parent = start + (steps.isEmpty && start.isEmpty ? "." : steps.joined(separator: "/"))
        let resolved = "/" + own.dropLast(levels).joined(separator: "/")
        wider = resolve(parent) == resolved ? parent : resolved
    }

    private static let levelLimit = 4

    /// Returns the path without symbolic links. For a missing file, resolves the path of its folder and appends its name.
    static func resolvedOnDisk(_ path: String) -> String {
        if let real = realpath(path, nil) {
            defer { free(real) }
            return String(cString: real)
        }
        let url = URL(fileURLWithPath: path).standardizedFileURL
        guard url.path != "/" else { return "/" }
        let folder = resolvedOnDisk(url.deletingLastPathComponent().path)
        return (folder.hasSuffix("/") ? folder : folder + "/") + url.lastPathComponent
    }
}

extension YAMLDialect {
    /// The dialect of OpenAPI documents. Tools generate them, and they are larger than specs. The dialect also applies to JSON.
    static let openAPI = YAMLDialect(
        noun: "an OpenAPI document",
        opening: "openapi: 3.0.3",
        bytes: 128 * 1024 * 1024,
        depth: 256,
        nodes: 8_000_000,
        isForeign: true
    )
}
