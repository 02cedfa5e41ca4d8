import HTTPTypes
import NetTaskRuntime

/// Two tasks in the form in which the generator writes them.
enum Blog {
    static let api = HTTPAPI(baseURL: "http://blog.test/v1")

    struct Post: Sendable, Equatable, JSONReadable {
        var id: Int
        var title: String

        init(from object: inout JSONReader) throws {
            id = try object.read("id")
            title = try object.read("title")
        }
    }

    /// `GET posts/{id}`
    struct GetPost: HTTPNetTask {
        typealias Response = Post
        var id: Int

        static var endpoint: HTTPEndpoint {
            HTTPEndpoint(
                "Blog.GetPost",
                .get,
                "posts/{id}",
                baseURL: Blog.api.baseURL,
                settings: NetTaskSettings(retry: RetryPolicy(maxRetryCount: 2, interval: .seconds(5)))
            )
        }

        var uri: String { "posts/\(PathSegment(id))" }
    }

    /// `POST posts`, as a form.
    struct CreatePost: HTTPNetTask {
        typealias Response = Post
        var title: String
        var userId: Int

        static var endpoint: HTTPEndpoint { HTTPEndpoint("Blog.CreatePost", .post, baseURL: Blog.api.baseURL) }

        var uri: String { "posts" }

        func pack(into packer: inout ParameterPacker) {
            packer.add("title", title)
            packer.add("user_id", userId)
        }
    }
}

/// A task of a protocol that is not HTTP.
struct Say: NetTask {
    typealias Response = String
    var word: String

    static var settings: NetTaskSettings { NetTaskSettings(isIdempotent: true) }

    func pack() throws -> String { word }
    func parse(_ reply: String) throws -> String { reply }
}

struct Trouble: Error, Equatable {}
