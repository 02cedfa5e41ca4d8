import NetTaskSpec
import Testing

@testable import NetTaskGenerator

@Suite("Mocks: YAML, and the Swift that it becomes")
struct MockSnippetTests {
    private let yaml = """
        access: public
        shapes:
          Post: {fields: {id: Int, at: {type: Date, format: unix, from: meta.at}, tag: Tag?}}
          Tag: {enum: [new, old]}
          Draft: {fields: {title: String, tag: Tag?}}
        endpoints:
          GetPost: {uri: "posts/{id}", params: {id: Int}, response: Post}
          AddPost: {method: POST, uri: posts, body: Draft, response: {fields: {id: Int}, headers: {etag: String?}}}

        """

    /// The generated files, without the description.
    private func mocks(_ yaml: String, hasMocks: Bool? = nil) throws -> [GeneratedFile] {
        let result = SpecReader.read(sources: [SpecReader.Source(path: "api.nettask.yaml", text: spec(yaml))])
        try #require(result.diagnostics.map(\.description) == [])
        return try Generator().files(for: result.specs) { path in
            SpecFileName(path: path, mark: path, hasMocks: hasMocks)
        }
    }

    @Test("are in a file of their own, and the other file is the same")
    func files() throws {
        // when
        let files = try mocks("mocks: true\n" + yaml)

        // then
        #expect(files.map(\.name) == ["api.nettask.swift", "api.mocks.nettask.swift"])
        #expect(files[0].text == (try mocks(yaml)[0].text))
    }

    @Test("are nothing in release builds")
    func debug() throws {
        let lines = try mocks("mocks: true\n" + yaml)[1].text.split(separator: "\n")
        #expect(lines.first { !$0.hasPrefix("//") } == "#if DEBUG")
        #expect(lines.last == "#endif")
    }

    @Test("have a file wherever the build plugin expects one, even if the spec has none")
    func expected() throws {
        // when
        let files = try mocks(yaml, hasMocks: true)

        // then
        #expect(files.map(\.name) == ["api.nettask.swift", "api.mocks.nettask.swift"])
        #expect(!files[1].text.contains("import"))
        #expect(try mocks("mocks: true\n" + yaml, hasMocks: false).map(\.name) == ["api.nettask.swift"])
    }

    @Test("read and write each direction that the other file lacks")
    func extensions() throws {
        // when
        let text = try mocks("mocks: true\n" + yaml)[1].text

        // then
        let end = try #require(text.firstRange(of: "\n    )\n}\n"))
        #expect(
            text[end.upperBound...] == """

                extension API.Post: Mockable, MockObject {
                    public static func makeMock(seed: Int) -> Self {
                        API.mocks.value(of: "Post", seed: seed)
                    }

                    public static func writeMock(_ value: Self, into mock: inout MockWriter) {
                        mock.set(["id"], value.id)
                        mock.set(["meta", "at"], value.at, format: .unix)
                        mock.set(["tag"], value.tag)
                    }
                }

                extension API.Tag: Mockable, MockWritable {
                    public static func makeMock(seed: Int) -> Self {
                        API.mocks.value(of: "Tag", seed: seed)
                    }
                }

                extension API.Draft: Mockable, JSONReadable {
                    public static func makeMock(seed: Int) -> Self {
                        API.mocks.value(of: "Draft", seed: seed, isSent: true)
                    }

                    public init(from object: inout JSONReader) throws {
                        self.title = try object.read("title")
                        self.tag = try object.read("tag")
                    }
                }

                extension API.GetPost: MockableTask {}

                extension API.AddPost: MockableTask {
                    public static func writeMock(_ response: Response, into reply: inout MockedReply) {
                        reply.set(response)
                        reply.set(header: "etag", response.etag)
                    }
                }

                extension API.AddPost.Response: Mockable, MockObject {
                    public static func makeMock(seed: Int) -> Self {
                        API.mocks.response(of: API.AddPost.self, seed: seed)
                    }

                    public static func writeMock(_ value: Self, into mock: inout MockWriter) {
                        mock.set(["id"], value.id)
                    }
                }

                #endif

                """
        )
    }

    @Test("describe the API in a literal that nothing in the spec ends")
    func literal() throws {
        // given
        let yaml = "mocks: true\nshapes: {A: {fields: {a: {type: String, pattern: '\"\"\"#\\#(x)'}}}}\n"

        // when
        let text = try mocks(yaml)[1].text

        // then
        #expect(text.contains("json: ##\"\"\"\n"))
        #expect(text.contains("\n        \"\"\"##\n"))
    }
}
