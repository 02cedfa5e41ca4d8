#if canImport(FoundationNetworking)
    import Foundation
    import NetTaskHTTP
    import NetTaskSystem

    /// A file without a name, which the system removes when it is closed, even if the process crashes. Bytes are read in the
    /// order in which they were written.
    ///
    /// The file is a ring buffer, so that it never exceeds its capacity.
    final class SpoolFile {
        private let descriptor: Int32
        let capacity: Int64
        /// The offset of the first unread byte.
        private var start: Int64 = 0
        /// The number of unread bytes.
        private(set) var count: Int64 = 0

        /// - Throws: ``TransportError`` if the folder is not writable.
        init(in folder: URL, capacity: Int64) throws {
            self.capacity = capacity
            var path = Array(folder.appendingPathComponent(".NetTask-XXXXXX").path.utf8CString)
            descriptor = mkstemp(&path)
            guard descriptor >= 0 else { throw Self.error("cannot be created in \(folder.path)") }
            unlink(path)
            // A process that is started meanwhile must not inherit the file.
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }

        deinit {
            close(descriptor)
        }

        /// Appends bytes. There must be capacity for them.
        ///
        /// - Throws: ``TransportError``, for example because the disk is full.
        func write(_ data: Data) throws {
            try data.withUnsafeBytes { bytes in
                var done = 0
                while done < bytes.count {
                    let place = (start + count) % capacity
                    let size = Int(min(Int64(bytes.count - done), capacity - place))
                    let written = try? retrying { pwrite(descriptor, bytes.baseAddress! + done, size, off_t(place)) }
                    guard let written, written > 0 else { throw Self.error("cannot be written") }
                    count += Int64(written)
                    done += written
                }
            }
        }

        /// Reads up to `size` bytes, or returns `nil` if there are none.
        ///
        /// - Throws: ``TransportError`` if the disk fails.
        func read(_ size: Int) throws -> Data? {
            guard count > 0 else { return nil }
            var data = Data(count: Int(min(Int64(size), count, capacity - start)))
            let read = data.withUnsafeMutableBytes { bytes in
                try? retrying { pread(descriptor, bytes.baseAddress, bytes.count, off_t(start)) }
            }
            guard let read, read > 0 else { throw Self.error("cannot be read") }
            count -= Int64(read)
            start = count == 0 ? 0 : (start + Int64(read)) % capacity
            return data.prefix(read)
        }

        private static func error(_ what: String) -> TransportError {
            let error = POSIXError.latest
            let problem = "a reply arrives faster than it is read, and the file for its waiting bytes \(what)"
            return TransportError(.other, reason: "\(problem): \(reason(of: error))", underlying: error)
        }
    }
#endif
