import Foundation
import HTTPTypes
import NetTaskRuntime

extension Checks {
    /// The method and the body after each status (RFC 9110, section 15.4).
    mutating func checkRedirects() async {
        begin("redirects of each method")
        for code in [301, 302, 303, 307, 308] {
            await checkRedirect(code, GET.self)
            await checkRedirect(code, HEAD.self)
            await checkRedirect(code, POST.self)
            await checkRedirect(code, PUT.self)
            await checkRedirect(code, PATCH.self)
            await checkRedirect(code, DELETE.self)
        }
        for code in [300, 304, 305, 306] {
            let reply = await response(of: redirect(code, to: "/get"))
            expect(reply?.status.code, code, "a status that is not a redirect")
        }
        begin("redirects of each kind")
        await checkChains()
        await checkPlaces()
        await checkBodiesOnTheWay()
    }

    private func redirect(_ code: Int, to location: String) -> Call<GET, Form> {
        Call("redirect-to") { packer in
            packer.add("url", location)
            packer.add("status_code", code)
        }
    }

    private mutating func checkRedirect<M: MethodKind>(_ code: Int, _ method: M.Type) async {
        let hasBody = M.method != .get && M.method != .head
        let call = Call(method, JSON.self, "redirect-to") { packer in
            packer.add("url", "/anything?b=2", in: .query)
            packer.add("status_code", code, in: .query)
            packer.header("X-Trace", "t")
            if hasBody { packer.add("a", 1, in: .body) }
        }
        let changes = code == 303 ? hasBody : code < 303 && M.method == .post
        let what = "\(M.self) after \(code)"
        guard let reply = await response(of: call) else { return }
        expect(reply.status.code, 200, what)
        expect(reply.url, "\(subject.url)/anything?b=2", "\(what), the URL that answered")
        expect(reply.method.rawValue, changes ? "GET" : M.method.rawValue, "\(what), the method that was used")
        if M.method == .head { return expect(reply.body, Data(), what) }
        guard let echo = try? Echo(reply) else { return fail("\(what): \(reply)") }
        expect(echo.method, changes ? "GET" : M.method.rawValue, what)
        expect(echo.args("b"), ["2"], what)
        expect(echo.argCount, 1, what)
        expect(echo.header("X-Trace"), "t", what)
        let keepsBody = hasBody && !changes
        expect(echo.body, keepsBody ? Data(#"{"a":1}"#.utf8) : Data(), "\(what), the body")
        expect(echo.header("Content-Type"), keepsBody ? "application/json; charset=utf-8" : nil, "\(what), its type")
    }

    private mutating func checkChains() async {
        for kind in ["redirect", "relative-redirect", "absolute-redirect"] {
            for count in [1, 3, 10] {
                let reply = await response(of: Call("\(kind)/\(count)"))
                expect(reply?.status.code, 200, "\(kind)/\(count)")
                expect(reply?.url, "\(subject.url)/get", "\(kind)/\(count)")
            }
            let error = await error(of: Call("\(kind)/11"))
            expect((error?.underlying as? TransportError)?.kind, .redirect, "\(kind)/11")
        }
        let none = subject.queue(HTTPConfiguration { $0.maxRedirects = 0 })
        let reply = await response(of: Call("relative-redirect/2"), over: none)
        expect(reply?.status.code, 302, "a redirect that is not to be followed")
        expect(reply?.headers[.location], "/relative-redirect/1", "a redirect that is not to be followed")
        expect(await response(of: Call("status/302"))?.url, "\(subject.url)/get", "status/302 leads to redirect/1")
    }

    private mutating func checkPlaces() async {
        for (location, expected) in [
            ("get?x=1", "/get?x=1"), ("/anything/a%20b", "/anything/a%20b"), ("/anything/%C3%BC", "/anything/%C3%BC"),
            ("//\(subject.authority)/get", "/get"), ("\(subject.url)/get", "/get"), ("/get#part", "/get"),
            ("./anything/../get", "/get"), ("/anything?q=a+b%26c", "/anything?q=a+b%26c"),
        ] {
            let reply = await response(of: redirect(302, to: location))
            expect(reply?.status.code, 200, "a redirect to \(location)")
            expect(reply?.url, subject.url + expected, "a redirect to \(location)")
        }
        for location in ["ftp://127.0.0.1/x", "mailto:a@b", "http://"] {
            let error = await error(of: redirect(302, to: location))
            expect((error?.underlying as? TransportError)?.kind, .redirect, "a redirect to \(location)")
        }
    }

    /// Bodies that can be sent again follow a redirect. A stream cannot.
    private mutating func checkBodiesOnTheWay() async {
        let bytes = Data(repeating: 7, count: 300_000)
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).bin")
        defer { try? FileManager.default.removeItem(at: url) }
        try? bytes.write(to: url)
        for code in [307, 308] {
            let uri = "redirect-to?status_code=\(code)&url=/anything"
            expect(
                await echo(of: Call(POST.self, Form.self, uri) { $0.body(HTTPFile(at: url)) })?.body,
                bytes,
                "a file, \(code)"
            )
            let form = Call(POST.self, Multipart.self, uri) { $0.add("file", HTTPFile(at: url)) }
            expect(await echo(of: form)?.file("file"), bytes, "a file in a form, \(code)")
            let stream = FileStream(
                AsyncStream<Data> {
                    $0.yield(bytes); $0.finish()
                }
            )
            let error = await error(of: Call(POST.self, Form.self, uri) { $0.body(HTTPFile(stream: stream)) })
            expect((error?.underlying as? TransportError)?.kind, .redirect, "a stream, \(code)")
        }
        let stream = FileStream(
            AsyncStream<Data> {
                $0.yield(bytes); $0.finish()
            }
        )
        let call = Call(POST.self, Form.self, "redirect-to?status_code=303&url=/anything") {
            $0.body(HTTPFile(stream: stream))
        }
        expect(await echo(of: call)?.method, "GET", "a stream, 303")
    }

    /// Credentials are not sent to another origin.
    mutating func checkOrigins() async {
        begin("redirects to other origins")
        for (origin, isSame) in [(subject.url, true), (subject.otherURL, false), (subject.localhostURL, false)] {
            let call = Call("redirect-to") { packer in
                packer.add("url", "\(origin)/headers")
                packer.header("Authorization", "Bearer secret")
                packer.header("Cookie", "a=b")
                packer.header("Proxy-Authorization", "Basic secret")
                packer.header("X-Api-Key", packer.keepSecret("confined"))
                packer.header("X-Trace", "t")
            }
            guard let echo = await echo(of: call) else { continue }
            expect(echo.header("Host"), String(origin.dropFirst(7)), "the host after a redirect to \(origin)")
            expect(echo.header("X-Trace"), "t", "other headers after a redirect to \(origin)")
            for name in ["Authorization", "Cookie", "X-Api-Key"] {
                let value = name == "Cookie" ? "a=b" : name == "X-Api-Key" ? "confined" : "Bearer secret"
                expect(echo.header(name), isSame ? value : nil, "\(name) after a redirect to \(origin)")
            }
            let basic = subject.queue(
                HTTPConfiguration {
                    $0.middleware = [BasicCredentials(user: "u", password: "p")]
                }
            )
            let seen = await self.echo(of: Call("redirect-to") { $0.add("url", "\(origin)/headers") }, over: basic)
            expect(
                seen?.header("Authorization"),
                isSame ? "Basic dTpw" : nil,
                "credentials after a redirect to \(origin)"
            )
        }
    }
}
