import FlyingFox
import Foundation
import NetTaskRuntime
import Testing

@Suite("Swift types of the user's in generated code")
struct OwnTypesTests {
    private let release = OwnTypes.Release(
        name: "a",
        version: AppVersion(major: 1, minor: 2),
        prices: ["eur": Money.Amount(cents: 5)]
    )

    @Test("they can be used like any single value, and in JSON")
    func everywhere() async throws {
        // given
        let version = AppVersion(major: 3, minor: 4)
        let task = OwnTypes.GetRelease(version: version, since: version, others: [version, version], mark: version)
        let reply = #"{"name":"a","version":"1.2","prices":{"eur":{"cents":5}}}"#

        // when
        let (request, response) = try await RecordingServer.run(answer: { _ in .text(reply) }) { server, baseURL in
            let response = try await HTTPNetTaskQueue(baseURL: baseURL).run(task)
            return (try #require(await server.requests.first), response)
        }

        // then
        #expect(request.target == "/releases/3.4?since=3.4&others=3.4&others=3.4")
        #expect(request.headers["x-mark"] == "3.4")
        #expect(response == release)
        #expect((response as any Named).name == "a")
    }

    @Test("they are sent in JSON, and are alternatives")
    func json() async throws {
        // when
        let (save, version) = try await send(OwnTypes.SaveRelease(body: release))
        let (choose, either) = try await send(OwnTypes.Choose(either: .version(AppVersion(major: 5, minor: 6))))

        // then
        #expect(save == #"{"name":"a","version":"1.2","prices":{"eur":{"cents":5}}}"#)
        #expect(version == AppVersion(major: 1, minor: 2))
        #expect(choose == #"{"either":"5.6"}"#)
        guard case .version = either else {
            Issue.record("\(either)")
            return
        }
    }

    private func send<Task: HTTPNetTask>(_ task: Task) async throws -> (sent: String, response: Task.Response) {
        try await RecordingServer.run(answer: { .text($0.text) }) { server, baseURL in
            let response = try await HTTPNetTaskQueue(baseURL: baseURL).run(task)
            return (try #require(await server.requests.first).text, response)
        }
    }
}
