import NetTaskRuntime

/// A transport, and its httpbin server.
struct Subject: Sendable {
    var name: String
    var transport: any HTTPTransport
    /// Of httpbin, without a slash at the end.
    var url: String
    /// The same server on another port, which is another origin.
    var otherURL: String
    /// Whether it can send a body with GET, which Foundation on Linux cannot.
    var sendsBodyWithGet: Bool
    /// Whether a stream of unknown length is sent in chunks. URLSession writes it to disk first, and thus knows the length.
    var sendsChunks: Bool

    /// The same server by the name of the machine, which is another host.
    var localhostURL: String { url.replacing("127.0.0.1", with: "localhost") }
    /// Host and port.
    var authority: String { String(url.dropFirst("http://".count)) }

    func queue(_ configuration: HTTPConfiguration = HTTPConfiguration(), limit: Int = 0) -> HTTPNetTaskQueue {
        HTTPNetTaskQueue(transport: transport, baseURL: url, limit: limit) {
            $0 = configuration
        }
    }
}
