/// A regular file that is open until the last reference to it is released.
package final class RegularFile: Sendable {
    private struct NotRegular: Error, CustomStringConvertible {
        var description: String { "it is not a regular file" }
    }

    private let descriptor: CInt
    /// The number of bytes when the file was opened.
    package let length: Int64

    /// Opens a file for reading. Other files than regular ones have no length, and opening a pipe blocks until another process
    /// opens it for writing.
    package convenience init(reading url: URL) throws {
        try self.init(open(url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC))
    }

    /// Creates a file for writing.
    package convenience init(creating url: URL) throws {
        try self.init(open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666))
    }

    private init(_ descriptor: CInt) throws {
        if descriptor < 0 { throw POSIXError.latest }
        var status = stat()
        let isRegular = fstat(descriptor, &status) == 0 && status.type == S_IFREG
        (self.descriptor, length) = (descriptor, Int64(status.st_size))
        if !isRegular { throw NotRegular() }
    }

    deinit {
        close(descriptor)
    }

    /// Returns the next bytes, or no bytes at the end.
    package func next(upTo count: Int) throws -> Data {
        var data = Data(count: count)
        let size = try data.withUnsafeMutableBytes { bytes in
            try retrying { read(descriptor, bytes.baseAddress, count) }
        }
        return data.prefix(size)
    }

    package func append(_ data: Data) throws {
        var rest = data
        while !rest.isEmpty {
            rest = try rest.dropFirst(
                rest.withUnsafeBytes { bytes in try retrying { write(descriptor, bytes.baseAddress, bytes.count) } }
            )
        }
    }

    /// Waits for the errors that a network disk reports when a file is closed.
    package func flush() throws {
        if close(dup(descriptor)) != 0 { throw POSIXError.latest }
    }

}

/// Calls a function of the system that returns a number of bytes, again while signals interrupt it.
package func retrying(_ call: () -> Int) throws -> Int {
    while true {
        let size = call()
        if size >= 0 { return size }
        if errno != EINTR { throw POSIXError.latest }
    }
}

extension stat {
    /// The type of the file: `S_IFREG`, `S_IFDIR` and so on.
    package var type: mode_t { st_mode & S_IFMT }
}

extension POSIXError {
    /// The error of the latest system call.
    package static var latest: POSIXError { POSIXError(Code(rawValue: errno) ?? .EIO) }
}

/// Returns why a file cannot be used, in the words of the system.
package func reason(of error: any Error) -> String {
    (error as? POSIXError).map { String(cString: strerror($0.code.rawValue)) } ?? "\(error)"
}
