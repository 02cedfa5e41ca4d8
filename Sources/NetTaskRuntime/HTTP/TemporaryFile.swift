import Foundation

/// A file on disk that is removed with the last reference to it.
final class TemporaryFile: Sendable {
    let url: URL

    /// Names a new file; makes none.
    ///
    /// - Parameter folder: by default the system's for such files.
    init(in folder: URL = FileManager.default.temporaryDirectory) {
        url = folder.appendingPathComponent(".NetTask-\(UUID().uuidString)")
    }

    deinit {
        remove()
    }

    /// Removes it now, if it is there.
    func remove() {
        try? FileManager.default.removeItem(at: url)
    }
}
