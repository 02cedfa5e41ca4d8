import NetTaskAuthoring
@testable import NetTaskSpec

/// The first page of the reference: the keys that most specs need.
enum TenKeys {
    static let keys: [(MappingRule, name: String)] = [
        (SpecLanguage.spec, "nettask"), (SpecLanguage.spec, "client"), (SpecLanguage.spec, "baseURL"),
        (SpecLanguage.spec, "shapes"), (SpecLanguage.shape, "fields"), (SpecLanguage.spec, "endpoints"),
        (SpecLanguage.endpoint, "method"), (SpecLanguage.endpoint, "uri"), (SpecLanguage.endpoint, "params"),
        (SpecLanguage.endpoint, "response"),
    ]

    /// The purposes of the keys that specs often need next.
    private static let others: [(MappingRule, name: String, purpose: String)] = [
        (SpecLanguage.defaults, "separator", "keep the names of params and fields unchanged on the wire"),
        (SpecLanguage.spec, "auth", "send credentials"),
        (SpecLanguage.endpoint, "body", "send a shape as the whole body"),
        (SpecLanguage.endpoint, "encoding", "send the params as JSON instead of a form"),
        (SpecLanguage.endpoint, "errors", "give the bodies of errors a type"),
        (SpecLanguage.endpoint, "headers", "send headers with constant values"),
        (SpecLanguage.endpoint, "retry", "retry failed requests"),
        (SpecLanguage.shape, "enum", "name the values of an enumeration"),
        (SpecLanguage.response, "events", "read the reply as a stream of events"),
        (SpecLanguage.endpoint, "pages", "read a list page by page"),
        (SpecLanguage.endpoint, "durable", "keep tasks in a database until they have ended"),
        (SpecLanguage.spec, "extends", "change an imported spec without editing it"),
    ]

    static var article: String {
        let rows = keys.map { rule, name in
            let key = rule.key(name)!
            let place = key.status == .required ? "required" : key.defaultWords
            return "| \(SpecReference.link(to: key, in: rule)) | \(rule.noun) | \(key.summary) | \(place) |"
        }
        let next = others.map { rule, name, purpose in
            "| \(purpose) | \(SpecReference.link(to: rule.key(name)!, in: rule)) of \(rule.noun) |"
        }
        return """
            # The ten keys

            The keys that most specs need, and those that they often need next.

            ## Overview

            This spec uses the ten keys:

            ```yaml
            \(example)
            ```

            | key | of | what it states | default |
            |---|---|---|---|
            \(rows.joined(separator: "\n"))

            Names of endpoints and shapes are yours: `ListPosts` becomes the type `Blog.ListPosts`. Write types as in Swift. By
            default, `_` separates the words of names on the wire: `userId` becomes `user_id`.

            ## The keys that specs often need next

            | to | write |
            |---|---|
            \(next.joined(separator: "\n"))

            [Writing specs](WritingSpecs.md) shows how keys work together, and [the spec language](SpecReference.md) lists all keys.

            """
    }

    static let example = """
        nettask: 1
        client: Blog
        baseURL: https://blog.example.com/api

        shapes:
          Post:
            fields: {id: Int, userId: Int, title: String, body: String?}

        endpoints:
          ListPosts:
            uri: posts
            params: {userId: Int?}
            response: [Post]

          GetPost:
            uri: posts/{id}
            params: {id: Int}
            response: Post

          CreatePost:
            method: POST
            uri: posts
            params: {title: String, body: String?}
            response: Post
        """
}
