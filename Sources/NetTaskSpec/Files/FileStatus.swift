/// The kind and the size of a file, behind links.
package struct FileStatus {
    private let status: stat

    /// `nil` if there is no file, or if its folder cannot be read.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.status = status
    }

    var isRegular: Bool { status.st_mode & S_IFMT == S_IFREG }
    package var isFolder: Bool { status.st_mode & S_IFMT == S_IFDIR }
    /// Bytes.
    var size: Int { Int(status.st_size) }
}

/// Why a file cannot be used, in the words of the system.
func reason(of error: any Error) -> String {
    let cause = (error as? CocoaError)?.underlying as? POSIXError
    return cause.map { String(cString: strerror($0.code.rawValue)) } ?? "\(error)"
}
