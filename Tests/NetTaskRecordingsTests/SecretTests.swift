import Foundation
import HTTPTypes
import NetTaskHTTP
import NetTaskRecordings
import NetTaskTesting
import Testing

@Suite("Secrets of recordings", .timeLimit(.minutes(2)))
struct SecretTests {
    private let folder = Folder()

    @Test("Secrets of the spec are replaced in the URL, the body and the reply, and replay with other ones")
    func spec() async throws {
        // given
        try await folder.record(answers: { _ in .json(#"{"id": 1, "item": "for hush-hush"}"#) }) { queue in
            // when
            _ = try await queue.run(CreateOrder(item: "book", pin: "hush-hush"))
        }
        // then
        #expect(!folder.text.contains("hush"))
        #expect(try await folder.replaying().run(CreateOrder(item: "book", pin: "another")).item == "for <secret>")
    }

    @Test("A secret number keeps JSON valid")
    func number() async throws {
        // given
        try await folder.record(answers: { _ in .json(#"{"id": 4711, "item": "a"}"#) }) { queue in
            // when
            _ = try await queue.run(CreateOrder(item: "book", pin: "4711"))
        }
        // then
        #expect(!folder.text.contains("4711"))
        #expect(try await folder.replaying().run(CreateOrder(item: "book", pin: "12")).id == 0)
    }

    @Test("Credentials and values with well-known names are replaced")
    func credentials() async throws {
        // given
        struct Find: HTTPNetTask {
            typealias Response = JSONValue
            static var endpoint: HTTPEndpoint { HTTPEndpoint("Kiosk.Find", .get, "find", baseURL: kiosk) }
            func pack(into packer: inout ParameterPacker) {
                packer.add("api_key", "one-one")
                packer.add("page", 2)
            }
        }
        let recording = try folder.recording(.once)
        let transport = HTTPMockTransport { _ in
            .json(#"{"access_token": "two-two"}"#, headers: [.setCookie: "s=three-three; Path=/"])
        }
        let queue = HTTPNetTaskQueue(recordedOver: transport, in: recording) {
            $0.headers = [.authorization: "Bearer four-four", .cookie: "c=five-five"]
        }
        // when
        _ = try await queue.run(Find(), .headers(["X-Api-Key": "six-six"]))
        try await recording.finish()
        // then
        for secret in ["one", "two", "three", "four", "five", "six"] {
            #expect(!folder.text.contains("\(secret)-\(secret)"))
        }
        #expect(try await folder.replaying().run(Find()) == ["access_token": "<secret>"])
    }

    @Test("The member of a reply that the spec declares as secret is replaced")
    func reply() async throws {
        // given
        try await folder.record(answers: { _ in .json(#"{"ticket": "hush-hush", "user": "ada"}"#) }) { queue in
            // when
            _ = try await queue.run(SignIn())
        }
        // then
        #expect(!folder.text.contains("hush"))
        #expect(try await folder.replaying().run(SignIn()).user == "ada")
    }

    @Test("If it is not clear where the secret is, nothing is written, except with a closure that replaces it")
    func unclear() async throws {
        // given
        struct SignOn: HTTPNetTask {
            typealias Response = String
            static var endpoint: HTTPEndpoint {
                var endpoint = HTTPEndpoint("Kiosk.SignOn", .post, "session", baseURL: kiosk)
                endpoint.hidesReplies = true
                return endpoint
            }
        }
        let answers: HTTPMockTransport.Answer = { _ in .status(200, "hush-hush") }
        // when
        let error = await failure {
            try await folder.record(answers: answers) { _ = try await $0.run(SignOn()) }
        }
        let isWritten = FileManager.default.fileExists(atPath: folder.file.path)
        let redacting: @Sendable (inout HAREntry) -> Void = { entry in
            entry.response.content = HARContent(mimeType: "text/plain", data: Data("none".utf8))
        }
        try await folder.record(redacting: redacting, answers: answers) { _ = try await $0.run(SignOn()) }
        // then
        #expect(error.contains("the reply of Kiosk.SignOn as secret") && !isWritten)
        #expect(!folder.text.contains("hush"))
        #expect(try await folder.replaying().run(SignOn()) == "none")
    }

    @Test("A form with binary data and a secret replays, with any boundary")
    func upload() async throws {
        // given
        let photo = Data([0xFF, 0xC3, 0x28, 0x00] + Array(0...255))
        try await folder.record(answers: order) { queue in
            // when
            _ = try await queue.run(Upload(photo: photo, note: "hush-hush"))
        }
        // then
        let body = try #require(try HAR(contentsOf: folder.file).entries[0].request.body)
        #expect(body.mimeType == "multipart/form-data; boundary=boundary")
        #expect(body.data?.firstRange(of: Array("hush".utf8)) == nil)
        #expect(body.data?.firstRange(of: photo) != nil)
        #expect(try await folder.replaying().run(Upload(photo: photo, note: "another")).id == 6)
        let error = await failure { _ = try await folder.replaying().run(Upload(photo: Data([1]), note: "another")) }
        #expect(error.contains("differs in the body"))
    }

    @Test("A closure changes what is recorded, and what is compared")
    func closure() async throws {
        // given
        let redacting: @Sendable (inout HAREntry) -> Void = { entry in
            entry.request.url = entry.request.url.replacing(/orders\/\d+/, with: "orders/0")
        }
        try await folder.record(redacting: redacting, answers: order) { queue in
            // when
            _ = try await queue.run(GetOrder(id: 7))
        }
        // then
        #expect(folder.text.contains("orders/0") && !folder.text.contains("orders/7"))
        let replaying = HTTPNetTaskQueue(
            recordedOver: HTTPMockTransport { _ in .status(599) },
            in: try folder.recording(redacting: redacting)
        )
        #expect(try await replaying.run(GetOrder(id: 8)).id == 7)
    }
}
