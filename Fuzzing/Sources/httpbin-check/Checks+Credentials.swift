import Foundation
import HTTPTypes
import JSONForms
import NetTaskRuntime

extension Checks {
    /// Names and passwords, and tokens.
    mutating func checkCredentials() async {
        begin("credentials")
        for (user, password) in [("user", "pass word"), ("ü", "пароль:€"), ("a", ":;/?#&=+%25@"), ("u", "\"'\\")] {
            let uri = "\(PathSegment(user))/\(PathSegment(password).description.replacing("%2F", with: "x"))"
            let meant = password.replacing("/", with: "x")
            let queue = subject.queue(
                HTTPConfiguration { $0.middleware = [BasicCredentials(user: user, password: meant)] }
            )
            for place in ["basic-auth", "hidden-basic-auth"] {
                let reply = await response(of: Call("\(place)/\(uri)"), over: queue)
                expect(reply?.status.code, 200, "\(place) of \(user) and \(meant)")
            }
        }
        let wrong = subject.queue(
            HTTPConfiguration {
                $0.middleware = [BasicCredentials(user: "a", password: "wrong")]
            }
        )
        let refused = await response(of: Call("basic-auth/a/b"), over: wrong)
        expect(refused?.status.code, 401, "a wrong password")
        expect(refused?.headers[.wwwAuthenticate], "Basic realm=\"Fake Realm\"", "a wrong password")
        expect(
            await response(of: Call("hidden-basic-auth/a/b"), over: wrong)?.status.code,
            404,
            "a wrong password, hidden"
        )
        expect(await response(of: Call("basic-auth/a/b"))?.status.code, 401, "no password")
        expect(await response(of: Call(POST.self, Form.self, "status/401"))?.status.code, 401, "401 for a POST")
        expect(await response(of: Call(POST.self, Form.self, "status/407"))?.status.code, 407, "407 for a POST")
        let inURL = subject.url.replacing("http://", with: "http://a:b%40c@")
        let reply = await response(of: Call("basic-auth/a/b@c"), [.baseURL(inURL)])
        expect(reply?.status.code, 200, "a password in the URL")
        expect(reply?.url, "\(subject.url)/basic-auth/a/b@c", "a password in the URL is not told")
        let elsewhere = BasicCredentials(user: "a", password: "b", hosts: ["api.example.com"])
        let other = subject.queue(HTTPConfiguration { $0.middleware = [elsewhere] })
        expect(await response(of: Call("basic-auth/a/b"), over: other)?.status.code, 401, "a password for another host")
        await checkTokens()
    }

    private mutating func checkTokens() async {
        let count = Count()
        let credentials = BearerCredentials(hosts: ["127.0.0.1"]) { _ in
            try await Task.sleep(for: .milliseconds(50))
            return .init("token-\(await count.next())")
        }
        let queue = subject.queue(HTTPConfiguration { $0.middleware = [credentials] })
        let handles = (0..<8).map { _ in queue.add(Call("bearer")) }
        for handle in handles {
            let echo = (try? await handle.value).flatMap { try? Echo($0) }
            expect(echo?["token"]?.texts ?? [], ["token-1"], "a token for all")
        }
        // httpbin accepts any token. A status of 401 requests one more token, and is then the reply.
        expect(await response(of: Call("status/401"), over: queue)?.status.code, 401, "a token that is refused")
        expect(await count.value, 2, "tokens after one was refused")
        expect(await response(of: Call("bearer"))?.status.code, 401, "no token")
        expect(await response(of: Call("bearer"))?.headers[.wwwAuthenticate], "Bearer", "no token")
    }

    /// Cookies, with a jar and without.
    mutating func checkCookies() async {
        begin("cookies")
        expect(await seenCookies(subject.queue(), after: "cookies/set?a=1&b=2"), [], "without a jar")
        let jar = HTTPCookieJar()
        let queue = subject.queue(HTTPConfiguration { $0.cookies = jar })
        expect(await seenCookies(queue, after: "cookies/set?a=1&b=2"), ["a=1", "b=2"], "set on the way")
        expect(await seenCookies(queue, after: "cookies/set/c/3"), ["a=1", "b=2", "c=3"], "one more")
        expect(await seenCookies(queue, after: "cookies/set/a/4"), ["a=4", "b=2", "c=3"], "another value")
        expect(await seenCookies(queue, after: "cookies/delete?b&c"), ["a=4"], "deleted, two at once")
        let hostile = "a b;c,d=\"e\"\\ü"
        expect(
            await seenCookies(queue, after: "cookies/set/h/\(PathSegment(hostile))"),
            ["a=4", "h=\(hostile)"],
            "hostile"
        )
        expect(await seenCookies(queue, after: "cookies/delete?h"), ["a=4"], "deleted")
        let own = await echo(of: Call("cookies") { $0.header("Cookie", "z=9") }, over: queue)
        expect(own?["cookies"]?.members.map(\.name) ?? [], ["z"], "a header of the task's own wins")
        let elsewhere = await echo(of: Call("cookies"), [.baseURL(subject.localhostURL)], over: queue)
        expect(elsewhere?["cookies"]?.count, 0, "cookies of another host")
        // Cookies ignore ports (RFC 6265, section 8.5).
        let otherPort = await echo(of: Call("cookies"), [.baseURL(subject.otherURL)], over: queue)
        expect(otherPort?["cookies"]?.count, 1, "cookies of another port")
        let set = Call("response-headers") { packer in
            packer.add(
                "Set-Cookie",
                [
                    "p=1; Path=/cookies", "q=2; Path=/other", "r=3; Max-Age=0", "s=4; Secure",
                    "t=5; Expires=Wed, 21 Oct 2065 07:28:00 GMT; HttpOnly", "u=6; Domain=example.com",
                ]
            )
        }
        _ = await response(of: set, over: queue)
        expect(await seenCookies(queue, after: "get"), ["a=4", "p=1", "t=5"], "with attributes")
        jar.removeAll()
        expect(await seenCookies(queue, after: "get"), [], "all forgotten")
    }

    /// The cookies that httpbin received, by name.
    private mutating func seenCookies(_ queue: HTTPNetTaskQueue, after uri: String) async -> [String] {
        _ = await response(of: Call(uri), over: queue)
        let cookies = await echo(of: Call("cookies"), over: queue)?["cookies"]?.members ?? []
        return cookies.map { "\($0.name)=\($0.value.texts.joined())" }.sorted()
    }
}

private actor Count {
    private(set) var value = 0

    func next() -> Int {
        value += 1
        return value
    }
}
