import Foundation

/// The folder of a generated package. Files in it that are not ours are left as they are.
package struct PackageFolder: Sendable {
    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// What there is to do, or was done, by path from the folder.
    package struct Changes: Sendable, Equatable {
        package var created: [String] = []
        package var updated: [String] = []
        package var unchanged: [String] = []
        /// Not ours, and so not touched.
        package var kept: [String] = []

        package var isEmpty: Bool { created.isEmpty && updated.isEmpty }
    }

    /// Compares the folder with what it should hold, and touches nothing.
    package func changes(for files: [PackageFile]) -> Changes {
        var changes = Changes()
        for file in files {
            let path = "\(path)/\(file.path)"
            guard (try? FileManager.default.attributesOfItem(atPath: path)) != nil else {
                changes.created.append(file.path)
                continue
            }
            let text = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
            guard let text, PackageFile.isGenerated(text) else {
                changes.kept.append(file.path)
                continue
            }
            if text == file.text { changes.unchanged.append(file.path) } else { changes.updated.append(file.path) }
        }
        return changes
    }

    /// Writes what changed. Each file is replaced whole or not at all.
    /// - Throws: `OutputError` if something cannot be written.
    package func apply(_ changes: Changes, of files: [PackageFile]) throws {
        let pending = Set(changes.created + changes.updated)
        for file in files where pending.contains(file.path) {
            let url = URL(fileURLWithPath: "\(path)/\(file.path)")
            do {
                let folder = url.deletingLastPathComponent()
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data(file.text.utf8).write(to: url, options: .atomic)
            } catch {
                throw OutputError.cannotWrite(path: "\(path)/\(file.path)", reason: error.localizedDescription)
            }
        }
    }
}
