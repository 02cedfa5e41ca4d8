import Foundation
import NetTaskRuntime
import Testing

@Suite("The replies of Specs/httpbin", .timeLimit(.minutes(5)))
struct HTTPBinReplyTests {
    @Test("GetText: the text unchanged")
    func getText() async throws {
        let text = try await reply("größe \"😀\"", to: HTTPBin.GetText(), at: "/encoding/utf8")
        #expect(text == "größe \"😀\"")
    }

    @Test("GetBytes: the bytes unchanged")
    func getBytes() async throws {
        let data = try await reply("\u{0}abc", to: HTTPBin.GetBytes(count: 4), at: "/bytes/4")
        #expect(data == Data([0, 97, 98, 99]))
    }

    @Test("Download: the bytes are in a file, which is removed with its last reference")
    func download() async throws {
        // when
        var file: HTTPFile? = try await reply("\u{0}abc", to: HTTPBin.Download(count: 4), at: "/stream-bytes/4")

        // then
        let url = try #require(file?.withURL { $0 })
        #expect(try file?.data() == Data([0, 97, 98, 99]))
        #expect(FileManager.default.fileExists(atPath: url.path))
        file = nil
        // The queue lets go of its own copy soon after it has given one.
        while FileManager.default.fileExists(atPath: url.path) {
            await Task.yield()
        }
    }

    @Test("Download: the file is at the caller's path, and is kept")
    func downloadToPlace() async throws {
        // given
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).bin")
        defer { try? FileManager.default.removeItem(at: place) }

        // when
        let file = try await RecordingServer.run(answer: { _ in .text("abc") }) { _, baseURL in
            try await HTTPNetTaskQueue(baseURL: baseURL).run(HTTPBin.Download(count: 3), .download(to: place))
        }

        // then
        #expect(file.contents == .url(place))
        #expect(try Data(contentsOf: place) == Data("abc".utf8))
    }

    @Test("DownloadMaybe: an empty body is nil if the file is optional")
    func downloadMaybe() async throws {
        let nothing = try await reply("", to: HTTPBin.DownloadMaybe(count: 0), at: "/stream-bytes/0")
        let something = try await reply("a", to: HTTPBin.DownloadMaybe(count: 1), at: "/stream-bytes/1")
        #expect(nothing == nil)
        #expect(try something?.data() == Data("a".utf8))
    }

    @Test("GetUUID: `from:` on the reply itself")
    func getUUID() async throws {
        let uuid = try await reply(
            #"{"uuid": "e621e1f8-c36c-495a-93fc-0c247a3e6e5f"}"#,
            to: HTTPBin.GetUUID(),
            at: "/uuid"
        )
        #expect(uuid == UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    }

    @Test("GetSlides and GetSlideshow: `from:` reaches through objects")
    func getSlides() async throws {
        // given
        let json =
            #"{"slideshow": {"author": "A", "slides": [{"title": "T", "type": "all"}, {"items": ["i"], "title": "U", "type": "x"}]}}"#

        // when
        let slides = try await reply(json, to: HTTPBin.GetSlides(), at: "/json")
        let slideshow = try await reply(json, to: HTTPBin.GetSlideshow(), at: "/json")

        // then
        #expect(slides.map(\.title) == ["T", "U"])
        #expect(slides.map(\.items) == [nil, ["i"]])
        #expect(slideshow.author == "A")
        #expect(slideshow.firstTitles.count == 2)
        #expect(slideshow.subtitle == nil)
    }

    @Test("FindPerson: B27, an empty body is nil if the reply is optional")
    func findPerson() async throws {
        let nobody = try await reply("", to: HTTPBin.FindPerson(code: 200), at: "/status/200")
        let somebody = try await reply(
            #"{"full-name": "P", "manager": {"full-name": "M", "children": [{"full-name": "C"}]}, "balance": 1.10}"#,
            to: HTTPBin.FindPerson(code: 200),
            at: "/status/200"
        )
        #expect(nobody?.fullName == nil)
        #expect(somebody?.manager?.children.map(\.fullName) == ["C"])
        #expect(somebody?.balance == Decimal(string: "1.1"))
    }

    /// What a task makes of a reply, after a look at its request.
    private func reply<Task: HTTPNetTask>(
        _ text: String,
        to task: Task,
        at target: String
    ) async throws -> Task.Response {
        try await RecordingServer.run(answer: { _ in .text(text) }) { server, baseURL in
            let response = try await HTTPNetTaskQueue(baseURL: baseURL).run(task)
            let request = try #require(await server.requests.first)
            #expect(request.method == "GET")
            #expect(request.target == target)
            #expect(request.body.isEmpty)
            return response
        }
    }
}
