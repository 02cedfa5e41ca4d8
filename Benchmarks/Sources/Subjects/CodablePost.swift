/// The post of a client with `JSONDecoder`.
package struct CodablePost: Codable, Equatable {
    package var id: Int
    package var userId: Int
    package var title: String
    package var body: String
    package var parentId: Int?
    package var tags: [String]
    package var score: Double

    enum CodingKeys: String, CodingKey {
        case id
        case userId = "user_id"
        case title
        case body
        case parentId = "parent_id"
        case tags
        case score
    }

    package init(_ post: Blog.Post) {
        id = post.id
        userId = post.userId
        title = post.title
        body = post.body
        parentId = post.parentId
        tags = post.tags
        score = post.score
    }
}

package struct CodableNote: Codable, Equatable {
    package var id: Int
    package var text: String

    package init(_ note: Blog.Note) {
        id = note.id
        text = note.text
    }
}
