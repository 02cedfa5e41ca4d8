package import HTTPTypes
public import NetTaskHTTP

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// Sends requests with Foundation's `URLSession`, on every platform.
///
/// What it leaves to the handler, whatever the configuration says: redirects, cookies, cache, credentials. The
/// session's own time-out is one of idleness; it is set to five minutes as a safety net below the tasks' own.
///
/// A body that is neither in memory nor one file is written to a temporary file first: a session has no streams that it could ask
/// for more. A body with a GET is an error on every platform.
///
/// Foundation on Linux has faults of its own, which <doc:HTTP> lists. Up to Swift 6.3 it ends the process when a server closes the
/// connection within the head of a reply, after its first line (swift-corelibs-foundation issue 5285). A program that must not
/// end so takes `AsyncHTTPClientTransport`, in the product `NetTaskAsyncHTTPClient` behind the trait `AsyncHTTPClient`.
public final class URLSessionTransport: HTTPCallbackTransport {
    private let session: URLSession
    private let ownsSession: Bool
    private let exchanges: URLSessionExchanges

    /// - Parameter configuration: for proxies, TLS and connection limits. It is copied; later changes to it do nothing.
    /// - Precondition: The configuration is not one of a background session.
    public convenience init(configuration: URLSessionConfiguration = .ephemeral) {
        Self.requireForeground(configuration)
        // A copy, since a session reads the object only now, but the caller may read or use it later. It is of the
        // class of the original, so that the default never comes into play.
        let configuration = configuration.copy() as? URLSessionConfiguration ?? .ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCredentialStorage = nil
        configuration.timeoutIntervalForRequest = 300
        let exchanges = URLSessionExchanges()
        self.init(Self.session(configuration, exchanges), exchanges: exchanges, ownsSession: true)
    }

    private static func session(
        _ configuration: URLSessionConfiguration,
        _ exchanges: URLSessionExchanges
    ) -> URLSession {
        #if canImport(FoundationNetworking)
            let queue = InlineQueue()
        #else
            let queue: OperationQueue? = nil
        #endif
        return URLSession(configuration: configuration, delegate: exchanges, delegateQueue: queue)
    }

    /// Uses a session of the caller's, who ends it. Its delegate is not told of these requests. Its cookies, its cache and
    /// its credentials for servers are passed by, as said above; the rest of its configuration counts.
    ///
    /// - Warning: A delegate that pins certificates does not protect these requests, because the system may not call it.
    ///
    /// On Linux only its configuration is used, for a session of our own: there, one that was made without a delegate tells
    /// nobody what comes.
    /// - Precondition: The session is not a background session.
    public convenience init(session: URLSession) {
        Self.requireForeground(session.configuration)
        #if canImport(FoundationNetworking)
            self.init(configuration: session.configuration)
        #else
            self.init(session, exchanges: URLSessionExchanges(), ownsSession: false)
        #endif
    }

    private init(_ session: URLSession, exchanges: URLSessionExchanges, ownsSession: Bool) {
        self.session = session
        self.exchanges = exchanges
        self.ownsSession = ownsSession
    }

    private static func requireForeground(_ configuration: URLSessionConfiguration) {
        precondition(
            configuration.identifier == nil,
            "URLSessionTransport does not support background sessions. Use URLSessionConfiguration.ephemeral."
        )
    }

    deinit {
        guard ownsSession else { return }
        // A session holds on to its delegate until it is told that no more is to come.
        session.finishTasksAndInvalidate()
    }

    package func start(
        _ request: HTTPRequest,
        body: HTTPRequestBody?,
        exchange: HTTPExchange,
        whenDone: @escaping @Sendable ((any Error)?) -> Void
    ) -> @Sendable () -> Void {
        if let body, body.data == nil, body.fileURL == nil {
            return inTask(whenDone) { [self] in
                let file = try await body.spooled()
                defer { withExtendedLifetime(file) {} }
                try await send(request, body: .file(file), exchange: exchange)
            }
        }
        do {
            let urlRequest = try Self.urlRequest(for: request, hasBody: body.map { $0.length != 0 } ?? false)
            let session = session(for: request, body)
            let endsSession = session !== self.session
            return exchanges.begin(session, endsSession: endsSession, exchange, whenDone) { [self] in
                let task = Self.task(of: session, urlRequest, body)
                if !ownsSession { task.delegate = exchanges }
                return task
            }
        } catch {
            whenDone(error)
            return {}
        }
    }

