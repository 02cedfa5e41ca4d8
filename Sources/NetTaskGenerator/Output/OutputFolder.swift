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
    /// - Throws: `OutputError` if a file that is not ours, or is another spec's, is in the way, or the folder cannot be
    ///   read.
    package func changes(for files: [GeneratedFile], specs: [String], prunes: Bool) throws -> Changes {
        let existing = try existingNames()
        var changes = Changes()
        for file in files {
            guard exists(file.name) else {
                changes.created.append(file.name)
                continue
            }
            guard let mark = mark(ofFile: file.name) else {
                throw OutputError.notOurs(path: "\(path)/\(file.name)")
            }
            guard mark == file.mark || prunes else {
                throw OutputError.ofAnotherSpec(path: "\(path)/\(file.name)", spec: mark.spec, new: file.mark.spec)
            }
            let isSame = FileManager.default.contents(atPath: "\(path)/\(file.name)") == Data(file.text.utf8)
            if isSame { changes.unchanged.append(file.name) } else { changes.updated.append(file.name) }
        }
        let marks = Set(specs.map(FileMark.init(spec:)))
        let made = Dictionary(files.map { ($0.name.lowercased(), $0.name) }, uniquingKeysWith: { first, _ in first })
        for name in existing.sorted() where FileNames.isGenerated(name) {
            if let new = made[name.lowercased()] {
                // Where file systems do not tell letters of different case apart, this is the file that was made.
                let isAnotherFile = name != new && (existing.contains(new) || changes.created.contains(new))
                if !isAnotherFile { continue }
            }
            if let mark = mark(ofFile: name), prunes || marks.contains(mark) { changes.removed.append(name) }
        }
        return changes
    }

    /// Brings the folder to what it should hold. Each file is replaced whole or not at all.
    /// - Throws: `OutputError` if something cannot be written or removed.
    package func apply(_ changes: Changes, of files: [GeneratedFile]) throws {
        if changes.isEmpty { return }
        try OutputError.writing(path) {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        let pending = Set(changes.created + changes.updated)
        for file in files where pending.contains(file.name) {
            try OutputError.writing("\(path)/\(file.name)") {
                try Data(file.text.utf8).write(to: url(of: file.name), options: .atomic)
            }
        }
        for name in changes.removed {
            try OutputError.writing("\(path)/\(name)") { try FileManager.default.removeItem(at: url(of: name)) }
        }
    }

    private func url(of name: String) -> URL {
        URL(fileURLWithPath: path, isDirectory: true).appendingPathComponent(name)
    }

    /// Whether there is anything of that name, readable or not.
    private func exists(_ name: String) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")) != nil
    }

    private func existingNames() throws -> Set<String> {
        guard (try? FileManager.default.attributesOfItem(atPath: path)) != nil else { return [] }
        do {
            return Set(try FileManager.default.contentsOfDirectory(atPath: path))
        } catch {
            throw OutputError.noFolder(path: path)
        }
    }

    /// The mark of a regular file; nil for one that is not ours, or cannot be read.
    private func mark(ofFile name: String) -> FileMark? {
        let url = url(of: name).resolvingSymlinksInPath()
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        // To open a pipe would wait for somebody to write into it.
        guard attributes?[.type] as? FileAttributeType == .typeRegular else { return nil }
        guard let handle = try? FileHandle(forReadingFrom: url) else { return nil }
        defer { try? handle.close() }
        // Longer than any path.
        guard let start = try? handle.read(upToCount: 8192) else { return nil }
        return FileMark(firstLineOf: String(decoding: start, as: UTF8.self))
    }
}

/// The output folder cannot be brought to what it should hold.
package enum OutputError: Error, Equatable, CustomStringConvertible {
    case notOurs(path: String)
    case ofAnotherSpec(path: String, spec: String, new: String)
    case noFolder(path: String)
    case cannotWrite(path: String, reason: String)

    /// Does what changes a file or a folder.
    package static func writing(_ path: String, _ change: () throws -> Void) throws(OutputError) {
        do {
            try change()
        } catch {
            throw .cannotWrite(path: path, reason: error.localizedDescription)
        }
    }

    package var description: String {
        switch self {
        case .notOurs(let path):
            "error: \(path) is in the way: nettask did not make it and will not replace it; move it or choose another --output"
        case .ofAnotherSpec(let path, let spec, let new):
            "error: \(path) was made from \(spec), not from \(new): choose another --output, say --prune to replace "
                + "what other specs made, or --root if it is the same spec from another folder"
        case .noFolder(let path):
            "error: \(path) is no folder that can be read; choose another --output"
        case .cannotWrite(let path, let reason):
            "error: \(path) cannot be written: \(reason)"
        }
    }
}
