internal import Foundation

/// Files that are written beside the ones that they are to replace, so that what cannot be written is known before
/// anything changed.
struct StagedFiles {
    private var files: [(temporary: URL, target: URL)] = []
    /// Both of all files.
    private var paths: Set<String> = []

    mutating func add(_ text: String, for url: URL) throws(ImportFolderError) {
        // A link stays one; what it leads to is replaced.
        let target = url.resolvingSymlinksInPath()
        let temporary = temporary(for: target)
        let manager = FileManager.default
        do {
            try manager.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
            // An import that was killed may have left it.
            try? manager.removeItem(at: temporary)
            files.append((temporary, target))
            paths.formUnion([temporary.path, target.path])
            try Data(text.utf8).write(to: temporary, options: .withoutOverwriting)
            let mode = try? manager.attributesOfItem(atPath: target.path)[.posixPermissions]
            if let mode { try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: temporary.path) }
        } catch {
            throw ImportFolderError.cannotWrite(path: target.path, reason: error.localizedDescription)
        }
    }

    /// Replaces the files, in the order in which they were added.
    mutating func commit() throws(ImportFolderError) {
        while let (temporary, target) = files.first {
            guard rename(temporary.path, target.path) == 0 else {
                let reason = String(cString: strerror(errno))
                throw ImportFolderError.cannotWrite(path: target.path, reason: reason)
            }
            files.removeFirst()
        }
    }

    /// Removes what is not committed.
    func discard() {
        for file in files { try? FileManager.default.removeItem(at: file.temporary) }
    }

    /// As long as the name itself, so that it is not too long where that is not; and of no ending that is read.
    private func temporary(for target: URL) -> URL {
        let folder = target.deletingLastPathComponent()
        let name = target.lastPathComponent
        var mark = "~"
        while true {
            let url = folder.appendingPathComponent(name.dropLast(mark.count) + mark)
            // Links may lead to names that differ in their ends alone. A folder of that name is somebody's.
            if !paths.contains(url.path), !url.isFolder { return url }
            mark += "~"
        }
    }
}

extension URL {
    fileprivate var isFolder: Bool { (try? resourceValues(forKeys: [.isDirectoryKey]).isDirectory) == true }
}
