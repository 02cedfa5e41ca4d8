package import NetTaskSystem

extension TransportError {
    /// The error if the system has no route to other networks; otherwise `nil`. Connecting a datagram socket checks this
    /// without sending anything.
    package static var missingNetwork: POSIXError? {
        var ipv4 = sockaddr_in()
        ipv4.sin_family = sa_family_t(AF_INET)
        ipv4.sin_port = 9
        var ipv6 = sockaddr_in6()
        ipv6.sin6_family = sa_family_t(AF_INET6)
        ipv6.sin6_port = 9
        // Addresses reserved for documentation (RFC 5737 and RFC 3849).
        inet_pton(AF_INET, "198.51.100.1", &ipv4.sin_addr)
        inet_pton(AF_INET6, "2001:db8::1", &ipv6.sin6_addr)
        return hasRoute(AF_INET, &ipv4) || hasRoute(AF_INET6, &ipv6) ? nil : POSIXError(.ENETUNREACH)
    }

    private static func hasRoute<Address>(_ family: Int32, _ address: inout Address) -> Bool {
        #if canImport(Glibc) || canImport(Android)
            let kind = Int32(SOCK_DGRAM.rawValue)
        #else
            let kind: Int32 = SOCK_DGRAM
        #endif
        let descriptor = socket(family, kind, 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return withUnsafeBytes(of: &address) { bytes in
            connect(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) == 0
        }
    }
}
