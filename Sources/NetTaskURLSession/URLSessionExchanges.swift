import Foundation
import HTTPTypes
import NetTaskHTTP

#if canImport(FoundationNetworking)
    import FoundationNetworking
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
