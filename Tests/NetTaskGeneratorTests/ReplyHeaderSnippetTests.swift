import Testing

@testable import NetTaskGenerator

@Suite("Headers of replies: YAML, and the Swift that it becomes")
struct ReplyHeaderSnippetTests {
    @Test("beside a type, which is then the property `body`")
    func type() throws {
        let swift = try swift(
            for: """
                shapes: {Post: {fields: {id: Int}}, Plan: {enum: [free, paid]}}
                endpoints:
                  GetPost:
                    uri: post
                    response:
                      type: Post
                      from: data
                      headers:
                        remaining: {type: Int, name: X-RateLimit-Remaining, description: How many are left.}
                        etag: String?
                        expires: Date
                        plan: {type: Plan, default: free}
                        allow: [String]
                """
        )
        #expect(
            swift.contains(
                """
                    struct GetPost: HTTPNetTask {
                        struct Response: Sendable {
                            var body: Post
                            /// How many are left.
                            var remaining: Int
                            var etag: String?
                            var expires: Date
                            var plan: Plan
                            var allow: [String]

                            init(body: Post, remaining: Int, etag: String? = nil, expires: Date, plan: Plan = .free, allow: [String]) {
                                self.body = body
                                self.remaining = remaining
                                self.etag = etag
                                self.expires = expires
                                self.plan = plan
                                self.allow = allow
                            }
                        }

                """
            )
        )
        #expect(
            swift.contains(
                """
                        func parse(_ reply: HTTPReply) throws -> Response {
                            try Response(
                                body: reply.json(["data"]),
                                remaining: reply.header("X-RateLimit-Remaining"),
                                etag: reply.header("etag"),
                                expires: reply.header("expires"),
                                plan: reply.header("plan", default: .free),
                                allow: reply.headerList("allow")
                            )
                        }
                """
            )
        )
    }

    @Test("beside fields, among which they are")
    func fields() throws {
        let swift = try swift(
            for: """
                endpoints:
                  List: {uri: a, response: {fields: {ids: [Int]}, headers: {token: {type: "[Int]?", secret: true}}}}
                """
        )
        #expect(
            swift.contains(
                """
                        struct Response: HTTPReplyReadable, Sendable, CustomReflectable {
                            var ids: [Int]
                            var token: [Int]?

                            init(ids: [Int], token: [Int]? = nil) {
                                self.ids = ids
                                self.token = token
                            }

                            init(from object: inout JSONReader, of reply: HTTPReply) throws {
                                self.ids = try object.read("ids")
                                self.token = try reply.headerList(secret: "token")
                            }

                            var customMirror: Mirror {
                """
            )
        )
        #expect(!swift.contains("func parse"))
    }

    @Test("alone")
    func alone() throws {
        let swift = try swift(for: "endpoints: {Ping: {method: HEAD, uri: a, response: {headers: {server: String}}}}")
        #expect(swift.contains("            try Response(server: reply.header(\"server\"))\n"))
        #expect(!swift.contains("body"))
    }

    @Test("beside a file, which the body still goes to")
    func file() throws {
        let swift = try swift(for: "endpoints: {Get: {uri: a, response: {type: File, headers: {etag: String}}}}")
        #expect(swift.contains("        static var receivesFile: Bool { true }\n"))
        #expect(swift.contains("            try Response(body: reply.download(), etag: reply.header(\"etag\"))\n"))
    }
}
