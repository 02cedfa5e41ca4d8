import Foundation
package import NetTaskSpec

/// Applies the certain fixes of diagnostics to spec files.
package struct SpecFixer {
    /// The effect of a fix.
    package struct Change: Sendable, Equatable {
        /// The place in the file before this fix.
        package var place: Diagnostic.Place
        package var old: String
        package var text: String
    }

    /// Whether a file with this text must not be edited, such as a file of an import.
    private let isKept: (_ text: String) -> Bool

    /// The maximum number of rounds. A fix may reveal another mistake with a certain fix, and of mistakes in YAML itself, only
    /// the first is found.
    private static let roundLimit = 1_000

    /// - Parameter isKept: Whether a file with this text must not be edited.
    package init(keepsFile isKept: @escaping (_ text: String) -> Bool) {
        self.isKept = isKept
    }

    /// Fixes the specs of a run, and the files that they extend, until no certain fix is left. Each file is replaced as a
    /// whole.
    ///
    /// - Parameters:
    ///   - paths: The paths of the specs.
    ///   - report: Called for each change, after its file is written: a later file may fail.
    package func fix(_ paths: [String], report: (Change) -> Void) throws(FileWriteError) {
        for _ in 0..<Self.roundLimit {
            let fixes = SpecReader.read(paths: paths).diagnostics.flatMap(\.fixes).filter(\.isCertain)
            var isChanged = false
            for (path, fixes) in Dictionary(grouping: fixes, by: \.place.file).sorted(by: { $0.key < $1.key }) {
                let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
                guard let data = try? Data(contentsOf: url), !isKept(String(decoding: data, as: UTF8.self)),
                    FileManager.default.isWritableFile(atPath: url.path)
                else { continue }
                let (bytes, made) = Self.applying(fixes, to: Array(data))
                guard !made.isEmpty else { continue }
                let folder = ManagedFolder(path: url.deletingLastPathComponent().path)
                let mode = try? FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions]
                try folder.write(String(decoding: bytes, as: UTF8.self), to: url.lastPathComponent)
                if let mode {
                    try? FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
                }
                made.forEach(report)
                isChanged = true
            }
            if !isChanged { break }
        }
    }

    /// Applies fixes to the bytes of their file, in the order of their places. If fixes overlap, only the first is applied.
    package static func applying(_ fixes: [Diagnostic.Fix], to bytes: [UInt8]) -> (bytes: [UInt8], changes: [Change]) {
        let lines = LineTable(bytes)
        var result: [UInt8] = []
        var changes: [Change] = []
        var end = 0
        var last: Int?
        for fix in fixes.sorted(by: { $0.place.range.start < $1.place.range.start }) {
            let range = fix.place.range
            guard let start = lines.offset(of: range.start), let stop = lines.offset(of: range.end), start <= stop,
                start >= end, start != last
            else { continue }
            // The place of a value begins at its anchor or tag, which would be lost, and a block ends after its last line.
            if start < stop, "&!|>".utf8.contains(bytes[start]) { continue }
            result += bytes[end..<start] + Array(fix.text.utf8)
            let old = String(decoding: bytes[start..<stop], as: UTF8.self)
            changes.append(Change(place: fix.place, old: old, text: fix.text))
            (end, last) = (stop, start)
        }
        return (result + bytes[end...], changes)
    }
}

/// The starts of the lines of a file. Lines end with LF, CR LF or CR, and the first line follows the byte order mark.
private struct LineTable {
    private let bytes: [UInt8]
    private var starts: [Int]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        starts = [bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0]
        for index in bytes.indices {
            let isReturn = bytes[index] == 0x0D && (index + 1 == bytes.count || bytes[index + 1] != 0x0A)
            if isReturn || bytes[index] == 0x0A { starts.append(index + 1) }
        }
    }

    /// The offset of a place, whose column counts Unicode scalars; `nil` for a place outside of its line.
    func offset(of position: SourceRange.Position) -> Int? {
        guard starts.indices.contains(position.line - 1) else { return nil }
        var offset = starts[position.line - 1]
        for _ in 1..<max(position.column, 1) {
            guard offset < bytes.count, bytes[offset] != 0x0A else { return nil }
            offset += 1
            while offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset += 1 }
        }
        return offset
    }
}
