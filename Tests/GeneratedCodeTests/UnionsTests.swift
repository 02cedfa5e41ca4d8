import FlyingFox
import Foundation
import NetTaskDurable
import NetTaskRuntime
import Testing

@Suite("Alternatives with other discriminators than one text, and beside fields")
struct UnionsTests {
    /// Sends the task to a server that answers with `reply`, or with the body that it was sent.
    private func send<Task: HTTPNetTask>(_ task: Task, reply: String? = nil) async throws -> (
        sent: String, response: Task.Response
    ) {
        try await RecordingServer.run(answer: { .text(reply ?? $0.text) }) { server, baseURL in
            let response = try await HTTPNetTaskQueue(baseURL: baseURL).run(task)
            return (try #require(await server.requests.first).text, response)
        }
    }

    // MARK: Values of a discriminator

    @Test("whole numbers select alternatives, of which one has several; others are kept")
    func integers() async throws {
        // given
        let text = Unions.SendChannel(body: .text(Unions.TextChannel(topic: "all")))

        // when
        let sent = try await send(text).sent
        let stage = try await send(text, reply: #"{"bitrate":8,"type":13}"#).response
        let unknown = try await send(text, reply: #"{"type":7}"#).response

        // then
        #expect(sent == #"{"type":0,"topic":"all"}"#)
        guard case .voice(let voice) = stage, case .unknown(let value) = unknown else {
            Issue.record("\(stage), \(unknown)")
            return
        }
        #expect(voice.type == 13)
        #expect(value.description == #"{"type":7}"#)
    }

    @Test("the first value is sent if the alternative has none")
    func firstValue() async throws {
        // when
        let none = try await send(Unions.SendChannel(body: .voice(Unions.VoiceChannel(bitrate: 8)))).sent
        let own = try await send(Unions.SendChannel(body: .voice(Unions.VoiceChannel(type: 13, bitrate: 8)))).sent
        let cat = try await send(Unions.SendAnimal(body: .cat(Unions.Cat(kind: .kitten, name: "Tom")))).sent
        let dog = try await send(Unions.SendAnimal(body: .dog(Unions.Dog(name: "Rex")))).sent

        // then
        #expect(none == #"{"type":2,"bitrate":8}"#)
        #expect(own == #"{"type":13,"bitrate":8}"#)
        #expect(cat == #"{"kind":"kitten","name":"Tom"}"#)
        #expect(dog == #"{"kind":"dog","name":"Rex"}"#)
    }

    @Test("a closed `oneOf` names the unknown number")
    func closed() async throws {
        let task = Unions.SendClosedChannel(body: .voice(Unions.VoiceChannel(bitrate: 8)))
        await #expect {
            try await send(task, reply: #"{"type":7,"bitrate":1}"#)
        } throws: { error in
            guard case NetTaskError<Never>.parse(let error)? = error as? NetTaskError<Never> else { return false }
            return error.reason == #""7" is not a valid ClosedChannel"#
        }
    }

    @Test(
        "each of several texts selects the alternative",
        arguments: [("kitten", "cat"), ("puppy", "dog"), ("cow", "unknown")]
    )
    func severalTexts(kind: String, expected: String) async throws {
        // when
        let task = Unions.SendAnimal(body: .dog(Unions.Dog()))
        let animal = try await send(task, reply: #"{"name":"T","kind":"\#(kind)"}"#).response

        // then
        let found =
            switch animal {
            case .cat: "cat"
            case .dog: "dog"
            case .unknown: "unknown"
            }
        #expect(found == expected)
    }

    // MARK: Without the discriminator

    @Test("an object without the discriminator is the alternative that allows this, or unknown")
    func absent() async throws {
        // when
        let voice = try await send(
            Unions.SendClosedChannel(body: .voice(Unions.VoiceChannel(bitrate: 8))),
            reply: #"{"bitrate":1}"#
        )
        let outcome = try await send(Unions.SendOutcome(body: .abortDetails(Unions.Abort())), reply: #"{"reason":"x"}"#)

        // then
        let (read, unknown) = (voice.response, outcome.response)
        guard case .voice(let channel) = read, case .unknown(let value) = unknown else {
            Issue.record("\(read), \(unknown)")
            return
        }
        #expect(channel.bitrate == 1)
        #expect(value.description == #"{"reason":"x"}"#)
        #expect(outcome.sent == #"{"type":"abort_details"}"#)
    }

    // MARK: Without a discriminator

    @Test(
        "the closest alternative leaves the fewest members unread; the first of several is used",
        arguments: [
            (#"{"text":"a"}"#, "note"), (#"{"title":"a"}"#, "draft"), (#"{}"#, "draft"),
            (#"{"title":"a","text":"b","x":1}"#, "note"),
            (#"{"x":1,"title":"a","due":"2026-11-22T10:00:00Z"}"#, "draft"),
            (#"{"title":1,"text":"b"}"#, "other"), (#"{"title":1,"text":2}"#, "map"), (#"{"x":1,"y":true}"#, "draft"),
            (#"{"due":"x","title":"a"}"#, "note"),
        ]
    )
    func closest(reply: String, expected: String) async throws {
        let task = Unions.SendEntry(body: .note(Unions.Note()))
        let found =
            switch try await send(task, reply: reply).response {
            case .draft: "draft"
            case .note: "note"
            case .map: "map"
            case .other: "other"
            }
        #expect(found == expected)
    }

    // MARK: Beside fields

    @Test("fields and alternatives are read from one object, and sent as one")
    func inline() async throws {
        // given
        let github = Unions.GitHub(config: Unions.Config(secret: "s"), note: "inner")
        let source = Unions.Source(id: "1", kind: .github(github))

        // when
        let (sent, read) = try await send(Unions.SendSource(body: source))

        // then
        #expect(sent == #"{"id":"1","type":"github","config":{"secret":"s"},"note":"inner"}"#)
        #expect(read == Unions.Source(id: "1", kind: .github(github), note: "inner"))
    }

    @Test("a member of both is read by both, and the field's value is sent")
    func shared() async throws {
        // given
        let reply = #"{"note":"n","config":{"secret":"s"},"id":"1","type":"github"}"#

        // when
        let read = try await send(Unions.SendSource(body: Unions.Source(id: "", kind: .generic(.init()))), reply: reply)
            .response
        let sent = try await send(Unions.SendSource(body: read)).sent

        // then
        guard case .github(let github) = read.kind else {
            Issue.record("\(read)")
            return
        }
        #expect(github.note == "n")
        #expect(read.note == "n")
        #expect(sent == #"{"id":"1","note":"n","type":"github","config":{"secret":"s"}}"#)
    }

    @Test("unknown alternatives are kept completely, and sent back once")
    func unknownInline() async throws {
        // given
        let reply = #"{"id":"1","more":[1],"type":"gitlab"}"#

        // when
        let read = try await send(Unions.SendSource(body: Unions.Source(id: "", kind: .generic(.init()))), reply: reply)
            .response
        var changed = read
        changed.id = "2"
        let sent = try await send(Unions.SendSource(body: changed)).sent

        // then
        #expect(read.id == "1")
        #expect(sent == #"{"id":"2","more":[1],"type":"gitlab"}"#)
    }

    @Test("in a list each object is read and sent separately")
    func listed() async throws {
        let sources = ["a", "b"].map { Unions.Source(id: $0, kind: .generic(Unions.Generic(url: $0))) }
        let sent = try await send(Unions.SendSources(sources: sources), reply: "").sent
        #expect(sent == #"{"sources":[{"id":"a","type":"generic","url":"a"},{"id":"b","type":"generic","url":"b"}]}"#)
    }

    @Test("several inline fields, one of them with an inline field of its own, share one object")
    func severalInline() async throws {
        // given
        let reply = #"{"url":"u","toolCalls":["t"],"type":"generic","name":"n","role":"r"}"#

        // when
        let task = Unions.SendMessage(
            body: Unions.Message(
                role: "r",
                content: .text(Unions.Text(text: "t", role: "other")),
                by: Unions.Author(name: "n", kind: .generic(Unions.Generic(url: "u")))
            )
        )
        let (sent, read) = try await send(task, reply: reply.replacing("toolCalls", with: "tool_calls"))

        // then
        #expect(sent == #"{"role":"r","text":"t","name":"n","type":"generic","url":"u"}"#)
        guard case .calls(let calls) = read.content, case .generic(let generic) = read.by.kind else {
            Issue.record("\(read)")
            return
        }
        #expect(calls.toolCalls == ["t"])
        #expect(generic.url == "u")
    }

    @Test("any JSON beside fields is sent without the members that the fields send")
    func anyInline() async throws {
        // given
        let reply = #"{"x":[true],"role":"r","name":"n","type":"generic"}"#

        // when
        let author = Unions.Author(name: "n", kind: .generic(.init()))
        let task = Unions.SendMessage(body: Unions.Message(role: "r", content: .other([:]), by: author))
        let (sent, read) = try await send(task, reply: reply)

        // then
        #expect(sent == #"{"role":"r","name":"n","type":"generic"}"#)
        #expect(
            try await send(Unions.SendMessage(body: read)).sent
                == #"{"role":"r","name":"n","type":"generic","x":[true]}"#
        )
    }

    @Test("a secret beside alternatives is not shown")
    func secret() {
        let hushed = Unions.Hushed(token: "hush", kind: .generic(Unions.Generic(url: "u")))
        #expect(!"\(Mirror(reflecting: hushed).children.map { "\($0)" })".contains("hush\""))
    }

    @Test("a durable task keeps the alternative beside the fields")
    func durable() throws {
        // given
        let source = Unions.Source(id: "1", kind: .github(Unions.GitHub(config: Unions.Config(secret: "s"))), note: "n")

        // when
        let restored = try Unions.SendSource(stored: Unions.SendSource(body: source).stored())

        // then
        #expect(restored.body == source)
    }
}
