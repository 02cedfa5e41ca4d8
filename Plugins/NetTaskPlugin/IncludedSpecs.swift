import Foundation

/// The specs that specs include, wherever they are: what changes there changes what is generated.
///
/// A plugin has no YAML parser to ask. All that looks like the path of a spec counts: a file too many does no harm.
enum IncludedSpecs {
    /// All that these files include, and what that includes, but for the files themselves.
    static func of(_ specs: [URL]) -> [URL] {
        var seen = Set(specs.map(\.resolvedPath))
        var included: [URL] = []
        var pending = specs
        while let spec = pending.popLast() {
            guard let text = try? String(contentsOf: spec, encoding: .utf8) else { continue }
            for path in paths(in: text) {
                let file = URL(fileURLWithPath: path, relativeTo: spec.deletingLastPathComponent()).standardizedFileURL
                guard isFile(file), seen.insert(file.resolvedPath).inserted else { continue }
                included.append(file)
                pending.append(file)
            }
        }
        return included.sorted { $0.path < $1.path }
    }

    private static func paths(in text: String) -> [String] {
        text.split { $0.isNewline || ",[]\"'".contains($0) }.compactMap { piece in
            var piece = piece
            if let comment = piece.range(of: " #") { piece = piece[..<comment.lowerBound] }
            let path = piece.drop { $0 == " " || $0 == "-" }.trimmingCharacters(in: .whitespaces)
            return GenerateCommand.isSpec(path) ? path : nil
        }
    }

    private static func isFile(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && !isFolder.boolValue
    }
}

extension URL {
    fileprivate var resolvedPath: String { resolvingSymlinksInPath().path }
}
