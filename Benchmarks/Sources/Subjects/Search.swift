package import Foundation

/// The params of a search, and the code that builds their query without NetTask.
package struct Search: Codable, Sendable {
    package var text = "quiet harbour & morning light"
    package var language = "en"
    package var page = 3
    package var perPage = 50
    package var minScore = 12.75
    package var exact = false
    package var author: String? = "Zoë Winter"
    package var since = Date(timeIntervalSince1970: 1_700_000_000)

    package init() {}

    enum CodingKeys: String, CodingKey {
        case text
        case language
        case page
        case perPage = "per_page"
        case minScore = "min_score"
        case exact
        case author
        case since
    }

    package var items: [URLQueryItem] {
        var items = [
            URLQueryItem(name: "text", value: text),
            URLQueryItem(name: "language", value: language),
            URLQueryItem(name: "page", value: String(page)),
            URLQueryItem(name: "per_page", value: String(perPage)),
            URLQueryItem(name: "min_score", value: String(minScore)),
            URLQueryItem(name: "exact", value: String(exact)),
        ]
        if let author {
            items.append(URLQueryItem(name: "author", value: author))
        }
        items.append(URLQueryItem(name: "since", value: since.ISO8601Format()))
        return items
    }

    package func percentEncodedQuery() -> String {
        var components = URLComponents()
        components.queryItems = items
        return components.percentEncodedQuery ?? ""
    }
}
