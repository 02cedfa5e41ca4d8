internal import Foundation
internal import NetTaskSpec

/// The folder that an import writes spec files into. Files that no import wrote are never touched.
package struct ImportFolder: Sendable {
    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// What imports wrote into the folder.
    package struct Contents: Sendable {
        package var files: [ImportedFile] = []
        /// What the last import was made from; nil where there was none.
        package var record: ImportRecord?
    }

    /// The names of files by what a write did to them.
    package struct Changes: Sendable, Equatable {
        package var created: [String] = []
        package var updated: [String] = []
        package var unchanged: [String] = []
        package var removed: [String] = []
    }

    /// A folder that is not there is an empty one.
    package func contents() throws(ImportFolderError) -> Contents {
        guard FileManager.default.fileExists(atPath: path) else { return Contents() }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw .unreadable(path: path)
        }
        var contents = Contents()
        for name in names.sorted() where name.hasSuffix(".nettask.yaml") {
            let text = try text(of: name)
            guard ImportHeader.isImported(text) else { continue }
            guard ImportHeader.isUnchanged(text) else { throw .edited(path: "\(path)/\(name)") }
            contents.files.append(ImportedFile(name: name, text: text))
            if let record = ImportHeader.record(text) { contents.record = record }
        }
        return contents
    }

    private func text(of name: String) throws(ImportFolderError) -> String {
        let url = url(of: name).resolvingSymlinksInPath()
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        // To open a pipe would wait for somebody to write into it.
        guard attributes?[.type] as? FileAttributeType == .typeRegular,
            let size = attributes?[.size] as? NSNumber, size.intValue <= YAMLBudget.bytes,
            let data = try? Data(contentsOf: url)
        else { throw .unreadable(path: "\(path)/\(name)") }
        return String(decoding: data, as: UTF8.self)
    }

    /// Brings the folder to what an import made. Each file is replaced whole or not at all; after a failure, the same import
    /// can be repeated.
    /// - Parameters:
    ///   - files: The main file first.
    ///   - contents: What the folder holds.
    @discardableResult
    package func write(
        _ files: [ImportedFile],
        _ record: ImportRecord,
        over contents: Contents
    ) throws(ImportFolderError) -> Changes {
        guard let main = files.first?.name else { return Changes() }
        let old = Dictionary(contents.files.map { ($0.name, $0.text) }) { first, _ in first }
        for name in files.map(\.name) where old[name] == nil && isThere(name) {
            throw .foreign(path: "\(path)/\(name)")
        }
        var changes = Changes()
        changes.removed = old.keys.filter { name in !files.contains { $0.name == name } }.sorted()
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            // Before others are written: names may differ in capitals alone, which some disks do not tell apart.
            for name in changes.removed { try FileManager.default.removeItem(at: url(of: name)) }
            for file in files {
                let file = ImportHeader.stamped(file, file.name == main ? record : nil)
                if old[file.name] == file.text {
                    changes.unchanged.append(file.name)
                    continue
                }
                try Data(file.text.utf8).write(to: url(of: file.name), options: .atomic)
                if old[file.name] == nil {
                    changes.created.append(file.name)
                } else {
                    changes.updated.append(file.name)
                }
            }
        } catch {
            throw .cannotWrite(path: path, reason: error.localizedDescription)
        }
        return changes
    }

    private func isThere(_ name: String) -> Bool {
        (try? FileManager.default.attributesOfItem(atPath: url(of: name).path)) != nil
    }

    private func url(of name: String) -> URL {
        URL(fileURLWithPath: path, isDirectory: true).appendingPathComponent(name)
    }
}

/// Why a folder cannot be imported into.
package enum ImportFolderError: Error, Equatable {
    /// Somebody changed a file that an import wrote.
    case edited(path: String)
    /// There is a file of the name that no import wrote.
    case foreign(path: String)
    /// There is a file of the report's name that no import wrote.
    case foreignReport(path: String)
    case unreadable(path: String)
    case cannotWrite(path: String, reason: String)
}

extension ImportFolderError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .edited(let path):
            "\(path) was edited after the import that wrote it, and the edit would be lost; move it to a spec of yours that "
                + "extends the imported one, restore the file, and import again"
        case .foreign(let path):
            "\(path) was not written by an import, which would replace it; rename it, or import into another folder"
        case .foreignReport(let path):
            "\(path) is no report of an import, which would replace it; rename it, or import into another folder"
        case .unreadable(let path):
            "\(path) cannot be read"
        case .cannotWrite(let path, let reason):
            "\(path) cannot be written: \(reason)"
        }
    }
}
