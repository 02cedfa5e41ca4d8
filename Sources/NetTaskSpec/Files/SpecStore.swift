internal import Foundation

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
