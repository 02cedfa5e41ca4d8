import Foundation

/// A folder that is removed with this object.
final class TemporaryFolder: Sendable {
    let path = NSTemporaryDirectory() + "nettask-" + UUID().uuidString

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
