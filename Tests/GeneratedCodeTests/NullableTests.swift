import FlyingFox
import Foundation
import NetTaskRuntime
import Testing

@Suite("`nullable` in generated code")
struct NullableTests {
    private let full = Shapes.Patch(
        name: .value("n"),
        due: .value(Date(timeIntervalSince1970: 5)),
        owner: 1,
        since: Date(timeIntervalSince1970: 0),
        token: "hush-hush",
        next: .null,
        previous: nil
    )

    /// Sends the task to a server that answers with `reply`, or with the body that it was sent.
    private func send<Task: HTTPNetTask>(_ task: Task, reply: String? = nil) async throws -> (
        sent: String, response: Task.Response
    ) {
        try await RecordingServer.run(answer: { .text(reply ?? $0.text) }) { server, baseURL in
            let response = try await HTTPNetTaskQueue(baseURL: baseURL).run(task)
            return (try #require(await server.requests.first).text, response)
        }
    }

    @Test("an absent value is not sent, null is sent, and both are read as such")
    func roundTrip() async throws {
        // given
        let empty = Shapes.Patch(owner: nil, since: nil, token: nil, previous: full)

        // when
        let (sent, response) = try await send(Shapes.SendPatch(body: empty))

        // then
        let inner =
            #"{"name":"n","due":5,"owner":1,"since":"1970-01-01","token":"hush-hush","next":null,"previous":null}"#
        #expect(sent == #"{"owner":null,"since":null,"token":null,"previous":"# + inner + "}")
        #expect(response.name == .absent)
        #expect(response.owner == nil)
        #expect(response.previous?.name == .value("n"))
        #expect(response.previous?.due.value == full.due.value)
        #expect(response.previous?.since == full.since)
        #expect(response.previous?.token == "hush-hush")
        guard case .null? = response.previous?.next, case .absent = response.next else {
            Issue.record("\(response)")
            return
        }
    }

    @Test("a known value can be written as a literal")
    func literals() {
        #expect("n" as Nullable<String> == .value("n"))
        #expect(5 as Nullable<Int> == .value(5))
        #expect(0.5 as Nullable<Double> == .value(0.5))
        #expect(5 as Nullable<Double> == .value(5))
        #expect(true as Nullable<Bool> == .value(true))
        #expect(Shapes.MergePatch(patch: full, name: "n", since: nil, extra: nil).name == .value("n"))
    }

    @Test("null and a missing value are distinguished in a reply, and a required value must be present")
    func missing() async throws {
        // given
        let text = #"{"name":null,"owner":null,"since":null,"token":null}"#

        // when
        let error = await #expect(throws: NetTaskError<Never>.self) {
            try await send(Shapes.SendPatch(body: full), reply: text)
        }

        // then
        guard case .parse(let parse)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(parse.path == "previous")
        #expect(parse.reason == "it is missing")
    }

    @Test("an absent param keeps the request object's value; null replaces it")
    func merged() async throws {
        // when
        let absent = try Shapes.MergePatch(patch: full, since: nil, extra: nil).pack()
        let null = try Shapes.MergePatch(
            patch: full,
            name: .null,
            owner: 7,
            since: Date(timeIntervalSince1970: 9),
            extra: [1]
        ).pack()

        // then
        let rest = #""token":"hush-hush","next":null,"previous":null,"extra":"#
        #expect(absent.json == #"{"name":"n","due":5,"owner":1,"since":null,"# + rest + "null}")
        #expect(null.json == #"{"name":null,"due":5,"owner":7,"since":9,"# + rest + "[1]}")
        #expect(null.secrets == ["hush-hush"])
    }

    @Test("a nullable secret is not in descriptions or errors")
    func secret() async throws {
        #expect(!"\(full)".contains("hush"))
        let error = await #expect(throws: NetTaskError<Never>.self) {
            try await send(Shapes.SendPatch(body: full), reply: #"{"owner":null,"since":null,"token":["hush-hush"]}"#)
        }
        #expect("\(String(describing: error))".contains("token"))
        guard case .parse(let parse)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(!parse.reason.contains("hush"))
    }
}

extension HTTPMessage {
    /// The text of the body.
    var json: String {
        String(decoding: body?.data ?? Data(), as: UTF8.self)
    }
}
