import Foundation

/// Writes our templates into a folder, for the user to change.
package struct TemplateExport: Sendable {
    package let folder: String

    package init(folder: String) {
        self.folder = folder
    }

    /// - Parameter force: Whether templates that differ from ours are replaced.
    /// - Returns: The paths of the templates that were written; those that are there as they should be are not.
    /// - Throws: `TemplateError` if a template was changed and must not be replaced, in which case nothing is written, or
    ///   if something cannot be written.
    @discardableResult
    package func write(force: Bool) throws -> [String] {
        var pending: [(path: String, text: String)] = []
        for (name, text) in Templates.builtInSources.sorted(by: { $0.key < $1.key }) {
            let path = "\(folder)/\(name).mustache"
            guard (try? FileManager.default.attributesOfItem(atPath: path)) != nil else {
                pending.append((path, text))
                continue
            }
            guard FileManager.default.contents(atPath: path) != Data(text.utf8) else { continue }
            guard force else {
                throw TemplateError(path: path, message: "this is not NetTask's template; say --force to replace it")
            }
            pending.append((path, text))
        }
        for (path, text) in pending {
            do {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
            } catch {
                throw TemplateError(path: path, message: "it cannot be written: \(error.localizedDescription)")
            }
        }
        return pending.map(\.path)
    }
}
