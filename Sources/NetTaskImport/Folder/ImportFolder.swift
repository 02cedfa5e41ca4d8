package import NetTaskSpec

/// The folder that an import writes spec files and its report into. Files that no import wrote are never touched.
package struct ImportFolder: Sendable {
    package let path: String

    package static let reportName = "import-report.txt"

    private let folder: ManagedFolder

    package init(path: String) {
        self.path = path
        folder = ManagedFolder(path: path)
    }

    /// What imports wrote into the folder.
    package struct Contents: Sendable {
        package var files: [ImportedFile] = []
        /// What the last import was made from; nil where there was none.
        package var record: ImportRecord?
        /// The name of the spec that extends the others, which holds the record.
        package var main: String?
    }

    // MARK: Reading

    /// A folder that is not there is an empty one.
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

    /// Brings the folder to what an import made. Each file is replaced whole or not at all; after a failure, the same import
    /// can be repeated.
    /// - Parameters:
    ///   - files: The main file first.
    ///   - contents: What the folder holds.
    /// - Throws: `ImportFolderError` before anything is written, and `FileWriteError`.
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

    /// Writes the report in place of that of the last import.
    package func write(_ report: ImportReport) throws(FileWriteError) {
        try folder.write(report.text, to: Self.reportName)
    }
}

/// Why a folder cannot be imported into.
package enum ImportFolderError: PlacedError, Equatable {
    /// Somebody changed a file that an import wrote.
    case edited(path: String)
    /// There is a file of the name that no import wrote.
    case foreign(path: String)
    /// There is a file of the report's name that no import wrote.
    case foreignReport(path: String)
    case unreadable(path: String)

    package var code: DiagnosticCode {
        if case .unreadable = self { .unreadableFile } else { .foreignFile }
    }

    package var message: String {
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
        }
    }
}

/// The first lines of a file that an import wrote: that nobody edits it, and by what an edit is found.
enum ImportHeader {
    private static let mark =
        "# Written by `nettask import`; the next import writes it anew. Do not edit it: extend it by a spec of your own."
    private static let hashKey = "# content: "

    /// - Parameter record: For the main file.
    static func stamped(_ text: String, _ record: ImportRecord?) -> String {
        let text = ((record?.lines ?? [""]) + [text]).joined(separator: "\n")
        return "\(mark)\n\(hashKey)\(StableHash.of(text).hexadecimal(digits: 16))\n\(text)"
    }

    /// Whether an import wrote the file, however it was edited since.
    static func isImported(_ text: String) -> Bool { asWritten(text).hasPrefix(mark + "\n") }

    /// Whether it is as an import wrote it.
    static func isUnchanged(_ text: String) -> Bool {
        let parts = asWritten(text).split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0] == mark
            && parts[1] == "\(hashKey)\(StableHash.of(String(parts[2])).hexadecimal(digits: 16))"
    }

    /// What the main file holds; nil for another.
    static func record(_ text: String) -> ImportRecord? {
        let lines = asWritten(text).split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2)
        return ImportRecord(Array(lines.prefix { $0.hasPrefix("#") }))
    }

    /// Without what version control and editors add: a byte order mark, and line ends of Windows.
    private static func asWritten(_ text: String) -> String {
        let text = text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
        return text.replacing("\r\n", with: "\n")
    }
}
