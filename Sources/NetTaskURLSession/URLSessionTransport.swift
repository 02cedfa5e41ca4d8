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

/// The requests that a session has under way. It is the session's delegate, and passes on what it is told of each.
///
/// A delegate, because a session follows redirects by itself for tasks that have a completion handler (on Linux).
final class URLSessionExchanges: NSObject, URLSessionDataDelegate, Sendable {
    #if canImport(FoundationNetworking)
        private typealias ReplyBody = ReplyBuffer
    #else
        private typealias ReplyBody = BackPressure
    #endif

    private struct Entry: Sendable {
        let exchange: HTTPExchange
        let body: ReplyBody
        var hasResponse = false
        /// Whether the session ended before it began to send the request.
        var isUnsent = false
    }

    /// By their tasks, which they hold until they are over.
    private let entries = Locked<[ObjectIdentifier: Entry]>([:])
    #if canImport(FoundationNetworking)
        private struct Turns: Sendable {
            /// How many small pieces of replies have come since the last turn.
            var pieces = 0
            /// Whether the sessions do what else there is to do. No task brings pieces meanwhile.
            var isOn = false
            var paused: [(task: URLSessionTask, session: URLSession)] = []
        }

        private let turns = Locked(Turns())
    #endif
    /// Where tasks are made, started and stopped, in order: on Linux these calls wait until the session has a moment for them, which one
    /// that is given bytes without a pause has not. Nobody else should wait for that.
    private let control = DispatchQueue(label: "NetTask.URLSessionExchanges")

    /// Makes and starts a task.
    ///
    /// - Parameter endsSession: Whether the session is over with the task.
    /// - Returns: what stops it.
    func begin(
        _ session: URLSession,
        endsSession: Bool,
        _ exchange: HTTPExchange,
        _ whenDone: @escaping @Sendable ((any Error)?) -> Void,
        _ makeTask: @escaping @Sendable () -> URLSessionTask
    ) -> @Sendable () -> Void {
        let made = Locked<URLSessionTask?>(nil)
        let whenOver: @Sendable ((any Error)?) -> Void = { [self] error in
            // The session may take its time, or go on delivering; the caller need not wait for that.
            control.async { [self] in
                if let task = made.withLock(\.self) {
                    _ = entries.withLock { $0.removeValue(forKey: ObjectIdentifier(task)) }
                    if error != nil { task.cancel() }
                }
                if endsSession { session.finishTasksAndInvalidate() }
            }
            whenDone(error)
        }
        #if canImport(FoundationNetworking)
            let body = ReplyBuffer(exchange, whenDone: whenOver)
        #else
            let body = BackPressure(exchange, whenDone: whenOver) { [control] isOpen in
                let task = made.withLock(\.self)
                control.async { isOpen ? task?.resume() : task?.suspend() }
            }
        #endif
        control.async { [self] in
            if exchange.isOver { return }
            let task = makeTask()
            made.withLock { $0 = task }
            entries.withLock { $0[ObjectIdentifier(task)] = Entry(exchange: exchange, body: body) }
            task.resume()
        }
        return { body.stop(CancellationError()) }
    }

    #if canImport(FoundationNetworking)
        /// After each 10,000 small pieces, for which Foundation has made some 3 MB of timers, lets the sessions do what else there is to do.
        /// All tasks that bring more pieces are paused until that is done.
        private func takeTurns(_ task: URLSessionTask, of session: URLSession) {
            let begins = turns.withLock { turns in
                turns.pieces += 1
                guard turns.isOn || turns.pieces >= 10_000, task.setPaused(true) else { return false }
                defer { (turns.isOn, turns.pieces) = (true, 0) }
                turns.paused.append((task, session))
                return !turns.isOn
            }
            guard begins else { return }
            // It answers once all that waited is done. The second time, other sessions have had their turn, too.
            session.getAllTasks { [self] _ in
                DispatchQueue.global().async { session.getAllTasks { [self] _ in endTurn() } }
            }
        }

        private func endTurn() {
            let paused = turns.withLock { turns in
                defer { (turns.isOn, turns.paused) = (false, []) }
                return turns.paused
            }
            for (task, session) in paused {
                session.getAllTasks { _ in _ = task.setPaused(false) }
            }
        }
    #endif

