import Testing

@testable import NetTaskSpec

/// What is likely to be a mistake, and keeps no spec from being used.
@Suite("Warnings")
struct WarningTests {
    private let head = "nettask: 1\nclient: Posts\n"

    private func read(_ text: String) -> (specs: [Spec], warnings: [String]) {
        let result = SpecReader.read(sources: [.init(path: "api.nettask.yaml", text: head + text)])
        #expect(result.diagnostics.allSatisfy { $0.severity == .warning })
        return (result.specs, result.diagnostics.map(\.message))
    }

    @Test("a spec with warnings is read")
    func isRead() {
        let (specs, warnings) = read("shapes:\nendpoints: {List: {uri: posts}}\n")
        #expect(warnings == ["`shapes` is empty"])
        #expect(specs.first?.endpoints.count == 1)
    }

    @Test("a key without content", arguments: ["endpoints", "groups", "shapes"])
    func emptyKey(key: String) {
        #expect(read("\(key):\n").warnings == ["`\(key)` is empty"])
    }

    @Test("an empty map is empty on purpose")
    func emptyMap() {
        #expect(read("shapes: {}\nendpoints: {List: {uri: posts, params: {}}}\n").warnings == [])
    }

    // MARK: Separators

    private let post = "shapes: {Post: {separator: keep, fields: {userId: Int}}}\n"

    @Test("a param with another separator than the fields of the same name")
    func separators() {
        let endpoints = "endpoints: {List: {uri: posts, params: {userId: Int}, response: [Post]}}\n"
        let warnings = read(post + endpoints).warnings
        #expect(
            warnings == [
                "the param `userId` is sent as `user_id`, but the field `userId` of `Post` is `userId` on the wire"
            ]
        )
    }

    @Test("a param with another separator than all fields")
    func separatorsOfOtherNames() {
        let warnings = read(post + "endpoints: {List: {uri: posts, params: {pageSize: Int}}}\n").warnings
        #expect(
            warnings == [
                "the param `pageSize` is sent as `page_size`, but the field `userId` of `Post` is `userId` on the wire"
            ]
        )
    }

    @Test("fields with another separator than all params")
    func separatorsOfEndpoints() {
        let warnings = read(
            """
            shapes: {Post: {fields: {userId: Int}}}
            endpoints: {List: {uri: posts, separator: keep, params: {userId: Int}}}

            """
        ).warnings
        #expect(
            warnings == [
                "the param `userId` is sent as `userId`, but the field `userId` of `Post` is `user_id` on the wire"
            ]
        )
    }

    @Test(
        "separators that differ on purpose, or where it makes no difference",
        arguments: [
            "defaults: {separator: keep}\nendpoints: {List: {uri: posts, params: {userId: Int}}}\n",
            "endpoints: {List: {uri: posts, separator: underscore, params: {userId: Int}}}\n",
            "groups: {G: {separator: underscore, endpoints: {List: {uri: posts, params: {userId: Int}}}}}\n",
            "endpoints: {List: {uri: posts, params: {id: Int, user: {type: Int, wireName: userId}}}}\n",
            "endpoints: {List: {uri: \"posts/{userId}\", params: {userId: Int}}}\n",
            "endpoints: {List: {uri: posts, params: {userId: {type: Int, in: header, wireName: X-User}}}}\n",
        ]
    )
    func separatorsOnPurpose(endpoints: String) {
        #expect(read(post + endpoints).warnings == [])
    }

    @Test("one endpoint of a server may be different")
    func oneEndpoint() {
        let warnings = read(
            """
            shapes: {Post: {fields: {userId: Int}}}
            endpoints:
              List: {uri: posts, params: {userId: Int}}
              Search: {uri: posts, separator: keep, params: {pageSize: Int}}

            """
        ).warnings
        #expect(warnings == [])
    }

    // MARK: Capitals

    @Test("a name whose capital is not sent")
    func capitals() {
        let warnings = read(
            """
            shapes: {Post: {fields: {Name: String, ID: Int}}}
            endpoints: {List: {uri: "posts/{Id}", params: {Id: Int, Page: Int}, response: {fields: {Next: String}}}}

            """
        ).warnings
        #expect(
            warnings == [
                "the field `Name` is `name` on the wire", "the field `ID` is `id` on the wire",
                "the param `Page` is `page` on the wire", "the field `Next` is `next` on the wire",
            ]
        )
    }

    @Test(
        "a name whose capital is sent, or is deliberately lowercase",
        arguments: [
            "{separator: keep, fields: {Name: String}}", "{separator: pascal, fields: {name: String}}",
            "{separator: camel, fields: {UserName: String}}", "{fields: {Name: {type: String, wireName: name}}}",
        ]
    )
    func capitalsOnPurpose(shape: String) {
        #expect(read("shapes: {Post: \(shape)}\n").warnings == [])
    }

    // MARK: URIs

    @Test("an empty uri is the base URL of an API with one URL")
    func emptyURI() {
        let endpoints = "endpoints: {Ask: {method: POST, uri: \"\"}}\n"
        #expect(read("baseURL: https://example.com/graphql\n" + endpoints).warnings == [])
        #expect(read("baseURL: https://example.com/\n" + endpoints).warnings.count == 1)
        // The queue can have such a base URL.
        #expect(read(endpoints).warnings == [])
    }

    @Test("a whole URL needs no base URL")
    func wholeURL() {
        let endpoints = "endpoints: {List: {uri: \"https://example.com/posts\"}}\n"
        #expect(read(endpoints).warnings == [])
        #expect(
            read("baseURL: {production: https://a.com, test: https://example.com}\n" + endpoints).warnings
                == ["the `uri` is a whole URL, so `baseURL` has no effect"]
        )
    }
}
