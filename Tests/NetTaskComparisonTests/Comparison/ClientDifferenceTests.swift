import Testing

@testable import NetTaskComparison
@testable import NetTaskSpec

/// Clients, and what has another name.
@Suite struct ClientDifferenceTests {
    @Test("the one client of each side is the same, whatever its name")
    func client() {
        #expect(
            differences(
                ["a.nettask.yaml": "nettask: 1\nclient: A\naccess: public\n"],
                ["a.nettask.yaml": "nettask: 1\nclient: B\ndescription: The B.\naccess: package\n"]
            ) == [
                "new 2:9 callers client: it was `A` and is `B`, and all tasks have other names",
                "new 2:9 other client: `description` is not what it was",
                "new 2:9 callers access: it was `public` and is `package`",
            ]
        )
    }

    @Test("several clients go by their names, with which paths begin; places are in the file where it is said")
    func clients() {
        #expect(
            differences(
                [
                    "a.nettask.yaml": "nettask: 1\nclient: A\ninclude: [s.nettask.yaml]\nendpoints: {G: {uri: g}}\n",
                    "b.nettask.yaml": "nettask: 1\nclient: B\n",
                    "s.nettask.yaml": "nettask: 1\nshapes: {S: {enum: [a, b]}}\n",
                ],
                [
                    "a.nettask.yaml": "nettask: 1\nclient: A\ninclude: [s.nettask.yaml]\nendpoints: {G: {uri: h}}\n",
                    "c.nettask.yaml": "nettask: 1\nclient: C\n",
                    "s.nettask.yaml": "nettask: 1\nshapes: {S: {enum: [a]}}\n",
                ]
            ) == [
                "old s.nettask.yaml 2:24 callers A.shapes.S.enum.b: it is gone",
                "new 4:13 server A.endpoints.G: its uri was `g` and is `h`",
                "new c.nettask.yaml 2:9 additive C: the client is new",
                "old b.nettask.yaml 2:9 callers B: the client is gone",
            ]
        )
    }

    @Test("environments are cases")
    func environments() {
        #expect(
            differences(
                "baseURL: {live: 'https://a.example', test: 'https://b.example', old: 'https://o.example'}",
                "baseURL: {live: 'https://a.example', staging: 'https://b.example', new: 'https://n.example'}"
            ) == [
                "new 3:38 callers baseURL.staging: it was renamed: its name was `test` and is `staging`",
                "new 3:68 additive baseURL.new: it is new",
                "old 3:65 callers baseURL.old: it is gone",
            ]
        )
        #expect(
            differences("baseURL: {live: 'https://a.example'}", "baseURL: https://a.example") == [
                "new 2:9 callers baseURL: there is no `Environment` any more"
            ]
        )
        #expect(
            differences("baseURL: https://a.example", "access: internal") == [
                "new 2:9 callers baseURL: it is gone: a queue needs one of its own"
            ]
        )
    }

    @Test("what says by `was` what it was is that, whatever else differs")
    func formerNames() {
        #expect(
            differences(
                """
                shapes:
                  Post: {fields: {title: String}}
                endpoints:
                  GetPost: {uri: 'posts/{id}', durable: true, params: {id: Int, user: Int?}, response: Post}
                """,
                """
                shapes:
                  Post: {fields: {headline: {type: String, was: title}}}
                endpoints:
                  ReadPost:
                    uri: articles/{id}
                    durable: true
                    was: [FindPost, GetPost]
                    params: {id: Int, author: {type: Int?, was: user}}
                    response: Post
                """
            ) == [
                "new 4:19 callers shapes.Post.fields.headline: it was renamed: its name was `title` and is `headline`",
                "new 4:19 server shapes.Post.fields.headline: its name on the wire was `title` and is `headline`",
                "new 4:19 other shapes.Post.fields.headline: `was` is not what it was",
                "new 6:3 callers endpoints.ReadPost: it was renamed: its name was `GetPost` and is `ReadPost`",
                "new 10:23 callers endpoints.ReadPost.params.author: it was renamed: its name was `user` and is `author`",
                "new 10:23 server endpoints.ReadPost.params.author: its name on the wire was `user` and is `author`",
                "new 10:23 other endpoints.ReadPost.params.author: `was` is not what it was",
                "new 6:3 server endpoints.ReadPost: its uri was `posts/{id}` and is `articles/{id}`",
                "new 6:3 other endpoints.ReadPost: `was` is not what it was",
            ]
        )
    }

    @Test("an endpoint or shape that differs in its name alone was renamed, and nothing else differs that names it")
    func renamed() {
        #expect(
            differences(
                """
                shapes:
                  Node: {fields: {name: String, children: [Node], kind: Kind}}
                  Kind: {enum: [a, b]}
                endpoints:
                  GetNode: {uri: node, response: Node, timeout: 3s}
                  ListNodes: {uri: nodes, response: [Node]}
                """,
                """
                shapes:
                  Tree: {fields: {name: String, children: [Tree], kind: Sort}}
                  Sort: {enum: [a, b]}
                endpoints:
                  ReadNode: {uri: node, response: Tree}
                  ListTrees: {uri: nodes, response: [Tree], params: {page: Int?}}
                """
            ) == [
                "new 4:3 callers shapes.Tree: it was renamed: its name was `Node` and is `Tree`",
                "new 5:3 callers shapes.Sort: it was renamed: its name was `Kind` and is `Sort`",
                "new 7:3 callers endpoints.ReadNode: it was renamed: its name was `GetNode` and is `ReadNode`",
                "new 7:3 other endpoints.ReadNode: `timeout` is not what it was",
                "new 8:3 additive endpoints.ListTrees: it is new",
                "old 8:3 callers endpoints.ListNodes: it is gone",
            ]
        )
    }

    @Test("shapes of other contents are others, and so are those that hold them")
    func notRenamed() {
        #expect(
            differences(
                """
                shapes:
                  Outer: {fields: {inner: Inner}}
                  Inner: {fields: {a: Int}}
                endpoints: {Get: {uri: x, response: Outer}}
                """,
                """
                shapes:
                  Outside: {fields: {inner: Inside}}
                  Inside: {fields: {a: String}}
                endpoints: {Get: {uri: x, response: Outside}}
                """
            ) == [
                "new 4:3 additive shapes.Outside: it is new",
                "new 5:3 additive shapes.Inside: it is new",
                "old 4:3 callers shapes.Outer: it is gone",
                "old 5:3 callers shapes.Inner: it is gone",
                "new 6:13 callers+server endpoints.Get.response: it was `Outer` and is `Outside`",
            ]
        )
    }

    @Test("a new name in the spec alone is nothing to anybody; a new Swift name is")
    func swiftNames() {
        #expect(
            differences(
                "shapes: {A: {swiftName: Thing, fields: {a: Int, c: Int}}}",
                "shapes: {B: {swiftName: Thing, fields: {a: {type: Int, swiftName: b}, c: Int}}}"
            ) == [
                "new 3:25 other shapes.B: it was called `A` in the spec; its Swift name is the same",
                "new 3:67 callers shapes.B.fields.a: its Swift name was `a` and is `b`",
            ]
        )
    }
}
