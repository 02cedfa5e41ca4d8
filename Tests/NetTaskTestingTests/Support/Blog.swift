import HTTPTypes
import NetTaskRuntime

/// Two tasks in the form in which the generator writes them.
enum Blog {
    static var baseURL: String { "http://blog.test/v1" }

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

        static var name: String { "Blog.GetPost" }
        static var baseURL: String? { Blog.baseURL }
        static var uriTemplate: String { "posts/{id}" }
        static var retry: RetryPolicy { RetryPolicy(maxRetryCount: 2, interval: .seconds(5)) }

        var uri: String { "posts/\(PathSegment(id))" }
    }

    /// `POST posts`, as a form.
    struct CreatePost: HTTPNetTask {
        typealias Response = Post
        var title: String
        var userId: Int

        static var name: String { "Blog.CreatePost" }
        static var method: HTTPRequest.Method { .post }
        static var baseURL: String? { Blog.baseURL }

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

    static var isIdempotent: Bool { true }

    func pack() throws -> String { word }
    func parse(_ reply: String) throws -> String { reply }
}

struct Trouble: Error, Equatable {}
