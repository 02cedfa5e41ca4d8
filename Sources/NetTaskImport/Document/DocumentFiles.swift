import Foundation
import NetTaskSpec

/// The files of an import: the document, and those that it refers to, which are below one folder.
final class DocumentFiles {
    private let load: (_ path: String, _ number: Int) -> YAMLFile
    private let resolve: (_ path: String) -> String
    /// What the caller names as the root; by default it is the folder of the document.
    private let namedRoot: String?
    /// The paths of the overlays, in the order in which they are applied.
    private let overlays: [String]
    private var overlayNumbers: Set<Int> = []
    private var folder: DocumentFolder?
    private var roots: [String: DocumentValue?] = [:]
    /// The same by the paths that were asked for, since most references stay in one file.
    private var rootsByPath: [String: DocumentValue] = [:]
    private var rootsByNumber: [Int: DocumentValue] = [:]
    /// All files that were read, by the numbers that places in them have.
    private(set) var all: [YAMLFile] = []
    private(set) var documents: [DocumentValue] = []

    /// The files of one import. The largest known document, that of DigitalOcean, has 2,900.
    static let limit = 10_000

    /// Files of the disk.
    ///
    /// - Parameters:
    ///   - root: The folder below which files are that a document refers to; by default that of the document.
    ///   - overlays: The paths of the overlays of the document.
    init(root: String? = nil, overlays: [String] = []) {
        namedRoot = root
        self.overlays = overlays
        load = { YAMLFile(path: $0, number: $1, dialect: .openAPI) }
        resolve = DocumentFolder.resolvedOnDisk
    }

    /// Texts by their paths.
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

    /// Lets go of the values, which hold the run that holds these files.
    func forget() {
        roots = [:]
        rootsByPath = [:]
        rootsByNumber = [:]
        documents = []
    }

    /// What an overlay adds is part of the document.
    func path(ofFile number: Int) -> String { all[document(of: number)].path }

    /// The root of a file that was read.
    func root(ofFile number: Int) -> DocumentValue? { rootsByNumber[document(of: number)] }

    private func document(of number: Int) -> Int { overlayNumbers.contains(number) ? 0 : number }

    /// What an import with other arguments would read, too.
    var notes: [String] {
        folder?.wider.map { ["references: to files that are not read; `--root \($0)` holds all of them"] } ?? []
    }

    // MARK: Reading

    /// The root of the document itself with its overlays; nil if it cannot be read, which is reported.
    func document(_ path: String, _ run: ImportRun) -> DocumentValue? {
        folder = DocumentFolder(of: path, root: namedRoot, resolve: resolve)
        guard let root = read(path, run).documentRoot(run.diagnostics) else { return nil }
        let changed = overlays.reduce(root) { root, path in
            let file = read(path, run)
            overlayNumbers.insert(file.number)
            let overlay = file.documentRoot(run.diagnostics)
            return overlay.map { Overlay($0, run.diagnostics).applied(to: root) } ?? root
        }
        return keep(changed, path, resolve(path), run)
    }

    /// The root of a file that a document refers to, which is read once; nil if it cannot be read, which is reported.
    ///
    /// Nothing of a file that is no document is ever shown: it may hold secrets.
    ///
    /// - Parameter place: Where it is referred to.
    func root(_ path: String, from place: SourceRange, _ run: ImportRun) -> DocumentValue? {
        if let known = rootsByPath[path] { return known }
        let identity = resolve(path)
        if case .some(.some(let known)) = roots[identity] { return known }
        let name = path.quotedForMessage
        var problem = problem(with: path, identity)
        if problem == nil, roots[identity] != nil { problem = "\(name) cannot be read; another reference says why" }
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
                let fault = found.diagnostics().first.map { ", from line \($0.place.range.start.line) on" } ?? ""
                problem = "\(name) is no document of YAML or JSON\(fault)"
            }
        }
        run.diagnostics.at(place, .unreadableFile).warning(problem ?? "")
        return nil
    }

    /// Why a file is not read, whatever it holds.
    private func problem(with path: String, _ identity: String) -> String? {
        if let folder, !folder.contains(identity) {
            self.folder?.widen(to: path, identity, resolve)
            let root = self.folder?.wider.map { "import with `--root \($0)`" }
            return
                "\(path.quotedForMessage) is not below \(folder.name), and no other files are read; move it there, or "
                + (root ?? "name a folder that holds both with `--root`")
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

/// The folder below which the files of an import are: a document may come from anywhere, and what it refers to must not lead
/// to files that are nobody's business.
private struct DocumentFolder {
    /// As messages call it.
    let name: String
    /// Without links, and with a slash at its end.
    private let prefix: String
    /// As it is given.
    private let path: String
    /// How many levels above it is the folder that holds all files that were asked for; 0 for none.
    private var levels = 0
    /// That folder, as `--root` takes it; nil if all files are inside, or if a file is too far away to belong to the document.
    private(set) var wider: String?

    /// Of the file system, which is no place for documents even below `/`.
    private static let special = ["/dev/", "/proc/", "/sys/"]

    /// - Parameters:
    ///   - root: The folder; by default that of the document.
    ///   - resolve: Makes an absolute path without links of one.
    init(of document: String, root: String?, resolve: (String) -> String) {
        let folder = root ?? document.lastIndex(of: "/").map { String(document[...$0]) } ?? "."
        path = folder
        name = root.map(\.quotedForMessage) ?? "the folder of the document"
        let resolved = resolve(folder)
        prefix = resolved.hasSuffix("/") ? resolved : resolved + "/"
    }

    /// - Parameter path: Absolute and without links.
    func contains(_ path: String) -> Bool {
        let path = path.utf8
        return path.starts(with: prefix.utf8) && !Self.special.contains { path.starts(with: $0.utf8) }
    }

    /// Finds the folder that holds this one and a file outside of it.
    ///
    /// Documents are untrusted. An absolute path or a distant one never suggests a wider root.
    ///
    /// - Parameters:
    ///   - path: As the document has it, from its own folder.
    ///   - identity: Absolute and without links.
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

    /// The path that is left when all links are followed; of a file that is not there, that of its folder and its name.
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
    /// OpenAPI documents, which machines write and which are larger than specs. JSON is YAML too.
    static let openAPI = YAMLDialect(
        noun: "an OpenAPI document",
        opening: "openapi: 3.0.3",
        bytes: 128 * 1024 * 1024,
        depth: 256,
        nodes: 8_000_000,
        isForeign: true
    )
}
