internal import Foundation

/// The report in the folder of an import.
package struct ReportFile: Sendable {
    package static let name = "import-report.txt"
    private let folder: String
    private var url: URL { URL(fileURLWithPath: folder, isDirectory: true).appendingPathComponent(Self.name) }

    package init(inFolder folder: String) {
        self.folder = folder
    }

    /// Throws if there is something of this name that no import wrote, which would be lost.
    package func check() throws(ImportFolderError) {
        guard (try? FileManager.default.attributesOfItem(atPath: url.path)) != nil else { return }
        guard let start = try? startOfFile(), ImportReport.isFirstLine(start.prefix { $0 != UInt8(ascii: "\n") }) else {
            throw .foreignReport(path: "\(folder)/\(Self.name)")
        }
    }

    package func write(_ report: ImportReport) throws(ImportFolderError) {
        try check()
        do {
            try Data(report.text.utf8).write(to: url, options: .atomic)
        } catch {
            throw .cannotWrite(path: url.path, reason: error.localizedDescription)
        }
    }

    /// Of no more than a regular file: to open a pipe would wait for somebody to write into it.
    private func startOfFile() throws -> Data? {
        guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { return nil }
        let file = try FileHandle(forReadingFrom: url)
        defer { try? file.close() }
        return try file.read(upToCount: 65_536)
    }
}
