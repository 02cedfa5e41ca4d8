import Foundation
import HTTPTypes
import NetTaskRuntime

extension Checks {
    /// Every status, as a success or as an error, with the methods that have replies of other shapes.
    mutating func checkStatuses() async {
        begin("every status")
        for code in Array(200...599) + [600, 799, 999] {
            await checkStatus(code, GET.self)
        }
        for code in [200, 201, 204, 205, 300, 304, 308, 400, 401, 403, 404, 407, 409, 418, 429, 500, 503] {
            await checkStatus(code, POST.self)
            await checkStatus(code, DELETE.self)
            await checkStatus(code, HEAD.self)
        }
        begin("retries")
        for (code, count) in [(503, 3), (500, 3), (429, 3), (404, 1), (501, 1)] {
            let retry = NetTaskOption.retry(RetryPolicy(maxRetryCount: 2, interval: .zero))
            let get = await error(of: GetStatus<GET>(code: code), [retry])
            expect((get?.underlying as? StatusError)?.attempt, count, "attempts of GET that is answered with \(code)")
            let post = await error(of: GetStatus<POST>(code: code), [retry])
            expect((post?.underlying as? StatusError)?.attempt, 1, "attempts of POST that is answered with \(code)")
        }
    }

    private mutating func checkStatus<M: MethodKind>(_ code: Int, _ method: M.Type) async {
        let queue = subject.queue(HTTPConfiguration { $0.maxRedirects = 0 })
        switch await queue.add(GetStatus<M>(code: code)).result {
        case .success: expect((200..<300).contains(code), true, "\(M.self) \(code) is a success")
        case .failure(.status(let error, _)): expect(error.code, code, "the status of \(M.self)")
        case .failure(let error): fail("\(M.self) \(code): \(error)")
        }
    }

    /// Bodies in every coding and length.
    mutating func checkReplies() async {
        begin("replies")
        for coding in ["gzip", "deflate"] {
            guard let echo = await echo(of: Call(coding)) else { continue }
            expect("\(echo[coding == "gzip" ? "gzipped" : "deflated"].map { "\($0)" } ?? "")", "bool(true)", coding)
        }
        await checkBrotli()
        for count in [0, 1, 1_023, 65_536, 102_400] {
            for place in ["bytes", "stream-bytes"] {
                let first = await response(of: Call("\(place)/\(count)?seed=1"))
                let second = await response(of: Call("\(place)/\(count)?seed=1&chunk_size=7"))
                expect(first?.body.count, count, "\(place) \(count)")
                expect(second?.body, first?.body, "\(place) \(count), the same once more")
            }
        }
        if let lines = await response(of: Call("stream/20")) {
            expect(lines.body.split(separator: UInt8(ascii: "\n")).count, 20, "stream/20")
        }
        if let reply = await response(of: Call("html")) {
            expect(reply.headers[.contentType], "text/html; charset=utf-8", "the type of html")
            expect("\(reply.body.count)", reply.headers[.contentLength], "the length of html")
        }
        await checkHeaders()
        await checkLimits()
    }

    /// httpbin sends it for each request, even if the request does not accept it.
    private mutating func checkBrotli() async {
        let accepted = await echo(of: Call("headers"))?.header("Accept-Encoding") ?? ""
        let reply = await response(of: Call("brotli"))
        guard let reply else { return }
        if accepted.contains("br") {
            expect((try? Echo(reply)) != nil, true, "brotli, which is accepted, is read")
        } else {
            expect(reply.headers[.contentEncoding], "br", "brotli, which is not accepted, comes as it is")
            expect((try? Echo(reply)) == nil, true, "brotli, which is not accepted, is not read")
        }
    }

    private mutating func checkHeaders() async {
        let call = Call("response-headers") { packer in
            packer.add("X-One", "a, b; c=\"d\"")
            packer.add("X-Two", ["a", "b"])
            packer.add("X-Empty", "")
            packer.add("ETag", "\"x\"")
        }
        guard let reply = await response(of: call) else { return }
        expect(reply.headers[.init("X-One")!], "a, b; c=\"d\"", "a header of the reply")
        expect(reply.headers[.init("X-Empty")!], "", "an empty header of the reply")
        expect(reply.headers[.eTag], "\"x\"", "a header of the reply")
        // Foundation on Linux merges them, which has the same meaning.
        let both = reply.headers[values: .init("X-Two")!].joined(separator: ",").replacing(" ", with: "")
        expect(both, "a,b", "two headers of the reply with one name")
    }

    /// Of replies in memory.
    private mutating func checkLimits() async {
        let small = subject.queue(HTTPConfiguration { $0.maxReplySize = 10_000 })
        expect(await response(of: Call("bytes/10000"), over: small)?.body.count, 10_000, "a reply at the limit")
        for place in ["bytes", "stream-bytes"] {
            await checkTooLarge(Call("\(place)/10001"), small, "a reply of \(place) beyond the limit")
        }
        // The usual limit is 64 MB. httpbin sends back what it gets, and some more.
        let below = Data(repeating: UInt8(ascii: "a"), count: 64 << 20 - 10_000)
        let almost = Call(POST.self, Form.self, "post") { $0.body(below) }
        expect((await response(of: almost)?.body.count ?? 0) > below.count, true, "a reply of almost 64 MB")
        let above = Data(repeating: UInt8(ascii: "a"), count: 64 << 20)
        await checkTooLarge(Call(POST.self, Form.self, "post") { $0.body(above) }, subject.queue(), "more than 64 MB")
    }

    private mutating func checkTooLarge<T: HTTPNetTask>(_ task: T, _ queue: HTTPNetTaskQueue, _ what: String) async {
        guard let error = await error(of: task, over: queue) else { return }
        expect((error.underlying as? TransportError)?.kind, .replyTooLarge, what)
    }

    /// Concurrent requests over the available connections.
    mutating func checkManyAtOnce() async {
        begin("many at once")
        let queue = subject.queue(limit: 12)
        let handles = (0..<300).map { index in queue.add(Call("anything/\(index)") { $0.add("n", index) }) }
        for (index, handle) in handles.enumerated() {
            let reply = try? await handle.value
            let echo = reply.flatMap { try? Echo($0) }
            expect(echo?.args("n") ?? [], ["\(index)"], "request \(index)")
        }
    }
}

/// Requests a status, and treats 2xx as a success.
private struct GetStatus<M: MethodKind>: HTTPNetTask {
    var code: Int

    static var endpoint: HTTPEndpoint { HTTPEndpoint("GetStatus", M.method, "status/{code}") }
    var uri: String { "status/\(code)" }

    func parse(_ reply: HTTPReply) {}
}
