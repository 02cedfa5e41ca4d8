/// The article of a client with `JSONEncoder`.
package struct CodableArticle: Codable {
    package struct Author: Codable {
        var name: String
        var email: String
        var isVerified: Bool

        enum CodingKeys: String, CodingKey {
            case name
            case email
            case isVerified = "is_verified"
        }
    }

    package struct Section: Codable {
        var heading: String
        var text: String
        var wordCount: Int

        enum CodingKeys: String, CodingKey {
            case heading
            case text
            case wordCount = "word_count"
        }
    }

    var title: String
    var slug: String
    var body: String
    var author: Author
    var tags: [String]
    var sections: [Section]
    var rating: Double
    var isPublished: Bool
    var viewCount: Int
    var summary: String?

    enum CodingKeys: String, CodingKey {
        case title
        case slug
        case body
        case author
        case tags
        case sections
        case rating
        case isPublished = "is_published"
        case viewCount = "view_count"
        case summary
    }

    package init(_ article: Blog.Article) {
        title = article.title
        slug = article.slug
        body = article.body
        author = Author(
            name: article.author.name,
            email: article.author.email,
            isVerified: article.author.isVerified
        )
        tags = article.tags
        sections = article.sections.map { Section(heading: $0.heading, text: $0.text, wordCount: $0.wordCount) }
        rating = article.rating
        isPublished = article.isPublished
        viewCount = article.viewCount
        summary = article.summary
    }
}
