import Foundation
import HTTPTypes
import Testing

@testable import NetTaskHTTP
import NetTaskRuntime
import NetTaskTesting

@Suite("Paths and URLs")
struct PathTests {
    @Test("B25: path variables are escaped")
    func pathVariables() throws {
        // given
        let task = Blog.GetPart(post: "a/b?c#d %20é", day: Date(timeIntervalSince1970: 0))
        // then
        #expect(try task.pack().uri == "posts/a%2Fb%3Fc%23d%20%2520%C3%A9/parts/on-1970-01-01")
    }

    @Test("B25: a path variable that is empty or only dots is rejected", arguments: ["", ".", ".."])
    func dangerousVariables(value: String) {
        // given
        let task = Blog.GetPart(post: value, day: Date())
        // when
        let error = #expect(throws: PackError.self) { try task.pack() }
        // then
        #expect(error?.parameter == "post")
        #expect(error?.task == "Blog.GetPart")
    }

    /// A task with a variable that keeps its slashes.
    private struct GetFile: HTTPNetTask {
        typealias Response = String
        static var endpoint: HTTPEndpoint { HTTPEndpoint("GetFile", .get, "repos/{owner}/contents/{+path}/raw?v=1") }
        var owner = "o"
        var path: String
        var uri: String { "repos/\(PathSegment(owner))/contents/\(PathSegment(path: path))/raw?v=1" }
    }

    @Test(
        "a variable that keeps its slashes is encoded for the rest, so that it stays within the path",
        arguments: [
            ("a", "a"), ("src/a b.txt", "src/a%20b.txt"), ("heads/x:y@z;v=1,2", "heads/x:y@z;v=1,2"),
            ("a/b?c#d%2F[é]", "a/b%3Fc%23d%252F%5B%C3%A9%5D"),
        ]
    )
    func paths(value: String, written: String) throws {
        #expect(try GetFile(path: value).pack().uri == "repos/o/contents/\(written)/raw?v=1")
    }

    @Test(
        "a variable that keeps its slashes cannot lead to another path",
        arguments: ["", "/a", "a/", "a//b", "a/../b", "..", "./a", "a/..;x/b", "a/.."]
    )
    func dangerousPaths(value: String) {
        let error = #expect(throws: PackError.self) { try GetFile(path: value).pack() }
        #expect(error?.parameter == "path")
    }

    /// A task written by hand, without the checks of a spec.
    private struct Elsewhere: HTTPNetTask {
        typealias Response = String
        @TaskLocal static var template = ""
        static var endpoint: HTTPEndpoint { HTTPEndpoint("Elsewhere", .get, template) }
        var uri: String
    }

    @Test(
        "a segment of dots is rejected in any encoding",
        arguments: ["..", ".%2e", "%2E.", "%2e%2E", "%2e"]
    )
    func escapedDots(segment: String) {
        Elsewhere.$template.withValue("a/{p}/b") {
            #expect(throws: PackError.self) { try Elsewhere(uri: "a/\(segment)/b").pack() }
        }
    }

    @Test(
        "a value that keeps its slashes cannot change the host or other segments",
        arguments: [
            ("https://h.example{+p}", "https://h.example\(PathSegment(path: "@evil.example/x"))"),
            ("https://{+p}", "https://evil.example/x"), ("{+a}/x/{+b}", "A/x/../z"),
        ]
    )
    func otherHosts(template: String, uri: String) {
        Elsewhere.$template.withValue(template) {
            #expect(throws: PackError.self) { try Elsewhere(uri: uri).pack() }
        }
        Elsewhere.$template.withValue("https://h.example/{+p}?to=http://x") {
            #expect(throws: Never.self) { try Elsewhere(uri: "https://h.example/a/b?to=http://x").pack() }
        }
    }

    @Test("a secret that keeps its slashes is hidden in the URL")
    func secretPath() {
        let secret = "tokens/a?b c"
        let url = "https://h/\(PathSegment(path: secret))"
        #expect(Redaction(secrets: [secret]).text(url) == "https://h/<secret>")
    }

    @Test("B25: a path variable that cannot be written is rejected")
    func unwritableVariable() {
        // given
        let task = Blog.GetPart(post: "a", day: Date(timeIntervalSince1970: .infinity))
        // then
        #expect(throws: PackError.self) { try task.pack() }
    }

    @Test(
        "B25: base and uri make one URL",
        arguments: [
            ("http://h/v1", "posts/1", "", "http://h/v1/posts/1"),
            ("http://h/v1/", "/posts/1", "", "http://h/v1/posts/1"),
            ("http://h/v1/", "posts/1/", "", "http://h/v1/posts/1/"),
            ("http://h", "", "", "http://h/"),
            ("http://h/v1", "", "", "http://h/v1"),
            ("HTTPS://h:8443/a?k=1#x", "b?l=2#y", "m=3", "https://h:8443/a/b?k=1&l=2&m=3"),
            ("http://h?k=1", "posts", "", "http://h/posts?k=1"),
            ("http://[::1]:80", "p", "a=%26", "http://[::1]:80/p?a=%26"),
            ("http://h", "a b/é/100%/%41|", "", "http://h/a%20b/%C3%A9/100%25/%41%7C"),
            ("http://h", "http://other/x", "", "http://other/x"),
            (nil, "https://h/p", "q=1", "https://h/p?q=1"),
            ("http://h", "go?to=http://x/", "", "http://h/go?to=http://x/"),
            ("http://h", "go/http://x", "", "http://h/go/http://x"),
        ] as [(String?, String, String, String)]
    )
    func composition(base: String?, uri: String, query: String, url: String) throws {
        #expect(try address(base, uri, query).url == url)
    }

