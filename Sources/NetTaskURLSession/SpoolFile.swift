#if canImport(FoundationNetworking)
    import Foundation
    import NetTaskHTTP

    /// A file without a name: the system removes it once it is closed, however the process ends. Its bytes are read in the order
    /// in which they were written.
    ///
    /// It is written in a circle, so that it is never larger than its capacity.
    final class SpoolFile {
        private let descriptor: Int32
        let capacity: Int64
        /// The place of the first byte that was not read.
        private var start: Int64 = 0
        /// How many bytes were not read.
        private(set) var count: Int64 = 0

        /// - Throws: ``TransportError`` if the folder cannot be written to.
        init(in folder: URL, capacity: Int64) throws {
            self.capacity = capacity
            var path = Array(folder.appendingPathComponent(".NetTask-XXXXXX").path.utf8CString)
            descriptor = mkstemp(&path)
            guard descriptor >= 0 else { throw Self.error("cannot be made in \(folder.path)") }
            unlink(path)
            // A program that is started meanwhile must not keep the file.
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }

        deinit {
            close(descriptor)
        }

        /// Writes bytes behind the others; there must be room for them.
        ///
        /// - Throws: ``TransportError``, such as for a full disk.
        func write(_ data: Data) throws {
            try data.withUnsafeBytes { bytes in
                var done = 0
                while done < bytes.count {
                    let place = (start + count) % capacity
                    let size = Int(min(Int64(bytes.count - done), capacity - place))
                    let written = pwrite(descriptor, bytes.baseAddress! + done, size, off_t(place))
                    if written < 0, errno == EINTR { continue }
                    guard written > 0 else { throw Self.error("cannot be written") }
                    count += Int64(written)
                    done += written
                }
            }
        }

        /// Reads up to that many bytes; nil if there are none.
        ///
        /// - Throws: ``TransportError`` if the disk fails.
        func read(_ size: Int) throws -> Data? {
            guard count > 0 else { return nil }
            var data = Data(count: Int(min(Int64(size), count, capacity - start)))
            var read = -1
            repeat {
                read = data.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(start)) }
            } while read < 0 && errno == EINTR
            guard read > 0 else { throw Self.error("cannot be read") }
            count -= Int64(read)
            start = count == 0 ? 0 : (start + Int64(read)) % capacity
            return data.prefix(read)
        }

        private static func error(_ what: String) -> TransportError {
            let code = POSIXErrorCode(rawValue: errno) ?? .EIO
            let error = POSIXError(code)
            return TransportError(
                .other,
                reason: "a reply comes faster than it is read, and the file for what waits \(what): "
                    + error.localizedDescription,
                underlying: error
            )
        }
    }
#endif
