import Foundation

/// The specs that specs extend, in any folder.
///
/// A plugin has no YAML parser. It reads only the lines of the key `extends:`, at the beginning of a line.
/// `nettask-generate` stops with an error if it reads other files than these.
enum ExtendedSpecs {
    static func isSpec(_ path: String) -> Bool {
        path.hasSuffix(".nettask.yaml") || path.hasSuffix(".nettask.yml")
    }

    /// All files that these files extend, at any depth.
    ///
    /// - Parameter known: Files that are not followed and not returned.
    static func all(of specs: [URL], besides known: [URL]) -> [URL] {
        var seen = Set(known.map(\.resolvedPath))
        var found: [URL] = []
        var pending = specs
        while let spec = pending.popLast() {
            guard let text = try? String(contentsOf: spec, encoding: .utf8) else { continue }
            for path in paths(in: value(of: "extends", in: text)) {
                let file = URL(fileURLWithPath: path, relativeTo: spec.deletingLastPathComponent()).standardizedFileURL
                guard isFile(file), seen.insert(file.resolvedPath).inserted else { continue }
                found.append(file)
                pending.append(file)
            }
        }
        return found.sorted { $0.path < $1.path }
    }

    /// Whether one of these files has the line `mocks: true`. `nettask-generate` stops with an error if a client has mocks otherwise.
    static func haveMocks(_ specs: [URL]) -> Bool {
        specs.contains { spec in
            let text = (try? String(contentsOf: spec, encoding: .utf8)) ?? ""
            return value(of: "mocks", in: text).drop { $0 == " " }.hasPrefix("true")
        }
    }

    /// The lines of the value of a key at the beginning of a line.
    private static func value(of key: String, in text: String) -> String {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let start = lines.firstIndex { $0.hasPrefix(key) && $0.dropFirst(key.count).first { $0 != " " } == ":" }
        guard let start else { return "" }
        var value = String(lines[start].dropFirst(key.count).drop { $0 == " " }.dropFirst())
        for line in lines[(start + 1)...] {
            let isOpen = value.contains("[") && !value.contains("]")
            guard isOpen || line.first.map({ " \t-#]".contains($0) }) ?? true else { break }
            value += "\n" + line
        }
        return value
    }

    private static func paths(in text: String) -> [String] {
        text.split { $0.isNewline || ",[]\"'".contains($0) }.compactMap { piece in
            var piece = piece
            if let comment = piece.range(of: " #") { piece = piece[..<comment.lowerBound] }
            let path = piece.drop { $0 == " " || $0 == "-" }.trimmingCharacters(in: .whitespaces)
            return isSpec(path) ? path : nil
        }
    }

    private static func isFile(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && !isFolder.boolValue
    }
}

extension URL {
    var resolvedPath: String { resolvingSymlinksInPath().path }
}
