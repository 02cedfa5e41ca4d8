import FlyingFox
import Foundation
import NetTaskRuntime
import Testing

@Suite("JSONValue in generated code")
struct JSONValueTests {
    @Test("any JSON is sent and read, with the digits of its numbers")
    func anyJSON() async throws {
        // given
        let text = #"{"amount":12345678901234567890.10,"list":[null,true,"x"]}"#
        let value = try JSONValue(json: Data(text.utf8))

        // when
        let (request, response) = try await RecordingServer.run { _ in
            .text(#"{"data": "# + text + "}")
        } _: { (server, baseURL) in
            let queue = HTTPNetTaskQueue(baseURL: baseURL)
            let event = Shapes.Event(id: 1, payload: value, history: [1, nil], labels: ["b": nil, "a": "x"])
            let response = try await queue.run(Shapes.SendEvent(event: event))
            return (try #require(await server.requests.first), response)
        }

        // then
        #expect(response == value)
        #expect(
            request.text
                == #"{"id":1,"payload":"# + text + #","history":[1,null],"labels":{"a":"x","b":null}}"#
        )
    }

    @Test("a JSONValue can be the whole body and the whole reply")
    func whole() async throws {
        // when
        let (request, response) = try await RecordingServer.run(answer: { .text($0.text) }) { server, baseURL in
            let response = try await HTTPNetTaskQueue(baseURL: baseURL).run(Shapes.PutAny(body: [1, ["a": nil]]))
            return (try #require(await server.requests.first), response)
        }

        // then
        #expect(request.text == #"[1,{"a":null}]"#)
        #expect(request.contentType == "application/json; charset=utf-8")
        #expect(response == [1, ["a": nil]])
    }
}