    private func pass(_ response: URLResponse?, of task: URLSessionTask) {
        let entry = entries.withLock { entries in
            entries[ObjectIdentifier(task)]?.hasResponse = true
            return entries[ObjectIdentifier(task)]
        }
        guard let entry, let response = response as? HTTPURLResponse else { return }
        do {
            try entry.exchange.receive(Self.response(response))
        } catch {
            entry.body.stop(error)
        }
    }

    // MARK: URLSessionDataDelegate

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(FoundationNetworking)
            // On Linux a session asks once the whole 401 is there; told to go on without a password, it never ends.
            self.urlSession(session, task: task, didCompleteWithError: nil)
            control.async { completionHandler(.cancelAuthenticationChallenge, nil) }
        #else
            completionHandler(Self.answer(to: challenge.protectionSpace), nil)
        #endif
    }

    /// How a challenge is answered without a credential. The tasks have their credentials in headers, so that a password in
    /// the storage of a session that an app supplied is not sent to a server.
    static func answer(to space: URLProtectionSpace) -> URLSession.AuthChallengeDisposition {
        let passwords = [
            NSURLAuthenticationMethodDefault, NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest,
            NSURLAuthenticationMethodHTMLForm, NSURLAuthenticationMethodNTLM, NSURLAuthenticationMethodNegotiate,
        ]
        return !space.isProxy() && passwords.contains(space.authenticationMethod)
            ? .useCredential : .performDefaultHandling
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        willCacheResponse proposedResponse: CachedURLResponse,
        completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        pass(response, of: dataTask)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        #if canImport(FoundationNetworking)
            // curl unpacks into larger pieces, all of which it keeps if it is paused meanwhile.
            if data.count < 1_024 { takeTurns(dataTask, of: session) }
        #endif
        guard let body = entries.withLock({ $0[ObjectIdentifier(dataTask)]?.body }) else { return }
        do {
            try body.receive(data)
        } catch {
            body.stop(error)
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        guard let exchange = entries.withLock({ $0[ObjectIdentifier(task)]?.exchange }) else { return }
        exchange.didSend(totalBytesSent)
        if totalBytesSent == totalBytesExpectedToSend {
            exchange.didSendRequest()
        }
    }

    #if !canImport(FoundationNetworking)
        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            didFinishCollecting metrics: URLSessionTaskMetrics
        ) {
            let transactions = metrics.transactionMetrics
            let isUnsent = !transactions.isEmpty && transactions.allSatisfy { $0.requestStartDate == nil }
            entries.withLock { $0[ObjectIdentifier(task)]?.isUnsent = isUnsent }
        }
    #endif

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if error == nil, entries.withLock({ $0[ObjectIdentifier(task)]?.hasResponse }) == false {
            pass(task.response, of: task)
        }
        guard let entry = entries.withLock({ $0[ObjectIdentifier(task)] }) else { return }
        entry.body.end(error.map { TransportError(urlSession: $0, isUnsent: entry.isUnsent) })
    }

    /// - Throws: if its status is none of HTTP, or it has more headers than `HTTPFields` takes, which ends the process
    ///   beyond 65,534.
    private static func response(_ response: HTTPURLResponse) throws(TransportError) -> HTTPResponse {
        let status = try HTTPResponse.Status(received: response.statusCode)
        guard response.allHeaderFields.count < UInt16.max else {
            throw TransportError(.replyTooLarge, reason: "the reply has \(response.allHeaderFields.count) headers")
        }
        var fields = HTTPFields()
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let name = HTTPField.Name(name), let value = value as? String {
                for value in name == .setCookie ? Self.setCookieValues(value) : [value] {
                    fields.append(HTTPField(name: name, value: value))
                }
            }
        }
        return HTTPResponse(status: status, headerFields: fields)
    }

    /// The headers `Set-Cookie` as the server sent them; a session makes one of several, with commas between them.
    ///
    /// A comma is between two if a name and `=` follow it. Others are part of a date or a value (RFC 6265, section 3, which
    /// is why these headers must not be folded).
    private static func setCookieValues(_ folded: String) -> [String] {
        var values: [String] = []
        var rest = folded.utf8[...]
        var searched = rest
        while let comma = searched.firstIndex(of: UInt8(ascii: ",")) {
            let next = rest[rest.index(after: comma)...].drop { $0 == UInt8(ascii: " ") }
            let name = next.prefix { $0 != UInt8(ascii: "=") }
            if name.endIndex < next.endIndex, HTTPField.Name(String(Substring(name))) != nil {
                values.append(String(Substring(rest[..<comma])))
                rest = next
            }
            searched = next
        }
        return values + [String(Substring(rest))]
    }
}
