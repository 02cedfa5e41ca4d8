import NetTaskSpec

/// The files of an import: the document, and those that it refers to, which are below one folder.
final class DocumentFiles {
    private let load: (_ path: String, _ number: Int) -> YAMLFile
    private let resolve: (_ path: String) -> String
    /// What the caller names as the root; by default it is the folder of the document.
    private let namedRoot: String?
    private var folder: DocumentFolder?
    private var roots: [String: DocumentValue?] = [:]
    /// The same by the paths that were asked for, since most references stay in one file.
    private var rootsByPath: [String: DocumentValue] = [:]
    /// All files that were read, by the numbers that places in them have.
    private(set) var all: [YAMLFile] = []
    private(set) var documents: [DocumentValue] = []

    /// More than these are a circle of names rather than a document.
    private static let limit = 1_000

    /// Files of the disk.
    ///
    /// - Parameter root: The folder below which files are that a document refers to; by default that of the document.
    init(root: String? = nil) {
        namedRoot = root
        load = { YAMLFile(path: $0, number: $1, dialect: .openAPI) }
        resolve = DocumentFolder.resolvedOnDisk
    }

    /// Texts by their paths.
    init(_ texts: [String: [UInt8]], root: String? = nil) {
        namedRoot = root
        load = { path, number in
            guard let bytes = texts[path] else { return YAMLFile(missing: path, number: number) }
            return YAMLFile(path: path, number: number, bytes: bytes, dialect: .openAPI)
        }
        resolve = DocumentFolder.resolvedInMemory
    }

    /// Lets go of the values, which hold the run that holds these files.
    func forget() {
        roots = [:]
        rootsByPath = [:]
        documents = []
    }

    func path(ofFile number: Int) -> String { all[number].path }

    /// The root of a file that was read.
    func root(ofFile number: Int) -> DocumentValue? { documents.first { $0.range.file == number } }

    // MARK: Reading

    /// The root of the document itself; nil if it cannot be read, which is reported.
    func document(_ path: String, _ run: ImportRun) -> DocumentValue? {
        folder = DocumentFolder(of: path, root: namedRoot, resolve: resolve)
        let file = load(path, run.diagnostics.add(file: path))
        all.append(file)
        let root = file.root(run.diagnostics).map { DocumentValue(node: $0, path: .root, run: run) }
        if let root { keep(root, path, resolve(path)) }
        return root
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
        if let problem = problem(with: path, identity) {
            run.diagnostics.warning(problem, at: place)
            return nil
        }
        guard roots[identity] == nil else {
            run.diagnostics.warning("\(path.quotedForMessage) cannot be read; another reference says why", at: place)
            return nil
        }
        roots[identity] = .some(nil)
        let file = load(path, run.diagnostics.add(file: path))
        all.append(file)
        if let problem = file.problem {
            run.diagnostics.warning("\(path.quotedForMessage) cannot be read: \(problem)", at: place)
            return nil
        }
        let found = DiagnosticCollector(files: run.diagnostics.files)
        guard let node = file.root(found), !node.isScalar else {
            let fault = found.diagnostics().first.map { ", from line \($0.place.range.start.line) on" } ?? ""
            run.diagnostics.warning("\(path.quotedForMessage) is no document of YAML or JSON\(fault)", at: place)
            return nil
        }
        run.diagnostics.add(found)
        let root = DocumentValue(node: node, path: .root, run: run)
        keep(root, path, identity)
        return root
    }

    /// Why a file is not read, whatever it holds.
    private func problem(with path: String, _ identity: String) -> String? {
        if let folder, !folder.contains(identity) {
            return "\(path.quotedForMessage) is not below \(folder.name), and no other files are read; move it there, "
                + "or name a folder that holds both with `--root`"
        }
        return all.count < Self.limit ? nil : "more than \(Self.limit) files are referred to"
    }

    private func keep(_ root: DocumentValue, _ path: String, _ identity: String) {
        roots[identity] = root
        rootsByPath[path] = root
        documents.append(root)
    }
}

extension YAMLNode {
    fileprivate var isScalar: Bool {
        if case .scalar = content { true } else { false }
    }
}
