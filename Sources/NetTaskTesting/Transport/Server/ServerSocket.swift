import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// A socket on 127.0.0.1 or ::1. Its calls block their thread.
struct ServerSocket: Sendable {
    let descriptor: Int32
    private let isIPv6: Bool

    /// Makes a socket that listens on a port that the system chooses.
    ///
    /// - Throws: `POSIXError`.
    static func listening(isIPv6: Bool = false) throws -> ServerSocket {
        let socket = try make(isIPv6)
        do {
            try socket.withAddress(port: 0) { try check(bind(socket.descriptor, $0, $1)) }
            try check(listen(socket.descriptor, SOMAXCONN))
        } catch {
            socket.close()
            throw error
        }
        return socket
    }

    private static func make(_ isIPv6: Bool) throws -> ServerSocket {
        #if canImport(Glibc) || canImport(Android)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind: Int32 = SOCK_STREAM
        #endif
        let descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, kind, 0)
        try check(descriptor)
        return ServerSocket(adopting: descriptor, isIPv6)
    }

    private init(adopting descriptor: Int32, _ isIPv6: Bool) {
        self.descriptor = descriptor
        self.isIPv6 = isIPv6
        // A process that a test starts must not inherit the socket.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
            var isOn: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    /// The port of the socket.
    var port: UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(descriptor, $0, &size) }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Returns the next connection, or `nil` if there are no more.
    func accepted() -> ServerSocket? {
        let descriptor = uninterrupted { accept(self.descriptor, nil, nil) }
        return descriptor < 0 ? nil : ServerSocket(adopting: descriptor, isIPv6)
    }

    /// Makes a connection to `port`, like a client.
    ///
    /// - Throws: `POSIXError`.
    static func connected(to port: UInt16, isIPv6: Bool = false) throws -> ServerSocket {
        let socket = try make(isIPv6)
        do {
            try socket.withAddress(port: port) { try check(connect(socket.descriptor, $0, $1)) }
        } catch {
            socket.close()
            throw error
        }
        return socket
    }

    /// Returns the next bytes, or `nil` at the end of the connection.
    func read() -> Data? {
        var bytes = Data(count: 64 * 1024)
        let count = bytes.withUnsafeMutableBytes { bytes in
            uninterrupted { recv(descriptor, bytes.baseAddress, bytes.count, 0) }
        }
        return count > 0 ? bytes.prefix(count) : nil
    }

    /// - Returns: whether all bytes were sent.
    func write(_ data: Data) -> Bool {
        data.withUnsafeBytes { bytes in
            var sent = 0
            while sent < bytes.count {
                let count = uninterrupted {
                    send(descriptor, bytes.baseAddress! + sent, bytes.count - sent, Self.flags)
                }
                if count < 0 { return false }
                sent += count
            }
            return true
        }
    }

    /// Ends the connection, and the calls of other threads that wait for it.
    func shutDown() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// - Parameter isReset: whether to reset the connection, which drops unsent bytes. Default: `false`.
    func close(isReset: Bool = false) {
        if isReset {
            var now = linger(l_onoff: 1, l_linger: 0)
            setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        }
        _ = systemClose(descriptor)
    }

    private static var flags: Int32 {
        #if canImport(Darwin)
            0
        #else
            // Report the error only; the signal would end the process.
            Int32(MSG_NOSIGNAL)
        #endif
    }

    private func withAddress(port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Void) rethrows {
        var ipv4 = sockaddr_in()
        ipv4.sin_family = sa_family_t(AF_INET)
        ipv4.sin_port = port.bigEndian
        ipv4.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var ipv6 = sockaddr_in6()
        ipv6.sin6_family = sa_family_t(AF_INET6)
        ipv6.sin6_port = port.bigEndian
        ipv6.sin6_addr = in6addr_loopback
        try isIPv6 ? Self.with(&ipv6, body) : Self.with(&ipv4, body)
    }

    private static func with<Address>(
        _ address: inout Address,
        _ body: (UnsafePointer<sockaddr>, socklen_t) throws -> Void
    ) rethrows {
        try withUnsafePointer(to: &address) { address in
            try address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                try body($0, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }
}

private func check(_ result: Int32) throws {
    if result < 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

/// Repeats a call that a signal has interrupted.
private func uninterrupted<Count: FixedWidthInteger>(_ call: () -> Count) -> Count {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}

/// The function of the system, which a method above hides.
private func systemClose(_ descriptor: Int32) -> Int32 {
    close(descriptor)
}
