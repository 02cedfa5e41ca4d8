import Foundation
import HTTPTypes
import NetTaskRuntime

// Tasks and shapes in the form in which the generator writes them.

enum Blog {
    static let api = HTTPAPI(baseURL: "http://blog.test/v1")
}

extension Blog {
    struct Post: Sendable, Equatable, JSONReadable, ParameterPackable {
        var id: Int
        var title: String
        var body: String?
        var createdAt: Date?
        var order: Order
        var tags: [String]?
        @IndirectValue var next: Post?

        init(
            id: Int,
            title: String,
            body: String? = nil,
            createdAt: Date? = nil,
            order: Order = .desc,
            tags: [String]? = nil,
            next: Post? = nil
        ) {
            self.id = id
            self.title = title
            self.body = body
            self.createdAt = createdAt
            self.order = order
            self.tags = tags
            self.next = next
        }

        init(from object: inout JSONReader) throws {
            id = try object.read("id")
            title = try object.read("title")
            body = try object.read("body")
            createdAt = try object.read("created_at", format: .iso8601)
            order = try object.read("order") ?? .desc
            tags = try object.read("tags")
            next = try object.read("next")
        }

        func pack(into packer: inout ParameterPacker) {
            packer.add("id", id)
            packer.add("title", title)
            packer.add("body", body)
            packer.add("created_at", createdAt, format: .iso8601)
            packer.add("order", order)
            packer.add("tags", tags)
            packer.add("next", next)
        }
    }

    enum Order: String, Sendable, CaseIterable, JSONReadable, ParameterValue {
        case asc
        case desc = "DESC"
    }

    struct Weather: Sendable, Equatable, JSONReadable {
        var place: String
        var temperature: Double
        var humidity: Int?
        var at: Date

        init(from object: inout JSONReader) throws {
            place = try object.read("name")
            try object.enter("main")
            temperature = try object.read("temp")
            try object.enter("air")
            humidity = try object.read("humidity")
            try object.leave()
            at = try object.read("at", format: .unix)
            try object.leave()
        }
    }

    struct APIError: Sendable, Equatable, JSONReadable {
        var message: String

        init(from object: inout JSONReader) throws {
            message = try object.read("message")
        }
    }

    /// Gets a post.
    ///
    /// `GET posts/{id}`
    struct GetPost: HTTPNetTask {
        typealias Response = Post
        typealias Failure = APIError
        var id: Int

        init(id: Int) {
            self.id = id
        }

        static var endpoint: HTTPEndpoint {
            HTTPEndpoint("Blog.GetPost", .get, "posts/{id}", baseURL: Blog.api.baseURL)
        }

        static func failure(in reply: HTTPReply) throws -> APIError? {
            try reply.json()
        }

        var uri: String { "posts/\(PathSegment(id))" }

        func parse(_ reply: HTTPReply) throws -> Post {
            try reply.json()
        }
    }

    /// Gets a part of a post. The name of the part can contain any characters.
    struct GetPart: HTTPNetTask {
        typealias Response = String?
        var post: String
        var day: Date

        static var endpoint: HTTPEndpoint {
            HTTPEndpoint("Blog.GetPart", .get, "posts/{post}/parts/on-{day}", baseURL: Blog.api.baseURL)
        }

        var uri: String { "posts/\(PathSegment(post))/parts/on-\(PathSegment(day, format: .date))" }

        func parse(_ reply: HTTPReply) throws -> String? {
            try reply.text()
        }
    }

    /// Lists posts.
    struct ListPosts: HTTPNetTask {
        typealias Response = [Post]
        var userId: Int?
        var search: String?
        var order: Order
        var tags: [String]
        var since: Date?

        init(userId: Int? = nil, search: String? = nil, order: Order = .desc, tags: [String] = [], since: Date? = nil) {
            self.userId = userId
            self.search = search
            self.order = order
            self.tags = tags
            self.since = since
        }

        static var endpoint: HTTPEndpoint { HTTPEndpoint("Blog.ListPosts", baseURL: Blog.api.baseURL) }

