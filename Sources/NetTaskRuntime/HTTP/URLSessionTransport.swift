import Foundation
public import HTTPTypes

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Sends requests with Foundation's `URLSession`, on every platform.
///
/// What it leaves to the handler, whatever the configuration says: redirects, cookies, cache, credentials. The
/// session's own time-out is one of idleness; it is set to five minutes as a safety net below the tasks' own.
///
/// Foundation on Linux has limits of its own:
/// - It folds header fields of one name into one, but for `Set-Cookie`.
/// - It sends a `User-Agent` of its own where the request has none.
/// - It cannot send a body with a GET, which is an error then.
/// - It takes a reply without a reason phrase and the space before it, or with a header beyond some 100 KB, for a
///   broken one.
/// - It takes a packed body whose end is missing for a whole one, unless its framing tells.
/// - While a server sends tiny chunks without a pause, all other requests of the session wait, and the connection cannot
///   be closed; Foundation's memory grows without bound until then. The task of that reply ends at its limits all the same.
///   Others wait, too, for the seconds that it takes to read ten thousand headers and more.
/// - Up to Swift 6.3 it ends the process when a server closes the connection in the middle of the headers of a reply
///   (swift-corelibs-foundation issue 5285). Nothing above it can prevent that. A program that must not end so takes
///   `AsyncHTTPClientTransport`, in the product `NetTaskAsyncHTTPClient` behind the trait `AsyncHTTPClient`.
public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let ownsSession: Bool
    private let exchanges: URLSessionExchanges

    /// - Parameter configuration: for proxies, TLS and connection limits. It is copied; later changes to it do nothing.
    public convenience init(configuration: URLSessionConfiguration = .ephemeral) {
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
        #if canImport(FoundationNetworking)
            let queue = InlineQueue()
        #else
            let queue: OperationQueue? = nil
        #endif
        let session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: queue)
        self.init(session, exchanges: exchanges, ownsSession: true)
    }

    /// Uses a session of the caller's, who ends it. Its delegate is not told of these requests. Its cookies and its cache
    /// are passed by, as said above; the rest of its configuration counts.
    ///
    /// On Linux only its configuration is used, for a session of our own: there, one that was made without a delegate tells
    /// nobody what comes.
    public convenience init(session: URLSession) {
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

    deinit {
        guard ownsSession else { return }
        // A session holds on to its delegate until it is told that no more is to come.
        session.finishTasksAndInvalidate()
    }

    /// Sends one request in one task of the session. A body that is neither in memory nor one file is written to a
    /// temporary file first: a session has no streams that it could ask for more.
    ///
    /// - Throws: ``TransportError``, or `CancellationError` at once when the Swift task is cancelled; the connection is
    ///   then closed.
    public func send(_ request: HTTPRequest, body: HTTPBody?, exchange: HTTPExchange) async throws {
        var urlRequest = try Self.urlRequest(for: request, hasBody: body.map { $0.length != 0 } ?? false)
        let task: URLSessionTask
        var spooled: File?
        if let body, body.data == nil {
            if body.fileURL == nil {
                spooled = try await body.spooled()
            }
            guard let file = body.fileURL ?? spooled?.withURL({ $0 }) else {
                throw TransportError(.invalidRequest, reason: "the body cannot be made into a file")
            }
            // The session takes the file's length from the file.
            task = session.uploadTask(with: urlRequest, fromFile: file)
        } else {
            urlRequest.httpBody = body?.data
            task = session.dataTask(with: urlRequest)
        }
        defer { withExtendedLifetime(spooled) {} }
        if !ownsSession {
            task.delegate = exchanges
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                exchanges.begin(task.taskIdentifier, exchange, continuation)
                if Task.isCancelled {
                    exchanges.end(task.taskIdentifier, throwing: CancellationError())
                } else {
                    exchanges.control(task) { $0.resume() }
                }
            }
        } onCancel: {
            // The session may take its time, or go on delivering; the caller need not wait for that.
            exchanges.end(task.taskIdentifier, throwing: CancellationError())
            exchanges.control(task) { $0.cancel() }
        }
    }

    public func unpacks(_ contentEncoding: String) -> Bool {
        // On Linux those that its curl was built for, which says so if it was not.
        let known = ["gzip", "x-gzip", "deflate", "br", "zstd", "identity", ""]
        return contentEncoding.split(separator: ",").allSatisfy {
            known.contains($0.trimmingCharacters(in: .whitespaces))
        }
    }

    private static func urlRequest(
        for request: HTTPRequest,
        hasBody: Bool
    ) throws(TransportError) -> URLRequest {
        let scheme = request.scheme ?? "https"
        let text = "\(scheme)://\(request.authority ?? "")\(request.path ?? "/")"
        guard scheme == "http" || scheme == "https", let url = URL(string: text) else {
            throw TransportError(.invalidRequest, reason: "\"\(text)\" is no URL of HTTP")
        }
        #if canImport(FoundationNetworking)
            if request.method == .get, hasBody {
                throw TransportError(
                    .invalidRequest,
                    reason: "URLSession on Linux sends no body with GET; use another method or transport"
                )
            }
        #endif
        var urlRequest = URLRequest(url: url)
        urlRequest.httpMethod = request.method.rawValue
        urlRequest.httpShouldHandleCookies = false
        urlRequest.cachePolicy = .reloadIgnoringLocalCacheData
        for field in request.headerFields {
            urlRequest.addValue(field.value, forHTTPHeaderField: field.name.rawName)
        }
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
