package import NetTaskSpec

/// The folder that an import writes spec files and its report to. Files that no import wrote are never changed.
package struct ImportFolder: Sendable {
    package let path: String

    package static let reportName = "import-report.txt"

    private let folder: ManagedFolder

    package init(path: String) {
        self.path = path
        folder = ManagedFolder(path: path)
    }

    /// The files that imports wrote to the folder.
    package struct Contents: Sendable {
        package var files: [ImportedFile] = []
        /// The record of the last import, or `nil` if there was no import.
        package var record: ImportRecord?
        /// The name of the spec that extends the others. This spec contains the record.
        package var main: String?
    }

    // MARK: Reading

    /// Reads the folder. A missing folder counts as empty.
    package func contents() throws(ImportFolderError) -> Contents {
        if folder.exists(Self.reportName) {
            guard let text = folder.start(of: Self.reportName, upTo: 65_536),
                ImportReport.isFirstLine(text.prefix { $0 != UInt8(ascii: "\n") })
            else { throw .foreignReport(path: "\(path)/\(Self.reportName)") }
        }
        guard let names = folder.names() else { throw .unreadable(path: path) }
        var contents = Contents()
        for name in names where name.hasSuffix(".nettask.yaml") {
            let text = try text(of: name)
            guard ImportHeader.isImported(text) else { continue }
            guard ImportHeader.isUnchanged(text) else { throw .edited(path: "\(path)/\(name)") }
            contents.files.append(ImportedFile(name: name, text: text))
            if let record = ImportHeader.record(text) { (contents.record, contents.main) = (record, name) }
        }
        return contents
    }

    private func text(of name: String) throws(ImportFolderError) -> String {
        guard let bytes = folder.start(of: name, upTo: YAMLBudget.bytes + 1), bytes.count <= YAMLBudget.bytes else {
            throw .unreadable(path: "\(path)/\(name)")
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Writing

    /// Updates the folder with the result of an import. Each file is either replaced as a whole or not changed. After a failure,
    /// the same import can be repeated.
    /// - Parameters:
    ///   - files: The files. The main file is first.
    ///   - contents: The current contents of the folder.
    /// - Throws: `ImportFolderError` before the first change, and `FileWriteError`.
    @discardableResult
    package func write(
        _ files: [ImportedFile],
        _ record: ImportRecord,
        over contents: Contents
    ) throws -> ManagedFolder.Changes {
        var changes = ManagedFolder.Changes()
        guard let main = files.first?.name else { return changes }
        let old = Dictionary(contents.files.map { ($0.name, $0.text) }) { first, _ in first }
        for name in files.map(\.name) where old[name] == nil && folder.exists(name) {
            throw ImportFolderError.foreign(path: "\(path)/\(name)")
        }
        changes.removed = old.keys.filter { name in !files.contains { $0.name == name } }.sorted()
        var texts: [String: String] = [:]
        for file in files {
            let text = ImportHeader.stamped(file.text, file.name == main ? record : nil)
            texts[file.name] = text
            changes.add(file.name, isSame: old[file.name].map { $0 == text })
        }
        try folder.apply(changes) { texts[$0] }
        return changes
    }

    /// Writes the report, and replaces the report of the last import.
    package func write(_ report: ImportReport) throws(FileWriteError) {
        try folder.write(report.text, to: Self.reportName)
    }
}

/// The reason why an import cannot use a folder.
package enum ImportFolderError: PlacedError, Equatable {
    /// A file that an import wrote was edited.
    case edited(path: String)
    /// A file with this name exists, and no import wrote it.
    case foreign(path: String)
    /// A file with the report's name exists, and no import wrote it.
    case foreignReport(path: String)
    case unreadable(path: String)

    package var code: DiagnosticCode {
        if case .unreadable = self { .unreadableFile } else { .foreignFile }
    }

    package var message: String {
        switch self {
        case .edited(let path):
            "\(path) was edited after an import wrote it, and this import would discard the edits; "
                + "move them to a spec of your own that extends the imported one, restore the file, and import again"
        case .foreign(let path):
            "\(path) was not written by an import, and this import would replace it; rename it, or import into another folder"
        case .foreignReport(let path):
            "\(path) is not a report of an import, and this import would replace it; rename it, or import into another folder"
        case .unreadable(let path):
            "\(path) cannot be read"
        }
    }
}

/// The first lines of a file that an import wrote. They ask readers not to edit the file, and contain a hash that reveals edits.
enum ImportHeader {
    /// The start of the first line. Only this part identifies a file, so that folders outlive changes of the other words.
    private static let (author, hashKey) = ("# Written by `nettask import`", "# content: ")
    private static let mark =
        author + ", which replaces it at the next import. Do not edit it; extend it with a spec of your own."

    /// - Parameter record: The record, for the main file only.
    static func stamped(_ text: String, _ record: ImportRecord?) -> String {
        let text = ((record?.lines ?? [""]) + [text]).joined(separator: "\n")
        return "\(mark)\n\(hashKey)\(StableHash.of(text).hexadecimal(digits: 16))\n\(text)"
    }

    /// Whether an import wrote the file, even if it was edited later.
    static func isImported(_ text: String) -> Bool { asWritten(text).hasPrefix(author) }

    /// Whether the file is unchanged since an import wrote it.
    static func isUnchanged(_ text: String) -> Bool {
        let parts = asWritten(text).split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0].hasPrefix(author)
            && parts[1] == "\(hashKey)\(StableHash.of(String(parts[2])).hexadecimal(digits: 16))"
    }

    /// Returns the record in the main file, or `nil` for another file.
    static func record(_ text: String) -> ImportRecord? {
        let lines = asWritten(text).split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2)
        return ImportRecord(Array(lines.prefix { $0.hasPrefix("#") }))
    }

    /// Returns the text without a byte order mark and line ends of Windows, which version control and editors may add.
    private static func asWritten(_ text: String) -> String {
        let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
        return text.replacing("\r\n", with: "\n")
    }
}
