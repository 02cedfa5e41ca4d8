import Foundation

/// Writes what comes in to a file, in order, on a thread that may block.
///
/// The bytes go to a file beside the place they are meant for, and are there under its name once all have come. Without a
/// place of its own the file is a temporary one.
final class FileSink: Sendable {
    /// How many bytes may wait to be written before those who bring more are to hold back.
    private static let room = 1 << 20

    private struct State {
        var waiting = 0
        var failure: (any Error)?
        var resumes: [@Sendable () -> Void] = []
    }

    /// Where the file will be; nil for a temporary one.
    private let destination: URL?
    private let file: TemporaryFile
    private let handle: FileHandle
    private let disk = DispatchQueue(label: "NetTask.FileSink")
    private let state = Locked(State())

    /// - Throws: if no file can be made there.
    init(destination: URL?) throws {
        self.destination = destination
        // In the same folder, so that it can be moved at once.
        let folder = destination?.deletingLastPathComponent()
        file = folder.map(TemporaryFile.init) ?? TemporaryFile()
        try Data().write(to: file.url, options: .withoutOverwriting)
        handle = try FileHandle(forWritingTo: file.url)
    }

    /// Whether so much waits to be written that no more should come until ``whenReady(_:)``.
    var isFull: Bool { state.withLock { $0.waiting > Self.room } }

    /// Takes bytes, and returns before they are written.
    ///
    /// - Throws: what went wrong with earlier ones.
    func write(_ data: Data) throws {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            state.waiting += data.count
        }
        disk.async {
            let result = Result { try self.handle.write(contentsOf: data) }
            let resumes = self.state.withLock { state in
                state.waiting -= data.count
                if case .failure(let error) = result { state.failure = state.failure ?? error }
                guard state.waiting <= Self.room else { return [@Sendable () -> Void]() }
                defer { state.resumes = [] }
                return state.resumes
            }
            for resume in resumes {
                resume()
            }
        }
    }

    /// Calls the closure once there is room, perhaps at once.
    func whenReady(_ resume: @escaping @Sendable () -> Void) {
        let isReady = state.withLock { state in
            if state.waiting <= Self.room { return true }
            state.resumes.append(resume)
            return false
        }
        if isReady {
            resume()
        }
    }

    /// Waits until all is written, and puts the file where it is meant to be, in place of one that is there.
    func close(name: String?, contentType: String) async throws -> File {
        try await withCheckedThrowingContinuation { continuation in
            disk.async { continuation.resume(with: Result { try self.finish(name, contentType) }) }
        }
    }

    private func finish(_ name: String?, _ contentType: String) throws -> File {
        if let failure = state.withLock({ $0.failure }) { throw failure }
        try handle.close()
        guard let destination else { return File(file, name: name, contentType: contentType) }
        guard rename(file.url.path, destination.path) == 0 else {
            throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: destination.path])
        }
        return File(at: destination, name: name, contentType: contentType)
    }
}
