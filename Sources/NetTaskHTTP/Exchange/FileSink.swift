import HTTPTypes
import NetTaskSystem

/// Writes a body to a file, in order, on a thread that may block.
///
/// The bytes are written to a temporary file in the folder of the destination. The file is moved to its destination when it is
/// complete. Without a destination, it remains a temporary file.
final class FileSink: HTTPReplyReceiver {
    /// The number of bytes that may wait to be written before the transport should pause.
    private static let room = 1 << 20

    private struct State {
        var waiting = 0
        /// The error that ended the writing.
        var failure: (any Error)?
        /// The open file. It is made with the first bytes.
        var output: Output?
        /// The name of the file according to the reply.
        var name: String?
        var contentType = "application/octet-stream"
    }

    private struct Output: Sendable {
        let file: TemporaryFile
        let opened: RegularFile
    }

    /// The destination, or `nil` for a temporary file.
    private let destination: URL?
    let maxSize: Int64?
    /// Performs all file operations.
    private let disk = DispatchQueue(label: "NetTask.FileSink")
    private let state = Locked(State())

    init(destination: URL? = nil, maxSize: Int64? = nil) {
        self.destination = destination
        self.maxSize = maxSize
    }

    var isPacedByReader: Bool { false }

    var isFull: Bool { state.withLock { $0.waiting > Self.room } }

    func begin(_ head: HTTPReply, limit: Int) {
        state.withLock { state in
            state.name = head.headers[.contentDisposition].flatMap(ContentDisposition.fileName)
            state.contentType = head.headers[.contentType] ?? state.contentType
        }
    }

    /// Accepts bytes, and returns before they are written.
    ///
    /// - Throws: ``TransportError`` if writing earlier bytes failed.
    func receive(_ data: Data) throws -> Bool {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            state.waiting += data.count
        }
        disk.async {
            self.withOutput { try $0.opened.append(data) }
            self.state.withLock { $0.waiting -= data.count }
        }
        return true
    }

    func whenReady(_ resume: @escaping @Sendable () -> Void) {
        if isFull {
            disk.async(execute: resume)
        } else {
            resume()
        }
    }

    /// Checks that a download can be written to a destination: its folder exists, and the destination is a regular file or does
    /// not exist. Without this check, a privileged user such as root would replace a device.
    ///
    /// - Throws: ``TransportError`` of the kind `invalidRequest`.
    static func check(_ destination: URL) throws(TransportError) {
        let folder = destination.deletingLastPathComponent().path
        var status = stat()
        let problem: String
        if !destination.isFileURL {
            problem = "it is not the URL of a file"
        } else if stat(folder, &status) != 0 || status.type != S_IFDIR {
            problem = "the folder \(folder) does not exist; create it before the download"
        } else if lstat(destination.path, &status) != 0 || status.type == S_IFREG {
            return
        } else if status.type == S_IFDIR {
            problem = "it is a folder; give the path of a file in it"
        } else {
            problem = "it is not a regular file; a download replaces only regular files"
        }
        let reason = "\"\(destination.lastPathComponent)\" cannot be written to: \(problem)"
        throw TransportError(.invalidRequest, reason: reason)
    }

    func finish() async throws -> HTTPFile? { try await close() }

    /// Waits until all bytes are written, and moves the file to its destination. Replaces a regular file at the destination.
    ///
    /// - Throws: ``TransportError`` if the file cannot be written.
    func close() async throws -> HTTPFile {
        await onDisk { [destination] in
            self.withOutput { output in
                try output.opened.flush()
                guard let destination else { return }
                try Self.check(destination)
                if rename(output.file.url.path, destination.path) != 0 { throw POSIXError.latest }
            }
        }
        let (file, name, contentType) = try state.withLock { state in
            guard state.failure == nil, let file = state.output?.file else {
                throw state.failure ?? CancellationError()
            }
            // Released here, because the transport may keep the exchange alive for a while.
            state.output = nil
            return (file, state.name, state.contentType)
        }
        return destination.map { HTTPFile(at: $0, name: name, contentType: contentType) }
            ?? HTTPFile(file, name: name, contentType: contentType)
    }

    /// Stops writing, and removes the file before it returns.
    func discard() async {
        state.withLock { $0.failure = $0.failure ?? CancellationError() }
        await onDisk {
            let output = self.state.withLock { state in
                defer { state.output = nil }
                return state.output
            }
            output?.file.remove()
        }
    }

    private func onDisk(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            disk.async {
                body()
                continuation.resume()
            }
        }
    }

    // MARK: On disk

    /// Performs an operation on the file, unless an earlier one failed.
    private func withOutput(_ body: (Output) throws -> Void) {
        let (failure, open) = state.withLock { ($0.failure, $0.output) }
        if failure != nil { return }
        do {
            try body(try open ?? makeOutput())
        } catch {
            let failure = error as? TransportError ?? self.error(.other, error)
            state.withLock { $0.failure = $0.failure ?? failure }
        }
    }

    private func makeOutput() throws(TransportError) -> Output {
        // In the folder of the destination, so that a rename can move it: a rename across file systems fails.
        let file = (destination?.deletingLastPathComponent()).map(TemporaryFile.init) ?? TemporaryFile()
        do {
            let output = Output(file: file, opened: try RegularFile(creating: file.url))
            state.withLock { $0.output = output }
            return output
        } catch {
            throw self.error(.invalidRequest, error)
        }
    }

    private func error(_ kind: TransportError.Kind, _ error: any Error) -> TransportError {
        let name = destination?.lastPathComponent ?? "a temporary file"
        let reason = "\"\(name)\" cannot be written to: \(NetTaskSystem.reason(of: error))"
        return TransportError(kind, reason: reason, underlying: error)
    }
}

