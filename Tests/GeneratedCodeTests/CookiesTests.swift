import FlyingFox
import Foundation
import HTTPTypes
import NetTaskRuntime
import Testing

@Suite("Cookies")
struct CookiesTests {
    @Test("all cookies of a request are in one header; nil is left out, values such as `false` are sent")
    func header() async throws {
        // when
        let request = try await send(Cookies.Call(session: "s", pageSize: 0, note: "n")).request

        // then
        #expect(request.headers["cookie"] == "fixed=1; SID=s; page_size=0; theme=dark")
        #expect(request.text == "note=n")
    }

    @Test("lists are repeated or joined, and dates and enumerations are written as elsewhere")
    func values() async throws {
        let call = Cookies.Call(
            session: "",
            theme: .light,
            tags: ["a", "b|c"],
            ids: [1, 2],
            since: Date(timeIntervalSince1970: 0)
        )
        let request = try await send(call).request
        #expect(
            request.headers["cookie"] == "fixed=1; SID=; theme=light; tags=a|b|c; ids=1; ids=2; since=1970-01-01"
        )
    }

    @Test("only characters that a cookie cannot contain are escaped")
    func escapes() async throws {
        let visible = String(String.UnicodeScalarView((0x21...0x7E).compactMap { Unicode.Scalar($0) }))
        let request = try await send(Cookies.Plain(a: visible + " \r\n\t\0ü")).request
        let expected = visible.replacingOccurrences(of: "\"", with: "%22").replacingOccurrences(of: ",", with: "%2C")
            .replacingOccurrences(of: ";", with: "%3B").replacingOccurrences(of: "\\", with: "%5C")
        #expect(request.headers["cookie"] == "a=\(expected)%20%0D%0A%09%00%C3%BC")
    }

    @Test("hostile text stays one cookie")
    func hostile() async throws {
        let cookie = try await send(Cookies.Plain(a: hostileText)).request.headers["cookie"]
        #expect(cookie?.contains(";") == false)
    }

    @Test("they are sent with those of the jar, and replace those with the same name")
    func jar() async throws {
        // given
        let answer: @Sendable (RecordedRequest) -> FlyingFox.HTTPResponse = { _ in
            FlyingFox.HTTPResponse(
                statusCode: .ok,
                headers: [FlyingFox.HTTPHeader("Set-Cookie"): "a=jar; Path=/"],
                body: Data()
            )
        }

        // when
        let requests = try await RecordingServer.run(answer: answer) { server, baseURL in
            let queue = HTTPNetTaskQueue(baseURL: baseURL) { $0.cookies = HTTPCookieJar() }
            _ = try await queue.run(Cookies.Plain())
            _ = try await queue.run(Cookies.Plain())
            _ = try await queue.run(Cookies.Plain(a: "own"))
            _ = try await queue.run(Cookies.Call(session: "s"))
            return await server.requests
        }

        // then
        #expect(
            requests.map { $0.headers["cookie"] } == [nil, "a=jar", "a=own", "fixed=1; SID=s; theme=dark; a=jar"]
        )
    }

    @Test("a redirect keeps them within the origin, and removes them for another")
    func redirects() async throws {
        // given
        let outside = try await RecordingServer.run { other, otherURL in
            let answer: @Sendable (RecordedRequest) -> FlyingFox.HTTPResponse = { request in
                let location = request.target == "/plain" ? "/next" : "\(otherURL)/outside"
                return FlyingFox.HTTPResponse(
                    statusCode: .temporaryRedirect,
                    headers: [.location: location],
                    body: Data()
                )
            }

            // when
            let inside = try await RecordingServer.run(answer: answer) { server, baseURL in
                _ = try await HTTPNetTaskQueue(baseURL: baseURL).run(Cookies.Plain(a: "1"))
                return await server.requests
            }

            // then
            #expect(inside.map { $0.headers["cookie"] } == ["a=1", "a=1"])
            return await other.requests
        }
        #expect(outside.map { $0.headers["cookie"] } == [nil])
    }

    @Test("a secret cookie is never shown")
    func secret() throws {
        let call = Cookies.Call(session: "hunter2")
        var dumped = ""
        dump(try call.pack(), to: &dumped)
        dump(call, to: &dumped)
        #expect(dumped.contains("<secret>"))
        #expect(!dumped.contains("hunter2"))
    }
}
