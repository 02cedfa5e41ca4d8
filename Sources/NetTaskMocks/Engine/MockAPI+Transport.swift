import Foundation
public import HTTPTypes
import NetTaskBase

extension MockAPI: HTTPTransport {
    public func send(_ request: HTTPRequest, body: HTTPRequestBody?, exchange: HTTPExchange) async throws {
        try Task.checkCancellation()
        exchange.didConnect()
        let request = MockRequest(
            request.method.rawValue,
            request.path ?? "/",
            headers: request.headerFields,
            body: try await bytes(of: body, exchange)
        )
        exchange.didSendRequest()
        let endpoint = endpoint(for: request)
        let failure = rules.withLock { rules in
            rules.requests.append(
                MockedRequest(request, HTTPRequest.Method(request.method) ?? .get, endpoint: endpoint?.name)
            )
            return endpoint.flatMap { rules.takeFailure(of: $0.name) }
        }
        let isHead = request.method == "HEAD"
        if case .error(let error)? = failure?.kind { throw error }
        if case .status(let status, let headers, let body)? = failure?.kind {
            return try await deliver(failed(status, headers, body, endpoint), isHead: isHead, exchange)
        }
        var answer = self.answer(request)
        if let endpoint { answer = changed(answer, endpoint) }
        if case .cut? = failure?.kind { answer.cut = .inBody }
        if case .delay(let duration)? = failure?.kind { answer.delay += duration }
        try await deliver(answer, isHead: isHead, exchange)
    }

    private func bytes(of body: HTTPRequestBody?, _ exchange: HTTPExchange) async throws -> Data {
        guard let body else { return Data() }
        let reader = body.makeReader()
        var bytes = Data()
        while let data = try await reader.next() {
            try Task.checkCancellation()
            bytes += data
            exchange.didSend(Int64(bytes.count))
        }
        return bytes
    }

    // MARK: Rules of a test

    private func failed(_ status: Int, _ headers: HTTPFields, _ body: JSONValue?, _ endpoint: MockEndpoint?)
        -> MockAnswer
    {
        var answer = MockAnswer(status)
        if let body {
            answer.headers[.contentType] = "application/json"
            answer.body = .whole(Data(body.description.utf8))
        } else if let endpoint {
            answer = replies.failure(status, endpoint, detail: "A test asked for this failure.")
        }
        for field in headers { answer.headers[field.name] = field.value }
        return answer
    }

    private func changed(_ answer: MockAnswer, _ endpoint: MockEndpoint) -> MockAnswer {
        let isSuccess = endpoint.replies.contains { !$0.isError && $0.statuses.contains(answer.status) }
        guard isSuccess, var mocked = MockedReply(answer) else { return answer }
        for change in rules.withLock({ $0.takeChanges(of: endpoint.name) }) { change.apply(&mocked) }
        return mocked.changed
    }

    // MARK: The reply

    private func deliver(_ answer: MockAnswer, isHead: Bool, _ exchange: HTTPExchange) async throws {
        if answer.delay > .zero { try await clock.sleep(for: answer.delay) }
        let lost = TransportError(.connectionLost, reason: "the mock lost the connection")
        if answer.cut == .beforeHead { throw lost }
        var head = HTTPResponse(status: HTTPResponse.Status(code: answer.status), headerFields: answer.headers)
        let hasBody = !isHead && answer.status != 204 && answer.status != 304
        switch answer.body {
        case .whole(let body):
            if hasBody { head.headerFields[.contentLength] = "\(body.count)" }
            try exchange.receive(head)
            let sent = answer.cut == .inBody ? body.prefix(body.count / 2) : body
            if hasBody, !sent.isEmpty { try await bring(Data(sent), exchange) }
            if answer.cut == .inBody { throw lost }
        case .parts(let parts, let interval):
            try exchange.receive(head)
            for (number, part) in parts.enumerated() where hasBody && !part.isEmpty {
                if answer.cut == .inBody, number * 2 >= parts.count { throw lost }
                if number > 0, interval > .zero { try await clock.sleep(for: interval) }
                try await bring(part, exchange)
            }
        }
    }

    /// Delivers a piece, and waits until the exchange accepts more.
    private func bring(_ piece: Data, _ exchange: HTTPExchange) async throws {
        try Task.checkCancellation()
        try exchange.receive(piece)
        guard exchange.isFull else { return }
        // Unlike a continuation, a stream ends when its task is cancelled.
        let (room, continuation) = AsyncStream<Never>.makeStream()
        exchange.whenReady { continuation.finish() }
        for await _ in room {}
        try Task.checkCancellation()
    }
}