extension HTTPRequestBody {
    /// Writes the body to a temporary file, for transports that send only files. The file is removed with the last copy of the
    /// value.
    package func spooled() async throws -> HTTPFile {
        let sink = FileSink()
        let reader = makeReader()
        while let data = try await reader.next() {
            _ = try sink.receive(data)
            await withCheckedContinuation { continuation in
                sink.whenReady { continuation.resume() }
            }
        }
        return try await sink.close()
    }
}

/// The `Content-Disposition` header, which names a file (RFC 6266).
enum ContentDisposition {
    /// Returns the file name in the value of a header, without the folders that a server may have included, or `nil` if there
    /// is none. `filename*` (RFC 8187, UTF-8 only) takes precedence over `filename`.
    static func fileName(in value: String) -> String? {
        var plain: String?
        var extended: String?
        for parameter in headerElements(of: value, separator: ";").dropFirst() {
            let pair = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2 else { continue }
            let value = unquoted(pair[1].trimmed)
            switch pair[0].trimmed.lowercased() {
            case "filename": plain = plain ?? value
            case "filename*": extended = extended ?? decoded(value)
            default: break
            }
        }
        return (extended ?? plain).flatMap(lastPart)
    }

    private static func unquoted(_ value: String) -> String {
        guard value.utf8.first == UInt8(ascii: "\"") else { return value }
        var isEscaped = false
        let scalars = value.unicodeScalars.filter { scalar in
            let isKept = isEscaped || (scalar != "\\" && scalar != "\"")
            isEscaped = !isEscaped && scalar == "\\"
            return isKept
        }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func decoded(_ value: String) -> String? {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
        return parts[2].percentDecoded
    }

    /// Removes folders: a server must not choose the folder of a download.
    private static func lastPart(_ name: String) -> String? {
        let last = name.unicodeScalars.split { $0 == "/" || $0 == "\\" || $0.value < 0x20 }.last.map(String.init)
        return last == "." || last == ".." ? nil : last
    }
}
