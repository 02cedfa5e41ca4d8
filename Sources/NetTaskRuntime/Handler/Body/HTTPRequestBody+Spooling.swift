import Foundation

extension HTTPRequestBody {
    /// Writes all of it to a temporary file, for transports that send only files.
    func spooled() async throws -> TemporaryFile {
        let sink = try SpoolFile()
        let reader = makeReader()
        while let data = try await reader.next() {
            try await sink.write(data)
        }
        return sink.file
    }
}

/// A temporary file that is written on a thread that may block.
private final class SpoolFile: Sendable {
    let file = TemporaryFile()
    private let handle: FileHandle
    private let disk = DispatchQueue(label: "NetTask.SpoolFile")

    init() throws {
        try Data().write(to: file.url, options: .withoutOverwriting)
        handle = try FileHandle(forWritingTo: file.url)
    }

    func write(_ data: Data) async throws {
        try await withCheckedThrowingContinuation { continuation in
            disk.async { continuation.resume(with: Result { try self.handle.write(contentsOf: data) }) }
        }
    }
}
