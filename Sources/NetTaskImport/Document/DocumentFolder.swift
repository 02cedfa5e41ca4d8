internal import Foundation
import NetTaskSpec

/// The folder below which the files of an import are: a document may come from anywhere, and what it refers to must not lead
/// to files that are nobody's business.
struct DocumentFolder {
    /// As messages call it.
    let name: String
    /// Without links, and with a slash at its end.
    private let prefix: String

    /// Of the file system, which is no place for documents even below `/`.
    private static let special = ["/dev/", "/proc/", "/sys/"]

    /// - Parameters:
    ///   - root: The folder; by default that of the document.
    ///   - resolve: Makes an absolute path without links of one.
    init(of document: String, root: String?, resolve: (String) -> String) {
        let folder = root ?? document.lastIndex(of: "/").map { String(document[...$0]) } ?? "."
        name = root.map(\.quotedForMessage) ?? "the folder of the document"
        let resolved = resolve(folder)
        prefix = resolved.hasSuffix("/") ? resolved : resolved + "/"
    }

    /// - Parameter path: Absolute and without links.
    func contains(_ path: String) -> Bool {
        let path = path.utf8
        return path.starts(with: prefix.utf8) && !Self.special.contains { path.starts(with: $0.utf8) }
    }

    // MARK: Paths

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

    static func resolvedInMemory(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.path
    }
}