    private func session(for request: HTTPRequest, _ body: HTTPRequestBody?) -> URLSession {
        #if canImport(FoundationNetworking)
            // Workaround: curl sends a request again, without its body, if a connection that was used before ends without a reply.
            // A session of its own has a new connection. To be removed once a session can be told not to (see HTTP.md).
            if !request.method.isIdempotent || body != nil { return Self.session(session.configuration, exchanges) }
        #endif
        return session
    }

    private static func task(
        of session: URLSession,
        _ request: URLRequest,
        _ body: HTTPRequestBody?
    ) -> URLSessionTask {
        // The session takes the length of a file from the file.
        if let file = body?.fileURL { return session.uploadTask(with: request, fromFile: file) }
        #if canImport(FoundationNetworking)
            // To the body of a data task, a session adds the content type of a form.
            if let data = body?.data, !data.isEmpty { return session.uploadTask(with: request, from: data) }
            return session.dataTask(with: request)
        #else
            var request = request
            request.httpBody = body?.data
            return session.dataTask(with: request)
        #endif
    }

    public func unpacks(_ contentEncoding: String) -> Bool {
        var known = ["gzip", "x-gzip", "deflate", "br", "identity", ""]
        #if canImport(FoundationNetworking)
            known.append("zstd")  // if its curl was built for it; curl says so if it was not
        #endif
        return contentEncoding.split(separator: ",").allSatisfy {
            known.contains($0.trimmingCharacters(in: .whitespaces))
        }
    }

    /// The host and port.
    private static func host(of request: HTTPRequest) -> String {
        let authority = request.authority ?? ""
        #if canImport(FoundationNetworking) && compiler(<6.5)
            // Workaround: Foundation refuses IPv6 addresses, since it compares them, without brackets, with those of curl, which
            // have them (swift-corelibs-foundation issue 5496). Escaped, they are equal if they are written in curl's way.
            if authority.utf8.first == UInt8(ascii: "["), let end = authority.firstIndex(of: "]") {
                let address = String(authority[..<end].dropFirst())
                var bytes = in6_addr()
                var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
                var host = address
                if inet_pton(AF_INET6, address, &bytes) == 1,
                    let short = inet_ntop(AF_INET6, &bytes, &text, socklen_t(text.count)),
                    strlen(short) < address.utf8.count
                {
                    host = String(cString: short)
                }
                return "%5B\(host.replacing(":", with: "%3A"))%5D\(authority[end...].dropFirst())"
            }
        #endif
        return authority
    }

    private static func urlRequest(
        for request: HTTPRequest,
        hasBody: Bool
    ) throws(TransportError) -> URLRequest {
        let scheme = request.scheme ?? "https"
        let text = "\(scheme)://\(host(of: request))\(request.path ?? "/")"
        guard scheme == "http" || scheme == "https", let url = URL(string: text) else {
            throw TransportError(.invalidRequest, reason: "\"\(text)\" is no URL of HTTP")
        }
        if request.method == .get, hasBody {
            throw TransportError(
                .invalidRequest,
                reason: "URLSession sends no body with GET; use another method or transport"
            )
        }
        var urlRequest = URLRequest(url: url)
        urlRequest.httpMethod = request.method.rawValue
        urlRequest.httpShouldHandleCookies = false
        urlRequest.cachePolicy = .reloadIgnoringLocalCacheData
        #if canImport(FoundationNetworking)
            // Set one by one, the words of a name would get capitals. Without `identity`, curl asks for packed replies, and takes
            // what there is of one whose end is missing for the whole.
            var fields: [HTTPField.Name: String] = [.acceptEncoding: "identity"]
            for field in request.headerFields { fields[field.name] = request.headerFields[field.name] }
            urlRequest.allHTTPHeaderFields = Dictionary(uniqueKeysWithValues: fields.map { ($0.rawName, $1) })
        #else
            for field in request.headerFields {
                urlRequest.addValue(field.value, forHTTPHeaderField: field.name.rawName)
            }
        #endif
        return urlRequest
    }
}

#if canImport(FoundationNetworking)
    /// Tells the delegate at once, on the session's own thread, which brings no more until that is done. A queue that tells
    /// it later holds an operation for each chunk of a reply, however small, without a bound.
    ///
    /// Unchecked, because it adds nothing to its class, which is.
    private final class InlineQueue: OperationQueue, @unchecked Sendable {
        override func addOperation(_ block: @escaping @Sendable () -> Void) {
            block()
        }
    }
#endif
