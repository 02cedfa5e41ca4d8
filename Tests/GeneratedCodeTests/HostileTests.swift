import FlyingFox
import Foundation
import NetTaskRuntime
import Testing

@Suite("Strings that try to break out of generated code arrive unchanged")
struct HostileTests {
    @Test("in JSON: wire names, defaults, enumeration values, constants")
    func json() async throws {
        // given
        let task = Hostile.SendJSON(payload: Hostile.Payload())

        // when
        let request = try await request(of: task)

        // then
        let json = try #require(request.json as? [String: Any])
        #expect(json[#"" + evil() + ""#] as? String == #"" + evil() + ""#)
        #expect(json[#"\(evil())"#] as? String == "\\(evil())\n\0\u{202E}")
        #expect(json["choice"] as? String == "*/")
        #expect(json["\"\\(evil())\n"] as? String == "\\(evil())\"\n")
        let payload = try #require(json["payload"] as? [String: String])
        let digits = "0123456789"
        #expect(
            payload == [
                #"" + evil() + ""#: #""); evil(); (""#,
                #"\(evil())"#: #"\(evil())"#,
                "a\nb\r\tc": "a\nb\r\tc",
                "*/ // /*": "*/ // /*",
                "\"\"\"#": "\"\"\"#\n\"\"\"\n#\"\"\"#",
                "\u{1}\u{7F}\u{1B}[31m": "\u{0}\u{1}\u{7F}\u{85}\u{1B}[31m",
                "\u{202E}evil\u{2066}\u{200F}": "\u{202E}\u{2066}\u{200F}\u{2069}",
                "\u{2028}\u{2029}\u{FEFF}": "\u{2028}\u{2029}\u{FEFF}\u{A0}",
                String(repeating: digits + "\\\n", count: 8): Array(repeating: digits, count: 10).joined(
                    separator: "\""
                ),
            ]
        )
    }

    @Test("in a form")
    func form() async throws {
        // given
        let task = Hostile.SendForm(choice: .direction)

        // when
        let request = try await request(of: task)

        // then
        #expect(
            request.form == [
                .init("choice", "\u{202E}"),
                .init("\"\\(evil())\n", "\\(evil())\"\n"),
                .init("\\(evil())\u{202E}", "*/ \"\"\"# \\(evil())\n\0"),
            ]
        )
    }

    @Test("words of Swift, and names that generated code uses itself, are names like others")
    func words() async throws {
        // given
        let words = Hostile.Words(
            class: 1,
            default: 2,
            func: 3,
            in: 4,
            await: 5,
            object: 6,
            packer: 7,
            reply: 8,
            String: 9
        )
        let task = Hostile.SendWords(
            init_: "i",
            class: 1,
            packer: 2,
            object: 3,
            reply: 4,
            where: 5,
            String: 6,
            words: words
        )

        // when
        let request = try await request(of: task)

        // then
        #expect(request.target == "/post/i")
        #expect(
            request.text == #"{"class":1,"packer":2,"object":3,"reply":4,"where":5,"String":6,"words":"#
                + #"{"class":1,"default":2,"func":3,"in":4,"await":5,"object":6,"packer":7,"reply":8,"String":9}}"#
        )
    }

    @available(*, deprecated)
    @Test("in discriminators and deprecations")
    func kinds() async throws {
        // given
        let kinds: [Hostile.Kinds] = [
            .first(Hostile.Kept(id: .value(1))), .second(Hostile.Kept()), .aThird(Hostile.Kept(id: .null)),
        ]

        // when
        let (request, response) = try await send(Hostile.SendKinds(body: kinds))

        // then
        let name = #""\\(evil())\n\"":"#
        #expect(
            request.text == "[{" + name + #""\" + first() + \"","\\(evil())\"":1},{"# + name + #""\\(second())"},{"#
                + name
                + "\"a\\n\u{202E}third*/\"," + #""\\(evil())\"":null}]"#
        )
        let names = response.map { kind in
            switch kind {
            case .first(let value): "first \(value.id)"
            case .second: "second"
            case .aThird: "third"
            case .unknown: "unknown"
            }
        }
        #expect(names == ["first absent", "second", "third"])
    }

    private func send<Task: HTTPNetTask>(_ task: Task) async throws -> (RecordedRequest, Task.Response) {
        try await RecordingServer.run(answer: { .text($0.text) }) { server, baseURL in
            let response = try await HTTPNetTaskQueue(baseURL: baseURL).run(task)
            return (try #require(await server.requests.first), response)
        }
    }

    private func request(of task: some HTTPNetTask) async throws -> RecordedRequest {
        try await RecordingServer.run(answer: { _ in .text("{}") }) { server, baseURL in
            _ = try await HTTPNetTaskQueue(baseURL: baseURL).run(task)
            let requests = await server.requests
            return try #require(requests.first)
        }
    }
}
