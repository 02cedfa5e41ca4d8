import FlyingFox
import Foundation
import NetTaskDurable
import NetTaskRuntime
import Testing

@Suite("`additional` in generated code")
struct AdditionalTests {
    /// Sends the task to a server that answers with `reply`, or with the body that it was sent.
    private func send<Task: HTTPNetTask>(_ task: Task, reply: String? = nil) async throws -> (
        sent: String, response: Task.Response
    ) {
        try await RecordingServer.run(answer: { .text(reply ?? $0.text) }) { server, baseURL in
            let response = try await HTTPNetTaskQueue(baseURL: baseURL).run(task)
            return (try #require(await server.requests.first).text, response)
        }
    }

    @Test("members without a field are sent after the fields, sorted by name, and read again")
    func roundTrip() async throws {
        // given
        let label = Additional.Label(id: 1, note: "n", additional: ["b": "2", "a\"": "1", "ä": "3"])

        // when
        let (sent, response) = try await send(Additional.PutLabel(body: label))

        // then
        #expect(sent == #"{"id":1,"note":"n","a\"":"1","b":"2","ä":"3"}"#)
        #expect(response == label)
    }

    @Test("a member with the name of a field is never sent, even if the field is nil or is not sent")
    func clash() async throws {
        // given
        let label = Additional.Label(id: 1, additional: ["id": "2", "note": "3", "kept": "4", "z": "5"])

        // then
        #expect(try await send(Additional.PutLabel(body: label)).sent == #"{"id":1,"z":"5"}"#)
    }

    @Test("a duplicate member of a reply is the first, and one of a field is none", arguments: [false, true])
    func duplicates(isLast: Bool) async throws {
        // given
        let others = #""x":"1","x":"2","id":"no""#
        let reply = isLast ? #"{"id":1,\#(others)}"# : #"{"note":null,"id":1,\#(others)}"#

        // when
        let (_, response) = try await send(Additional.PutLabel(body: .init(id: 0)), reply: reply)

        // then
        #expect(response == .init(id: 1, additional: ["x": "1"]))
    }

    @Test("a member of another type is an error with its path")
    func wrongType() async throws {
        await #expect {
            try await send(Additional.PutLabel(body: .init(id: 0)), reply: #"{"id":1,"x":{"y":1}}"#)
        } throws: { error in
            "\(error)".contains("expected a string, found an object") && "\(error)".contains("x")
        }
    }

    @Test("values have the format, and nil is null")
    func formats() async throws {
        // given
        let marks = Additional.Marks(additional: 1, additionalMembers: ["b": nil, "a": Date(timeIntervalSince1970: 5)])

        // when
        let (sent, response) = try await send(Additional.PutMarks(body: marks))

        // then
        #expect(sent == #"{"additional":1,"a":5,"b":null}"#)
        #expect(response == marks)
    }

    @Test("secret members are neither described nor quoted in errors")
    func secrets() async throws {
        // given
        let hidden = Additional.Hidden(id: 1, additional: ["hush": 77_123])

        // then
        var text = ""
        dump(hidden, to: &text)
        #expect(!(text + "\(hidden)" + String(reflecting: hidden)).contains("77123"))
        #expect(!(text + "\(hidden)").contains("hush"))
        let error = await #expect(throws: (any Error).self) {
            try await send(Additional.PutHidden(body: hidden), reply: #"{"id":1,"hush":"77123"}"#)
        }
        #expect(error.map { "\($0)" }.map { !$0.contains("hush") && !$0.contains("77123") } == true)
    }

    @Test("the error of a secret member that cannot be sent does not contain its name")
    func secretName() {
        // given
        let task = Additional.PutScores(body: .init(id: 1, additional: ["hush": .nan]))

        // when
        let error = #expect(throws: PackError.self) { try task.pack() }

        // then
        #expect(error?.parameter == "")
        #expect(error?.reason == "only a finite number can be sent")
    }

    @Test("members of an inline field are not additional")
    func inline() async throws {
        // given
        let whole = Additional.Whole(x: 1, part: .init(a: 2), additional: ["p": [.init(a: 3)], "q": []])

        // when
        let (sent, response) = try await send(Additional.PutWhole(body: whole))

        // then
        #expect(sent == #"{"x":1,"a":2,"p":[{"a":3}],"q":[]}"#)
        #expect(response == whole)
    }

    @Test("the discriminator of alternatives is not additional")
    func discriminator() async throws {
        // given
        let kind = Additional.Kind.open(.init(userId: 1, additional: ["k": [1, nil]]))

        // when
        let (sent, response) = try await send(Additional.PutKind(body: kind))

        // then
        #expect(sent == #"{"type":"open","user_id":1,"k":[1,null]}"#)
        #expect(response == kind)
    }

    @Test("`closest` counts additional members as unknown")
    func closest() async throws {
        // when
        let narrow = try await send(Additional.GetNearest(), reply: #"{"user_id":1,"x":2}"#).response
        let open = try await send(Additional.GetNearest(), reply: #"{"user_id":1,"y":2}"#).response

        // then
        #expect(narrow == .narrow(.init(userId: 1, x: 2)))
        #expect(open == .open(.init(userId: 1, additional: ["y": 2])))
    }

    @Test("a reply that is described in place keeps its members")
    func inPlace() async throws {
        // when
        let response = try await send(Additional.GetInPlace(), reply: #"{"id":1,"t":true,"f":false}"#).response

        // then
        #expect(response.additional == ["t": true, "f": false])
    }

    @Test("a query with brackets has them too")
    func brackets() throws {
        // given
        let task = Additional.Find(filter: .init(id: 1, additional: ["b c": "x", "a": "y", "id": "z"]))

        // then
        #expect(try task.pack().query == "filter%5Bid%5D=1&filter%5Ba%5D=y&filter%5Bb%20c%5D=x")
    }

    @Test("a durable task keeps them, and one that was stored without them has none")
    func durable() throws {
        // given
        let task = Additional.Keep(body: .init(additional: 1, additionalMembers: ["b": nil, "a": .distantPast]))

        // then
        #expect(try Additional.Keep(stored: task.stored()).body == task.body)
        let earlier = Data(#"{"$body":{"additional":1}}"#.utf8)
        #expect(try Additional.Keep(stored: earlier).body == .init(additional: 1))
    }
}