        var uri: String { "posts" }

        func pack(into packer: inout ParameterPacker) {
            packer.add("user_id", userId)
            packer.add("search", search)
            packer.add("order", order)
            packer.add("tags", tags, style: .comma)
            packer.add("since", since, format: .unix)
        }

        func parse(_ reply: HTTPReply) throws -> [Post] {
            try reply.json(["data", "items"])
        }
    }

    /// Creates a post, as a form.
    struct CreatePost: HTTPNetTask {
        typealias Response = Post
        var title: String
        var body: String
        var userId: Int
        var date: Date
        var tags: [String]
        var note: String?

        init(title: String, body: String, userId: Int, date: Date, tags: [String] = [], note: String? = nil) {
            self.title = title
            self.body = body
            self.userId = userId
            self.date = date
            self.tags = tags
            self.note = note
        }

        static var endpoint: HTTPEndpoint {
            HTTPEndpoint(
                "Blog.CreatePost",
                .post,
                baseURL: Blog.api.baseURL,
                settings: NetTaskSettings(retry: RetryPolicy(maxRetryCount: 3, interval: .seconds(5), when: .all))
            )
        }

        var uri: String { "posts" }

        func pack(into packer: inout ParameterPacker) {
            packer.header("custom_header", "value")
            packer.add("title", title)
            packer.add("body", body)
            packer.add("user_id", userId)
            packer.add("date", date, format: .unix)
            packer.add("tags", tags)
            packer.add("other_parameter", "value")
        }

        func parse(_ reply: HTTPReply) throws -> Post {
            try reply.json()
        }
    }

    /// Replaces a post; its whole body is the post.
    struct ReplacePost: HTTPNetTask {
        typealias Response = Void
        var id: Int
        var post: Post

        static var endpoint: HTTPEndpoint {
            HTTPEndpoint(
                "Blog.ReplacePost",
                .put,
                "posts/{id}",
                baseURL: Blog.api.baseURL,
                settings: NetTaskSettings(timeout: .seconds(30), deadline: .milliseconds(90_500))
            )
        }

        var uri: String { "posts/\(PathSegment(id))" }

        func pack(into packer: inout ParameterPacker) {
            packer.body(post)
        }
    }

    /// Uploads a photo.
    struct UploadPhoto: HTTPNetTask {
        typealias Response = Data
        var albumId: Int
        var caption: String?
        var photo: HTTPFile
        var thumbnail: HTTPFile?

        static var endpoint: HTTPEndpoint {
            HTTPEndpoint(
                "Blog.UploadPhoto",
                .post,
                "albums/{albumId}/photos",
                baseURL: Blog.api.baseURL,
                encoding: .multipart
            )
        }

        var uri: String { "albums/\(PathSegment(albumId))/photos" }

        func pack(into packer: inout ParameterPacker) {
            packer.add("photo", photo)
            packer.add("thumbnail", thumbnail)
            packer.add("caption", caption)
        }

        func parse(_ reply: HTTPReply) throws -> Data {
            reply.data()
        }
    }

    /// Searches with JSON in the body, and the rest elsewhere.
    struct Search: HTTPNetTask {
        typealias Response = Weather?
        var text: String
        var page: Int
        var trace: UUID?
        var limits: [String: Int]
        var days: [Date]
        var ratio: Double

        static var endpoint: HTTPEndpoint {
            HTTPEndpoint("Blog.Search", .post, baseURL: Blog.api.baseURL, encoding: .json)
        }

        var uri: String { "search" }

        func pack(into packer: inout ParameterPacker) {
            packer.add("text", text)
            packer.add("page", page, in: .query)
            packer.add("X-Trace", trace, in: .header)
            packer.add("limits", limits)
            packer.add("days", days, format: .date)
            packer.add("ratio", ratio)
            packer.addNull("cursor")
            packer.add("exact", true)
        }

        func parse(_ reply: HTTPReply) throws -> Weather? {
            try reply.json()
        }
    }
}
