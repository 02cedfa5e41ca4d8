internal import Foundation
import NetTaskSpec

/// The files of an import: the document, and those beside it that it refers to.
final class DocumentFiles {
    private let load: (_ path: String, _ number: Int) -> YAMLFile
    private var roots: [String: DocumentValue?] = [:]
    /// The same by the paths that were asked for, since most references stay in one file.
    private var rootsByPath: [String: DocumentValue] = [:]
    /// All files that were read, by the numbers that places in them have.
    private(set) var all: [YAMLFile] = []
    private(set) var documents: [DocumentValue] = []

    /// More than these are a circle of names rather than a document.
    private static let limit = 1_000

    /// Files of the disk.
    init() {
        load = { YAMLFile(path: $0, number: $1, dialect: .openAPI) }
    }

    /// Texts by their paths.
    init(_ texts: [String: [UInt8]]) {
        load = { path, number in
            guard let bytes = texts[path] else { return YAMLFile(missing: path, number: number) }
            return YAMLFile(path: path, number: number, bytes: bytes, dialect: .openAPI)
        }
    }

    /// The root of a file, which is read once; nil if it cannot be read, which is reported.
    ///
    /// - Parameter place: Where it is referred to; nil for the document itself.
    func root(_ path: String, from place: SourceRange?, _ run: ImportRun) -> DocumentValue? {
        if let known = rootsByPath[path] { return known }
        let identity = URL(fileURLWithPath: path).standardizedFileURL.path
        if let known = roots[identity] { return known }
        roots[identity] = .some(nil)
        guard all.count < Self.limit else {
            if let place { run.diagnostics.error("more than \(Self.limit) files are referred to", at: place) }
            return nil
        }
        let file = load(path, run.diagnostics.add(file: path))
        all.append(file)
        if let problem = file.problem, let place {
            run.diagnostics.error("\(path.quotedForMessage) cannot be read: \(problem)", at: place)
            return nil
        }
        guard let node = file.root(run.diagnostics) else { return nil }
        let root = DocumentValue(node: node, path: .root, run: run)
        roots[identity] = root
        rootsByPath[path] = root
        documents.append(root)
        return root
    }

    func path(ofFile number: Int) -> String { all[number].path }
}
