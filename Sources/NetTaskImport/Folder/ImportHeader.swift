internal import NetTaskSpec

/// The first lines of a file that an import wrote: that nobody edits it, and by what an edit is found.
enum ImportHeader {
    private static let mark =
        "# Written by `nettask import`; the next import writes it anew. Do not edit it: extend it by a spec of your own."
    private static let hashKey = "# content: "

    /// - Parameter record: For the main file.
    static func stamped(_ file: ImportedFile, _ record: ImportRecord?) -> ImportedFile {
        let text = ((record?.lines ?? [""]) + [file.text]).joined(separator: "\n")
        return ImportedFile(name: file.name, text: "\(mark)\n\(hashKey)\(hash(text))\n\(text)")
    }

    /// Whether an import wrote the file, however it was edited since.
    static func isImported(_ text: String) -> Bool { asWritten(text).hasPrefix(mark + "\n") }

    /// Whether it is as an import wrote it.
    static func isUnchanged(_ text: String) -> Bool {
        let parts = asWritten(text).split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0] == mark && parts[1] == "\(hashKey)\(hash(parts[2]))"
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

    private static func hash(_ text: some StringProtocol) -> String { StableHash.of(String(text)).hexadecimal }
}