    private func address(_ base: String?, _ uri: String, _ query: String = "") throws -> HTTPAddress {
        try HTTPAddress(uri, query: query, relativeTo: base.map { try HTTPAddress($0) })
    }

    @Test(
        "A relative reference is resolved as RFC 3986, section 5.4, says, without the fragment",
        arguments: [
            ("g", "/b/c/g"), ("./g", "/b/c/g"), ("g/", "/b/c/g/"), ("/g", "/g"), ("?y", "/b/c/d;p?y"),
            ("g?y", "/b/c/g?y"), ("#s", "/b/c/d;p?q"), ("g#s", "/b/c/g"), (";x", "/b/c/;x"), ("", "/b/c/d;p?q"),
            (".", "/b/c/"), ("./", "/b/c/"), ("..", "/b/"), ("../", "/b/"), ("../g", "/b/g"), ("../..", "/"),
            ("../../g", "/g"), ("../../../g", "/g"), ("/./g", "/g"), ("/../g", "/g"), ("g.", "/b/c/g."),
            (".g", "/b/c/.g"), ("g..", "/b/c/g.."), ("..g", "/b/c/..g"), ("./../g", "/b/g"), ("./g/.", "/b/c/g/"),
            ("g/./h", "/b/c/g/h"), ("g/../h", "/b/c/h"), ("g;x=1/./y", "/b/c/g;x=1/y"), ("g;x=1/../y", "/b/c/y"),
            ("g?y/./x", "/b/c/g?y/./x"), ("g//h", "/b/c/g//h"), ("?", "/b/c/d;p?"),
        ]
    )
    func references(reference: String, expected: String) throws {
        let base = try HTTPAddress("http://a/b/c/d;p?q")
        #expect(try HTTPAddress.resolved(reference, against: base) == "http://a" + expected)
    }

    @Test(
        "B25: an unusable URL is an error",
        arguments: [
            (nil, "posts/1"), (nil, ""), ("", "posts"), ("h/v1", "posts"), ("ftp://h", "p"), ("http://", "p"),
            ("http://:80", "p"), ("http://ü.de", "p"), ("http://a b", "p"), ("http://h", "a\nb"),
            ("http://h", "a\u{0}"),
            ("://", ""), ("http://u@", ""),
        ] as [(String?, String)]
    )
    func unusable(base: String?, uri: String) {
        // when
        let error = #expect(throws: TransportError.self) { try address(base, uri) }
        // then
        #expect(error?.kind == .invalidRequest)
    }

    @Test(
        "A port is a number from 1 to 65535",
        arguments: ["99999", "65536", "0", "-80", "+80", "a", "8080x", "", "80:80", "184467440737095516160"]
    )
    func unusablePorts(port: String) {
        for host in ["h", "127.0.0.1", "[::1]", "u:p@h"] {
            // when
            let base = "http://\(host):\(port)"
            let relative = #expect(throws: TransportError.self, "\(base)") {
                try address(base, "p")
            }
            let whole = #expect(throws: TransportError.self, "\(base)") {
                try address(nil, base + "/p")
            }
            // then
            #expect(relative?.kind == .invalidRequest)
            #expect(relative?.reason.contains("must be a number from 1 to 65535") == true)
            #expect(whole?.kind == .invalidRequest)
        }
    }

    @Test("Ports from 1 to 65535 are kept", arguments: ["h:1", "h:65535", "[::1]:8080", "[::1]", "h:0080", "h"])
    func ports(authority: String) throws {
        #expect(try address("http://\(authority)", "p").authority == authority)
    }

    @Test("The text after an address in brackets is a port", arguments: ["[::1]80", "[::1]x:80", "[::1"])
    func brackets(authority: String) {
        #expect(throws: TransportError.self) { try address("http://\(authority)", "p") }
    }

    @Test(
        "Credentials of a base URL are sent as Basic, and not in the URL",
        arguments: [("u:p%40", "u:p@"), ("u", "u:")]
    )
    func basicCredentials(inURL: String, sent: String) async throws {
        // given
        let transport = HTTPMockTransport { _ in .json(#"{"id":1,"title":"t"}"#) }
        let queue = HTTPNetTaskQueue(transport: transport, baseURL: "http://\(inURL)@h")
        // when
        _ = try await queue.run(Blog.GetPost(id: 1))
        // then
        let head = transport.requests[0].head
        #expect(head.authority == "h")
        #expect(head.headerFields[.authorization] == "Basic " + Data(sent.utf8).base64EncodedString())
    }

    @Test(
        "The first :// of a text is found",
        arguments: [
            ("a://b", "a"), ("a:b://c://d", "a:b"), (":/://", ":/"), ("://", ""), ("é://é", "é"), ("a:/", nil),
            ("a:", nil), ("", nil),
        ] as [(String, String?)]
    )
    func schemeMark(text: String, before: String?) {
        let mark = text[...].utf8.schemeMark
        #expect(mark.map { String(text[..<$0.lowerBound]) } == before)
        #expect(mark.map { String(text[$0]) } == before.map { _ in "://" })
    }
}
