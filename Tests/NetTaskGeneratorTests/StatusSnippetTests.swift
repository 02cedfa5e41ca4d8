import Testing

@testable import NetTaskGenerator

@Suite("Bodies by status: YAML, and the Swift that it becomes")
struct StatusSnippetTests {
    private let shapes = """
        shapes:
          Post: {fields: {id: Int}}
          NotFound: {fields: {id: Int}}
          Problem: {fields: {title: String}}
        endpoints:

        """

    @Test("errors of one type are that type")
    func oneError() throws {
        let swift = try swift(
            for: shapes + """
                  GetPost:
                    uri: post
                    response: Post
                    errors: {404: {type: Problem, from: error.details}, 410: none, 4xx: Problem}
                """
        )
        #expect(
            swift.contains(
                """
                    struct GetPost: HTTPNetTask {
                        typealias Response = Post
                        typealias Failure = Problem

                        static let endpoint: HTTPEndpoint = {
                            API.api.endpoint("API.GetPost", .get, "post")
                        }()

                        init() {}

                        static func failure(in reply: HTTPReply) throws -> Failure? {
                            switch reply.code {
                            case 404: return try reply.json(["error", "details"])
                            case 410: return nil
                            case 400..<500: return try reply.json()
                            default: return nil
                            }
                        }
                    }

                """
            )
        )
    }

    @Test("one type for all statuses needs no switch")
    func anyError() throws {
        let swift = try swift(
            for: shapes + "  GetPost: {uri: post, response: {fields: {id: Int}}, errors: {default: String}}"
        )
        #expect(
            swift.contains(
                """
                        typealias Failure = String

                        struct Response: JSONReadable, Sendable {
                """
            )
        )
        #expect(
            swift.contains(
                """
                        static func failure(in reply: HTTPReply) throws -> Failure? {
                            return try reply.text()
                        }
                """
            )
        )
    }

    @Test(
        "a status that is read like all others has no case of its own",
        arguments: [
            (
                "404: Problem, default: Problem",
                ["            return try reply.json()"]
            ),
            (
                "404: {type: Problem, from: error}, 410: Problem, 5xx: Problem, default: Problem",
                [
                    "            switch reply.code {", "            case 404: return try reply.json([\"error\"])",
                    "            default: return try reply.json()", "            }",
                ]
            ),
            (
                "404: Problem, 4xx: {type: Problem, from: error}, default: Problem",
                [
                    "            switch reply.code {", "            case 404: return try reply.json()",
                    "            case 400..<500: return try reply.json([\"error\"])",
                    "            default: return try reply.json()", "            }",
                ]
            ),
            (
                "410: none, 4xx: none, default: Problem",
                [
                    "            switch reply.code {", "            case 410: return nil",
                    "            case 400..<500: return nil", "            default: return try reply.json()",
                    "            }",
                ]
            ),
        ]
    )
    func equalErrors(_ errors: String, _ body: [String]) throws {
        let swift = try swift(for: shapes + "  GetPost: {uri: post, response: Post, errors: {\(errors)}}")
        let function = ["        static func failure(in reply: HTTPReply) throws -> Failure? {"] + body + ["        }"]
        #expect(swift.contains(function.joined(separator: "\n")))
    }

    @Test("errors of several types are an enum with a case for each")
    func severalErrors() throws {
        let swift = try swift(
            for: shapes + """
                  GetPost:
                    uri: post
                    errors: {default: Problem, 404: NotFound, 409: Data, 410: NotFound}
                """
        )
        #expect(
            swift.contains(
                """
                        typealias Response = Void

                        enum Failure: Sendable {
                            case notFound(NotFound)
                            case data(Data)
                            case problem(Problem)
                        }

                """
            )
        )
        #expect(
            swift.contains(
                """
                        static func failure(in reply: HTTPReply) throws -> Failure? {
                            switch reply.code {
                            case 404: return Failure.notFound(try reply.json())
                            case 409: return Failure.data(reply.data())
                            case 410: return Failure.notFound(try reply.json())
                            default: return Failure.problem(try reply.json())
                            }
                        }
                """
            )
        )
    }

    @Test("a response by status is an enum with a case for each")
    func successes() throws {
        let swift = try swift(
            for: shapes + """
                  PutPost:
                    method: PUT
                    uri: post
                    response: {200: Post, 202: {type: Post, from: data}, 204: none, 304: none}
                """
        )
        #expect(
            swift.contains(
                """
                    struct PutPost: HTTPNetTask {
                        enum Response: Sendable {
                            case ok(Post)
                            case accepted(Post)
                            case noContent
                            case notModified
                        }

                        static let endpoint: HTTPEndpoint = {
                            var endpoint = API.api.endpoint("API.PutPost", .put, "post")
                            endpoint.acceptedStatuses = [200...200, 202...202, 204...204, 304...304]
                            return endpoint
                        }()

                        init() {}

                        func parse(_ reply: HTTPReply) throws -> Response {
                            switch reply.code {
                            case 200: return .ok(try reply.json())
                            case 202: return .accepted(try reply.json(["data"]))
                            case 204: return .noContent
                            case 304: return .notModified
                            default: throw reply.unexpectedStatus()
                            }
                        }
                    }

                """
            )
        )
    }

    @Test("if any other success has a case, the usual statuses are accepted")
    func anySuccess() throws {
        let swift = try swift(for: shapes + "  GetPost: {uri: post, response: {default: none, 201: Post}}")
        #expect(!swift.contains("accept"))
        #expect(
            swift.contains(
                """
                            switch reply.code {
                            case 201: return .created(try reply.json())
                            default: return .other
                            }
                """
            )
        )
    }

    @Test("no code is generated for a spec without statuses")
    func nothing() throws {
        let swift = try swift(for: shapes + "  GetPost: {uri: post, response: Post, errors: {404: none}}")
        for word in ["Failure", "failure", "accepts", "switch"] {
            #expect(!swift.contains(word))
        }
    }
}
