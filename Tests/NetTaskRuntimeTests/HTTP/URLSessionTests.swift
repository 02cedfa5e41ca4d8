import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskHTTP
@testable import NetTaskURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("URLSession")
struct URLSessionTests {
    @Test(
        "Errors are classified by their code",
        arguments: [
            (.timedOut, .connectionLost), (.networkConnectionLost, .connectionLost),
            (.notConnectedToInternet, .cannotConnect),
            // A network with a login page answers instead of the server.
            (.secureConnectionFailed, .cannotConnect),
            (.serverCertificateUntrusted, .notSecure), (.serverCertificateHasUnknownRoot, .notSecure),
            (.clientCertificateRejected, .notSecure), (.clientCertificateRequired, .notSecure),
            // A GET with a body, on Apple's systems.
            (.dataLengthExceedsMaximum, .invalidRequest),
        ] as [(URLError.Code, TransportError.Kind)]
    )
    func codes(code: URLError.Code, kind: TransportError.Kind) {
        #expect(TransportError(urlSession: URLError(code)).kind == kind)
    }

    @Test("A timeout before the request was sent is a failed connection")
    func timeoutWhileConnecting() {
        #expect(TransportError(urlSession: URLError(.timedOut), isUnsent: true).isUnsent)
        #expect(!TransportError(urlSession: URLError(.networkConnectionLost), isUnsent: true).isUnsent)
    }

    @Test("The reason of an error has its code, since its text is in the language of the user")
    func reason() {
        #expect(TransportError(urlSession: URLError(.notConnectedToInternet)).reason.hasSuffix(" (URLError -1009)"))
    }

    @Test("A GET with a body is rejected on each system")
    func bodyWithGET() async throws {
        let task = URLTask("http://127.0.0.1:9/", body: .data(Data("a".utf8)))
        let result = await HTTPNetTaskQueue().add(task).result
        guard case .failure(.transport(let error)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(error.kind == .invalidRequest)
    }

    // MARK: Sessions of apps

    @Test(
        "A challenge for a server's password gets no credentials of the session's storage",
        arguments: [
            NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest, NSURLAuthenticationMethodNTLM,
            NSURLAuthenticationMethodNegotiate,
        ]
    )
    func passwords(method: String) {
        let server = URLProtectionSpace(
            host: "a.test",
            port: 443,
            protocol: NSURLProtectionSpaceHTTPS,
            realm: "a",
            authenticationMethod: method
        )
        #expect(URLSessionExchanges.answer(to: server) == .useCredential)
    }

    @Test("Challenges of proxies and of certificates are left to the system")
    func otherChallenges() {
        let proxy = URLProtectionSpace(
            proxyHost: "a.test",
            port: 80,
            type: NSURLProtectionSpaceHTTPProxy,
            realm: "a",
            authenticationMethod: NSURLAuthenticationMethodHTTPBasic
        )
        let certificate = URLProtectionSpace(
            host: "a.test",
            port: 443,
            protocol: NSURLProtectionSpaceHTTPS,
            realm: nil,
            authenticationMethod: "NSURLAuthenticationMethodServerTrust"
        )
        #expect(URLSessionExchanges.answer(to: proxy) == .performDefaultHandling)
        #expect(URLSessionExchanges.answer(to: certificate) == .performDefaultHandling)
    }

    @Test("A delegate observes the requests of its transport, and the transport follows no redirect of it")
    func delegate() async throws {
        // given
        let server = try HTTPLoopbackServer { request in
            request.head.path == "/a" ? .status(.found, "moved", headers: [.location: "/b"]) : .status(.ok, "there")
        }
        let delegate = RecordingDelegate()
        let transport = URLSessionTransport(configuration: .ephemeral, delegate: delegate)
        let queue = HTTPNetTaskQueue(transport: transport, baseURL: server.baseURL) { $0.maxRedirects = 0 }
        // when
        let reply = try? await queue.run(URLTask("b", method: .post, body: .data(Data("body".utf8))))
        _ = await queue.add(URLTask("a")).result
        await server.stop()
        // then
        #expect(reply?.body == Data("there".utf8))
        let calls = delegate.calls.withLock { $0 }
        #expect(calls.contains("sent 4"))
        #expect(calls.contains("received there"))
        #expect(calls.contains("received moved"))
        #expect(calls.count { $0 == "completed" } == 2)
        #expect(!calls.contains("redirected"))
    }

    @Test("A session's delegate observes the requests of a transport with that session")
    func sessionDelegate() async throws {
        // given
        let server = try HTTPLoopbackServer { _ in .status(.ok, "there") }
        let delegate = RecordingDelegate()
        let session = URLSession(configuration: .ephemeral, delegate: delegate, delegateQueue: nil)
        defer { session.invalidateAndCancel() }
        let queue = HTTPNetTaskQueue(transport: URLSessionTransport(session: session), baseURL: server.baseURL)
        // when
        _ = try await queue.run(URLTask("b"))
        await server.stop()
        // then
        #expect(delegate.calls.withLock { $0 } == ["received there", "completed"])
    }

    @Test("A reply is not stored in the cache of the session")
    func cache() throws {
        // given
        let url = try #require(URL(string: "http://a.test/"))
        let response = CachedURLResponse(
            response: URLResponse(url: url, mimeType: nil, expectedContentLength: 1, textEncodingName: nil),
            data: Data("a".utf8)
        )
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        let answers = Locked<[CachedURLResponse?]>([])
        // when
        let exchanges: any URLSessionDataDelegate = URLSessionExchanges()
        exchanges.urlSession(session, dataTask: session.dataTask(with: url), willCacheResponse: response) { answer in
            answers.withLock { $0.append(answer) }
        }
        // then
        #expect(answers.withLock { $0 } == [nil])
    }

    #if canImport(FoundationNetworking)  // elsewhere only the system can set the identifier
        @Test("The configuration of a background session is rejected")
        func background() async {
            await #expect(processExitsWith: .failure) {
                let configuration = URLSessionConfiguration.default
                configuration.identifier = "a"
                _ = URLSessionTransport(configuration: configuration)
            }
        }
    #endif
}

/// Records its callbacks.
private final class RecordingDelegate: NSObject, URLSessionDataDelegate {
    let calls = Locked<[String]>([])

    private func record(_ call: String) { calls.withLock { $0.append(call) } }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        record("redirected")
        completionHandler(request)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        record("received \(String(decoding: data, as: UTF8.self))")
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        record("sent \(totalBytesSent)")
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        record("completed")
    }
}
