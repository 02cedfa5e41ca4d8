import Testing

@testable import NetTaskGenerator
@testable import NetTaskSpec

@Suite("Pages: YAML, and the Swift that it becomes")
struct PageSnippetTests {
    private static let shapes = """
        shapes:
          Post: {fields: {id: Int}}
          Paging: {fields: {next: String?, url: URL?}}
          Posts: {fields: {data: "[Post]", paging: Paging?, more: Bool}}

        """

    /// What is generated of an endpoint `List` behind its initializer, without the function that packs it.
    private func functions(_ endpoint: String) throws -> String {
        let text = try generate(spec("\(Self.shapes)endpoints:\n  List: \(endpoint)\n"))[0].text
        let start = try #require(text.firstRange(of: "        static func items")).lowerBound
        return String(text[start...])
    }

    @Test("a task whose pages are found by `Link`")
    func link() throws {
        let text = try generate(
            spec(
                "access: public\n\(Self.shapes)endpoints: {List: {uri: posts, response: [Post], pages: {next: Link}}}\n"
            )
        )[0].text
        #expect(text.contains("public import NetTaskHTTP\npublic import NetTaskStreams\n"))
        #expect(text.contains("public struct List: HTTPPagedTask {\n        public typealias Response = [Post]\n"))
        #expect(
            text.hasSuffix(
                """
                        public init() {}

                        public static func items(in response: Response) -> [Post] {
                            response
                        }

                        public func nextPage(after response: Response, of reply: HTTPReply) -> HTTPPageTask<Self>? {
                            return HTTPPageTask(self, linkOf: reply)
                        }
                    }
                }

                """
            )
        )
    }

    @Test("a cursor")
    func cursor() throws {
        #expect(
            try functions(
                "{uri: a, params: {after: String?}, response: Posts,"
                    + " pages: {cursor: after, next: paging.next, items: data, more: more}}"
            ) == """
                        static func items(in response: Response) -> [Post] {
                            response.data
                        }

                        func nextPage(after response: Response, of reply: HTTPReply) -> HTTPPageTask<Self>? {
                            if !response.more { return nil }
                            guard let cursor = response.paging?.next else { return nil }
                            var next = self
                            next.after = cursor
                            return HTTPPageTask(next, cursor: cursor)
                        }
                    }
                }

                """
        )
    }

    @Test("numbers of pages, and properties that are `let`")
    func numbers() throws {
        #expect(
            try functions(
                "{uri: a, mutable: false, params: {page: Int?, size: Int}, response: Array<Post>?,"
                    + " pages: {page: page, limit: size}}"
            ) == """
                        static func items(in response: Response) -> [Post] {
                            response ?? []
                        }

                        func nextPage(after response: Response, of reply: HTTPReply) -> HTTPPageTask<Self>? {
                            let count = Self.items(in: response).count
                            if count == 0 { return nil }
                            if count < self.size { return nil }
                            let next = Self(page: (self.page ?? 1) + 1, size: self.size)
                            return HTTPPageTask(next)
                        }
                    }
                }

                """
        )
    }

    @Test("an offset of another type")
    func offset() throws {
        let text = try functions(
            "{uri: a, params: {skip: Int64?}, response: Posts, pages: {offset: skip, items: data}}"
        )
        #expect(text.contains("next.skip = (self.skip ?? 0) + Int64(count)\n"))
    }

    @Test("a URL in the response")
    func url() throws {
        let text = try functions("{uri: a, response: Posts, pages: {url: paging.url, items: data}}")
        #expect(text.contains("return HTTPPageTask(self, url: response.paging?.url, of: reply)\n"))
    }

    @Test("a target without the module is reported at the key")
    func module() {
        let text = spec(
            "shapes: {A: {fields: {b: Int}}}\nendpoints: {L: {uri: a, response: [A], pages: {next: Link}}}\n"
        )
        let source = SpecReader.Source(path: "api.nettask.yaml", text: text)
        #expect(SpecReader.read(sources: [source], modules: ["NetTaskRuntime", "NetTaskStreams"]).diagnostics.isEmpty)
        let messages = SpecReader.read(sources: [source], modules: ["NetTaskRuntime"]).diagnostics.map(\.description)
        #expect(messages.count == 1)
        #expect(messages[0].contains("`pages` needs the module NetTaskStreams, but the target does not depend on it"))
        #expect(messages[0].contains(#"`.product(name: "NetTaskStreams", package: "NetTask")`"#))
    }
}
