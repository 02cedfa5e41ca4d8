import Foundation
import HTTPTypes
import NetTaskRuntime

extension Checks {
    /// Params of the path, the query and headers with each method.
    mutating func checkMethods() async {
        begin("methods with params in path, query and headers")
        await checkMethod(GET.self, "get")
        await checkMethod(POST.self, "post")
        await checkMethod(PUT.self, "put")
        await checkMethod(PATCH.self, "patch")
        await checkMethod(DELETE.self, "delete")
        await checkHead()
        await checkUsualHeaders()
    }

    private mutating func checkMethod<M: MethodKind>(_ method: M.Type, _ place: String) async {
        let own = Call(method, Form.self, place) { $0.add("q", "x", in: .query) }
        expect(await echo(of: own)?.args("q") ?? [], ["x"], "\(M.self) /\(place)")
        let other = Call(method, Form.self, method == GET.self ? "post" : "get")
        let refused = await response(of: other)
        expect(refused?.status.code, 405, "\(M.self) where it is not allowed")

        let uri = "anything/\(PathSegment("a b"))/\(PathSegment(7))/é?fixed=yes"
        let call = Call(method, Form.self, uri) { packer in
            packer.add("text", "x y&z=ü+", in: .query)
            packer.add("number", -7, in: .query)
            packer.add("flag", false, in: .query)
            packer.add("empty", "", in: .query)
            packer.add("nothing", nil as Int?, in: .query)
            packer.add("repeated", ["a", "b"], in: .query)
            packer.add("commas", [1, 2], style: .comma, in: .query)
            packer.add("X-Trace", "a, b; c=\"d\"", in: .header)
            packer.add("X-Count", 3, in: .header)
        }
        guard let echo = await echo(of: call) else { return }
        expect(echo.method, M.method.rawValue, "the method")
        expect(
            echo.url?.hasPrefix("\(subject.url)/anything/a%20b/7/é?fixed=yes"),
            true,
            "\(echo.url ?? "") of \(M.self)"
        )
        expect(echo.args("fixed"), ["yes"], "\(M.self) fixed")
        expect(echo.args("text"), ["x y&z=ü+"], "\(M.self) text")
        expect(echo.args("number"), ["-7"], "\(M.self) number")
        expect(echo.args("flag"), ["false"], "\(M.self) flag")
        expect(echo.args("empty"), [""], "\(M.self) empty")
        expect(echo.args("repeated"), ["a", "b"], "\(M.self) repeated")
        expect(echo.args("commas"), ["1,2"], "\(M.self) commas")
        expect(echo.argCount, 7, "\(M.self) params")
        expect(echo.header("X-Trace"), "a, b; c=\"d\"", "\(M.self) header")
        expect(echo.header("X-Count"), "3", "\(M.self) header")
        // Without params in the body there is none, or an empty one (RFC 9110, section 8.6). Foundation on Linux sends a length
        // with DELETE, too, which is optional.
        if M.method == .delete {
            expect(["0", nil].contains(echo.header("Content-Length")), true, "DELETE without a body, its length")
        } else {
            expect(echo.header("Content-Length"), M.method == .get ? nil : "0", "\(M.self) without a body, its length")
        }
        expect(echo.header("Transfer-Encoding"), nil, "\(M.self) without a body, its encoding")
        expect(echo.body, .init(), "\(M.self) without a body")
    }

    /// Its reply has no body. The headers contain the request that httpbin saw.
    private mutating func checkHead() async {
        let call = Call(HEAD.self, Form.self, "response-headers") { $0.add("X-Seen", "a b&c") }
        guard let reply = await response(of: call) else { return }
        expect(reply.status.code, 200, "the status of HEAD")
        expect(reply.body, .init(), "the body of HEAD")
        expect(reply.headers[.init("X-Seen")!], "a b&c", "the query of HEAD")
        expect(
            reply.headers[.contentLength].flatMap { Int($0) } ?? 0 > 0,
            true,
            "the length of what HEAD does not bring"
        )
    }

    /// The default headers, and the headers that were set at each level.
    private mutating func checkUsualHeaders() async {
        if let echo = await echo(of: Call("headers")) {
            expect(echo.header("Host"), subject.authority, "Host")
            expect(echo.header("User-Agent"), HTTPConfiguration().userAgent, "User-Agent")
            expect(echo.header("Cookie"), nil, "Cookie")
            expect(echo.header("Authorization"), nil, "Authorization")
            let codings = (echo.header("Accept-Encoding") ?? "").split(separator: ",").map { "\($0.trimming)" }
            print("  Accept-Encoding: \(codings)")
        }
        let configuration = HTTPConfiguration {
            $0.headers = [.init("X-A")!: "queue", .init("X-B")!: "queue"]
            $0.userAgent = nil
        }
        let call = Call("headers") { packer in
            packer.header("X-B", "task")
            packer.header("X-C", "task")
        }
        let queue = subject.queue(configuration)
        guard let echo = await echo(of: call, [.headers(["x-c": "call", "X-D": "call"])], over: queue) else { return }
        expect(echo.header("X-A"), "queue", "a header of the queue")
        expect(echo.header("X-B"), "task", "a header of the task wins over the queue's")
        expect(echo.header("X-C"), "call", "a header of the call wins over the task's")
        expect(echo.header("X-D"), "call", "a header of the call")
        print("  User-Agent without one: \(echo.header("User-Agent") ?? "none")")
    }
}

extension Substring {
    fileprivate var trimming: Substring { drop { $0 == " " } }
}
