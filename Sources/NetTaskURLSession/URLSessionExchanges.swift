import Foundation
import HTTPTypes
import NetTaskHTTP

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The running requests of a session, and the session's delegate. It forwards the events of each request to its exchange.
///
/// A delegate is required, because on Linux a session follows redirects itself for tasks with a completion handler.
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
        /// Whether the session ended before it started to send the request.
        var isUnsent = false
    }

    /// The entries by their tasks. They are removed when the tasks have ended.
    private let entries = Locked<[ObjectIdentifier: Entry]>([:])
    #if canImport(FoundationNetworking)
        private struct Turns: Sendable {
            /// The number of small pieces of replies since the last turn.
            var pieces = 0
            /// Whether the sessions are doing their other work. No task forwards pieces meanwhile.
            var isOn = false
            var paused: [(task: URLSessionTask, session: URLSession)] = []
        }

        private let turns = Locked(Turns())
    #endif
    /// Creates, starts and stops tasks, in order. On Linux, these calls wait for the session's thread, which is busy while a
    /// server sends without a pause. On a separate queue, no other code waits for it.
    private let control = DispatchQueue(label: "NetTask.URLSessionExchanges")
    /// The delegate of the app, which observes the tasks and answers challenges for certificates.
    private let delegate: (any URLSessionDelegate)?
    private let taskDelegate: (any URLSessionTaskDelegate)?
    private let dataDelegate: (any URLSessionDataDelegate)?

    init(delegate: (any URLSessionDelegate)? = nil) {
        self.delegate = delegate
        taskDelegate = delegate as? any URLSessionTaskDelegate
        dataDelegate = delegate as? any URLSessionDataDelegate
    }

    /// Makes and starts a task.
    ///
    /// - Parameter endsSession: whether the session ends with the task.
    /// - Returns: a closure that stops the task.
    func begin(
        _ session: URLSession,
        endsSession: Bool,
        _ exchange: HTTPExchange,
        _ whenDone: @escaping @Sendable ((any Error)?) -> Void,
        _ makeTask: @escaping @Sendable () -> URLSessionTask
    ) -> @Sendable () -> Void {
        let made = Locked<URLSessionTask?>(nil)
        let whenOver: @Sendable ((any Error)?) -> Void = { [self] error in
            // The session may be slow, or continue to deliver. The caller does not have to wait for it.
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
        /// Pauses all tasks after 10,000 small pieces, until the sessions have done their other work. By then, Foundation has
        /// created about 3 MB of timers.
        private func takeTurns(_ task: URLSessionTask, of session: URLSession) {
            let begins = turns.withLock { turns in
                turns.pieces += 1
                guard turns.isOn || turns.pieces >= 10_000, task.setPaused(true) else { return false }
                defer { (turns.isOn, turns.pieces) = (true, 0) }
                turns.paused.append((task, session))
                return !turns.isOn
            }
            guard begins else { return }
            // The completion handler is called after all waiting work. With the second call, the other sessions have had their
            // turn too.
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

    private func forward(_ response: URLResponse?, of task: URLSessionTask) {
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
            // On Linux, a session asks when the 401 is complete. Continuing without a credential would never end the task.
            end(task, nil)
            control.async { completionHandler(.cancelAuthenticationChallenge, nil) }
        #else
            let answer = Self.answer(to: challenge.protectionSpace)
            guard answer == .performDefaultHandling else { return completionHandler(answer, nil) }
            // These requirements are optional on Apple's systems, so that the references may be nil.
            let ofTask: TaskChallenge? = taskDelegate?.urlSession(_:task:didReceive:completionHandler:)
            let ofSession: SessionChallenge? = delegate?.urlSession(_:didReceive:completionHandler:)
            if let ofTask {
                ofTask(session, task, challenge, completionHandler)
            } else if let ofSession {
                ofSession(session, challenge, completionHandler)
            } else {
                completionHandler(.performDefaultHandling, nil)
            }
        #endif
    }

    #if !canImport(FoundationNetworking)
        private typealias Answer = @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        private typealias TaskChallenge = (URLSession, URLSessionTask, URLAuthenticationChallenge, @escaping Answer) ->
            Void
        private typealias SessionChallenge = (URLSession, URLAuthenticationChallenge, @escaping Answer) -> Void

        func urlSession(_ session: URLSession, didCreateTask task: URLSessionTask) {
            let forward: ((URLSession, URLSessionTask) -> Void)? = taskDelegate?.urlSession(_:didCreateTask:)
            forward?(session, task)
        }

        func urlSession(_ session: URLSession, taskIsWaitingForConnectivity task: URLSessionTask) {
            let forward: ((URLSession, URLSessionTask) -> Void)? = taskDelegate?
                .urlSession(_:taskIsWaitingForConnectivity:)
            forward?(session, task)
        }
    #endif

    /// Returns the answer to a challenge, without a credential. The tasks have their credentials in headers. Passwords in the
    /// credential storage of a session that an app has supplied must not be sent to a server.
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
        forward(response, of: dataTask)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        #if canImport(FoundationNetworking)
            // curl decodes into larger pieces. If it is paused meanwhile, it keeps all of them in memory.
            if data.count < 1_024 { takeTurns(dataTask, of: session) }
        #endif
        let forward: ((URLSession, URLSessionDataTask, Data) -> Void)? = dataDelegate?
            .urlSession(_:dataTask:didReceive:)
        forward?(session, dataTask, data)
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
        let forward: ((URLSession, URLSessionTask, Int64, Int64, Int64) -> Void)? = taskDelegate?
            .urlSession(_:task:didSendBodyData:totalBytesSent:totalBytesExpectedToSend:)
        forward?(session, task, bytesSent, totalBytesSent, totalBytesExpectedToSend)
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
            let forward: ((URLSession, URLSessionTask, URLSessionTaskMetrics) -> Void)? = taskDelegate?
                .urlSession(_:task:didFinishCollecting:)
            forward?(session, task, metrics)
        }
    #endif

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let forward: ((URLSession, URLSessionTask, (any Error)?) -> Void)? = taskDelegate?
            .urlSession(_:task:didCompleteWithError:)
        forward?(session, task, error)
        end(task, error)
    }

    private func end(_ task: URLSessionTask, _ error: (any Error)?) {
        if error == nil, entries.withLock({ $0[ObjectIdentifier(task)]?.hasResponse }) == false {
            forward(task.response, of: task)
        }
        guard let entry = entries.withLock({ $0[ObjectIdentifier(task)] }) else { return }
        entry.body.end(error.map { TransportError(urlSession: $0, isUnsent: entry.isUnsent) })
    }

    /// - Throws: ``TransportError`` if the status is invalid, or if there are too many headers: `HTTPFields` traps beyond
    ///   65,534.
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

    /// Returns the values of the `Set-Cookie` headers as the server sent them. A session joins several headers with commas.
    ///
    /// A comma separates two values if a name and `=` follow. Other commas are part of a date or a value (RFC 6265, section 3,
    /// therefore forbids folding these headers).
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
