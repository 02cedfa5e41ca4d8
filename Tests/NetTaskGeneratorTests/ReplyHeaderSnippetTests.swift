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
                        remaining: {type: Int, wireName: X-RateLimit-Remaining, description: How many are left.}
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

                            /// - Parameters:
                            ///   - remaining: How many are left.
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
                                allow: reply.header("allow")
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
                                self.token = try reply.header(secret: "token")
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
        #expect(swift.contains("            endpoint.receivesFile = true\n"))
        #expect(swift.contains("            try Response(body: reply.download(), etag: reply.header(\"etag\"))\n"))
    }

    @Test("of one status are in a structure with the body, which its case holds")
    func byStatus() throws {
        let swift = try swift(
            for: """
                shapes: {Job: {fields: {id: Int}}, Accepted: {fields: {id: Int}}}
                endpoints:
                  Start:
                    method: POST
                    uri: jobs
                    response:
                      200: Job
                      201: Accepted
                      202: {type: Accepted, from: data, headers: {location: URL, retryAfter: Int?}}
                      204: {headers: {etag: {type: String, secret: true}}}
                """
        )
        #expect(
            swift.contains(
                """
                    struct Start: HTTPNetTask {
                        enum Response: Sendable {
                            case ok(Job)
                            case created(API.Accepted)
                            case accepted(Accepted)
                            case noContent(NoContent)

                            struct Accepted: Sendable {
                                var body: API.Accepted
                                var location: URL
                                var retryAfter: Int?

                                init(body: API.Accepted, location: URL, retryAfter: Int? = nil) {
                                    self.body = body
                                    self.location = location
                                    self.retryAfter = retryAfter
                                }
                            }

                            struct NoContent: Sendable, CustomReflectable {
                                var etag: String

                                init(etag: String) {
                                    self.etag = etag
                                }

                                var customMirror: Mirror {
                                    Mirror(
                                        self,
                                        children: [
                                            "etag": RedactedValue(),
                                        ],
                                        displayStyle: .struct
                                    )
                                }
                            }
                        }

                """
            )
        )
        #expect(
            swift.contains(
                """
                            switch reply.code {
                            case 200: return .ok(try reply.json())
                            case 201: return .created(try reply.json())
                            case 202: return .accepted(try Response.Accepted(
                                body: reply.json(["data"]),
                                location: reply.header("location"),
                                retryAfter: reply.header("retry-after")
                            ))
                            case 204: return .noContent(try Response.NoContent(etag: reply.header(secret: "etag")))
                            default: throw reply.unexpectedStatus()
                            }
                """
            )
        )
    }

    @Test("of errors: one that cannot be read does not cost the body, unless it must be there")
    func errors() throws {
        let swift = try swift(
            for: """
                shapes: {Problem: {fields: {title: String}}}
                endpoints:
                  Get:
                    uri: a
                    errors:
                      401: {headers: {wwwAuthenticate: String?}}
                      409: {type: Data, headers: {count: {type: Int, default: 1}}}
                      429: {type: Problem, headers: {retryAfter: Int?, limit: Int}}
                      default: Problem
                """
        )
        #expect(
            swift.contains(
                """
                        typealias Response = Void

                        enum Failure: Sendable {
                            case unauthorized(Unauthorized)
                            case conflict(Conflict)
                            case tooManyRequests(TooManyRequests)
                            case problem(Problem)

                            struct Unauthorized: Sendable {
                                var wwwAuthenticate: String?
                """
            )
        )
        #expect(
            swift.contains(
                """
                            case 401: return Failure.unauthorized(Failure.Unauthorized(
                                wwwAuthenticate: try? reply.header("www-authenticate")
                            ))
                            case 409: return Failure.conflict(Failure.Conflict(
                                body: reply.data(),
                                count: (try? reply.header("count")) ?? 1
                            ))
                            case 429: return Failure.tooManyRequests(try Failure.TooManyRequests(
                                body: reply.json(),
                                retryAfter: try? reply.header("retry-after"),
                                limit: reply.header("limit")
                            ))
                            default: return Failure.problem(try reply.json())
                """
            )
        )
    }

    @Test("of errors that have all the same are beside the body in `Failure`")
    func oneFailure() throws {
        let swift = try swift(
            for: """
                shapes: {Post: {fields: {id: Int}}, Problem: {fields: {title: String}}}
                endpoints:
                  Get:
                    uri: a
                    response: Post
                    errors:
                      404: none
                      4xx: {type: Problem, headers: {requestID: {type: String?, wireName: X-Request-ID}}}
                      default: {type: Problem, from: error, headers: {requestID: String?}}
                """
        )
        #expect(
            swift.contains(
                """
                        typealias Response = Post

                        struct Failure: Sendable {
                            var body: Problem
                            var requestID: String?

                            init(body: Problem, requestID: String? = nil) {
                                self.body = body
                                self.requestID = requestID
                            }
                        }

                        static let endpoint: HTTPEndpoint = {
                            API.api.endpoint("API.Get", .get, "a")
                        }()

                        init() {}
                """
            )
        )
        #expect(
            swift.contains(
                """
                            case 404: return nil
                            case 400..<500: return try Failure(body: reply.json(), requestID: try? reply.header("X-Request-ID"))
                            default: return try Failure(body: reply.json(["error"]), requestID: try? reply.header("request-id"))
                """
            )
        )
    }
}
