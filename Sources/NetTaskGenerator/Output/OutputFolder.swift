package import NetTaskSpec

/// The folder that generated files go to: it writes only what changed, and removes only what it once wrote.
package struct OutputFolder: Sendable {
    package let path: String
    private let folder: ManagedFolder

    package init(path: String) {
        self.path = path
        folder = ManagedFolder(path: path)
    }

    /// Compares the folder with what it should hold, and touches nothing.
    /// - Parameters:
    ///   - specs: The specs of this run: files that they made and make no more are to be removed.
    ///   - prunes: Whether the files of all other specs are to be removed too.
    /// - Throws: `OutputError` if a file that is not ours, or is another spec's, is in the way, or the folder cannot be
    ///   read.
    package func changes(
        for files: [GeneratedFile],
        specs: [String],
        prunes: Bool
    ) throws(OutputError) -> ManagedFolder.Changes {
        guard let names = folder.names() else { throw OutputError.noFolder(path: path) }
        let existing = Set(names)
        var changes = ManagedFolder.Changes()
        for file in files {
            guard folder.exists(file.name) else {
                changes.add(file.name, isSame: nil)
                continue
            }
            guard let mark = mark(ofFile: file.name) else { throw .notOurs(path: "\(path)/\(file.name)") }
            guard mark == file.mark || prunes else {
                throw .ofAnotherSpec(path: "\(path)/\(file.name)", spec: mark.spec, new: file.mark.spec)
            }
            changes.add(file.name, isSame: folder.has(file.text, in: file.name))
        }
        let marks = Set(specs.map(FileMark.init(spec:)))
        let made = Dictionary(files.map { ($0.name.lowercased(), $0.name) }, uniquingKeysWith: { first, _ in first })
        for name in names where FileNames.isGenerated(name) {
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
    package func apply(_ changes: ManagedFolder.Changes, of files: [GeneratedFile]) throws(FileWriteError) {
        let texts = Dictionary(files.map { ($0.name, $0.text) }) { first, _ in first }
        try folder.apply(changes) { texts[$0] }
    }

    /// The mark of a regular file; nil for one that is not ours, or cannot be read.
    private func mark(ofFile name: String) -> FileMark? {
        // Longer than any path.
        folder.start(of: name, upTo: 8192).flatMap { FileMark(firstLineOf: String(decoding: $0, as: UTF8.self)) }
    }
}

/// The output folder cannot hold what it should.
package enum OutputError: PlacedError, Equatable {
    case notOurs(path: String)
    case ofAnotherSpec(path: String, spec: String, new: String)
    case noFolder(path: String)

    package var code: DiagnosticCode {
        if case .noFolder = self { .unreadableFile } else { .foreignFile }
    }

    package var message: String {
        switch self {
        case .notOurs(let path):
            "\(path) is in the way: nettask did not make it and will not replace it; move it or choose another --output"
        case .ofAnotherSpec(let path, let spec, let new):
            "\(path) was made from \(spec), not from \(new): choose another --output, say --prune to replace "
                + "what other specs made, or --root if it is the same spec from another folder"
        case .noFolder(let path):
            "\(path) is not a folder, or cannot be read; choose another --output"
        }
    }
}
