import Foundation

/// The folder that generated files go to: it writes only what changed, and removes only what it once wrote.
package struct OutputFolder: Sendable {
    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// What there is to do, or was done, by file name.
    package struct Changes: Sendable, Equatable {
        package var created: [String] = []
        package var updated: [String] = []
        package var unchanged: [String] = []
        package var removed: [String] = []

        package var isEmpty: Bool { created.isEmpty && updated.isEmpty && removed.isEmpty }
    }

    /// Compares the folder with what it should hold, and touches nothing.
    /// - Parameters:
    ///   - specs: The specs of this run: files that they made and make no more are to be removed.
    ///   - prunes: Whether the files of all other specs are to be removed too.
    /// - Throws: `OutputError` if a file that is not ours is in the way, or the folder cannot be read.
    package func changes(for files: [GeneratedFile], specs: [String], prunes: Bool) throws -> Changes {
        var changes = Changes()
        for file in files {
            let existing = FileManager.default.contents(atPath: "\(path)/\(file.name)")
            if existing == nil {
                changes.created.append(file.name)
            } else if existing == Data(file.text.utf8) {
                changes.unchanged.append(file.name)
            } else if mark(ofFile: file.name) != nil {
                changes.updated.append(file.name)
            } else {
                throw OutputError.notOurs(path: "\(path)/\(file.name)")
            }
        }
        let marks = Set(specs.map(FileMark.init(spec:)))
        let made = Set(files.map { $0.name.lowercased() })
        for name in try existingNames() where name.hasSuffix(".swift") && !made.contains(name.lowercased()) {
            if let mark = mark(ofFile: name), prunes || marks.contains(mark) { changes.removed.append(name) }
        }
        return changes
    }

    /// Brings the folder to what it should hold. Each file is replaced whole or not at all.
    /// - Throws: `OutputError` if something cannot be written or removed.
    package func apply(_ changes: Changes, of files: [GeneratedFile]) throws {
        if changes.isEmpty { return }
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw OutputError.cannotWrite(path: path, reason: error.localizedDescription)
        }
        let pending = Set(changes.created + changes.updated)
        for file in files where pending.contains(file.name) {
            do {
                try Data(file.text.utf8).write(to: url(of: file.name), options: .atomic)
            } catch {
                throw OutputError.cannotWrite(path: "\(path)/\(file.name)", reason: error.localizedDescription)
            }
        }
        for name in changes.removed {
            do {
                try FileManager.default.removeItem(at: url(of: name))
            } catch {
                throw OutputError.cannotWrite(path: "\(path)/\(name)", reason: error.localizedDescription)
            }
        }
    }

    private func url(of name: String) -> URL {
        URL(fileURLWithPath: path, isDirectory: true).appendingPathComponent(name)
    }

    private func existingNames() throws -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return [] }
        guard isFolder.boolValue else { throw OutputError.noFolder(path: path) }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        } catch {
            throw OutputError.noFolder(path: path)
        }
    }

    private func mark(ofFile name: String) -> FileMark? {
        guard let handle = try? FileHandle(forReadingFrom: url(of: name)) else { return nil }
        defer { try? handle.close() }
        // Longer than any path.
        guard let start = try? handle.read(upToCount: 8192) else { return nil }
        return FileMark(firstLineOf: String(decoding: start, as: UTF8.self))
    }
}
