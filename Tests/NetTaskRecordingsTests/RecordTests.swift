import Foundation
import HTTPTypes
import NetTaskHTTP
import NetTaskRecordings
import NetTaskTesting
import Testing

@Suite("Recording", .timeLimit(.minutes(2)))
struct RecordTests {
    private let folder = Folder()

    @Test(
        "NETTASK_RECORD states the mode",
        arguments: [nil: .replay, "": .replay, "once": .once, "all": .all] as [String?: RecordingMode]
    )
    func mode(value: String?, mode: RecordingMode) throws {
        #expect(try RecordingMode.from(environment: value.map { ["NETTASK_RECORD": $0] } ?? [:]) == mode)
    }

    @Test("Another value of NETTASK_RECORD is an error")
    func wrongMode() throws {
        // when
        let error = #expect(throws: RecordingError.self) {
            try RecordingMode.from(environment: ["NETTASK_RECORD": "yes"])
        }
        // then
        #expect("\(try #require(error))" == "NETTASK_RECORD must be `once` or `all`, not `yes`")
    }

    @Test("Once records only what is missing")
    func once() async throws {
        // given
        try await folder.record(answers: order) { _ = try await $0.run(GetOrder(id: 1)) }
        let transport = HTTPMockTransport(order)
        let recording = try folder.recording(.once)
        let queue = HTTPNetTaskQueue(recordedOver: transport, in: recording)
        // when
        for id in 1...2 { _ = try await queue.run(GetOrder(id: id)) }
        try await recording.finish()
        // then
        #expect(transport.requests.map(\.head.path) == ["/v1/orders/2"])
        #expect(try HAR(contentsOf: folder.file).entries.map(\.request.url).map { $0.last } == ["1", "2"])
    }

    @Test("Recording everything replaces the recordings of the same test only")
    func all() async throws {
        // given
        try await folder.record(test: "other()", answers: order) { _ = try await $0.run(GetOrder(id: 1)) }
        try await folder.record(answers: order) { _ = try await $0.run(GetOrder(id: 2)) }
        // when
        try await folder.record(.all, answers: order) { _ = try await $0.run(GetOrder(id: 3)) }
        // then
        #expect(
            try HAR(contentsOf: folder.file).entries.map { "\($0.test ?? "") \($0.request.url.suffix(1))" } == [
                "buys() 3", "other() 1",
            ]
        )
    }

    @Test("Recording the same replies again does not change the file")
    func stable() async throws {
        // given
        try await folder.record(.all, answers: order) { _ = try await $0.run(GetOrder(id: 1)) }
        let text = folder.text
        // when
        let other = Folder()
        try other.write(text)
        try await other.record(.all, answers: order) { _ = try await $0.run(GetOrder(id: 1)) }
        // then
        #expect(other.text == text)
        #expect(text.hasPrefix("{\n  \"log\": {\n    \"creator\": {\"name\":\"NetTask\","))
    }

    @Test("Two tests at the same time write to one file")
    func sharedFile() async throws {
        // given
        let tests = (1...8).map { "test\($0)()" }
        // when
        try await withThrowingTaskGroup(of: Void.self) { group in
            for test in tests {
                group.addTask { [folder] in
                    try await folder.record(test: test, answers: order) { _ = try await $0.run(GetOrder(id: 1)) }
                }
            }
            try await group.waitForAll()
        }
        // then
        #expect(try HAR(contentsOf: folder.file).entries.map(\.test) == tests)
    }

    @Test("A failed request is not recorded, and the others are")
    func failedRequest() async throws {
        // given
        try await folder.record(
            answers: { request in
                if request.number == 1 { throw TransportError(.connectionLost, reason: "lost") }
                return order(request)
            }
        ) { queue in
            // when
            _ = await failure { _ = try await queue.run(CreateOrder(item: "pen")) }
            _ = try await queue.run(CreateOrder(item: "book"))
        }
        // then
        #expect(try HAR(contentsOf: folder.file).entries.map(\.response.status) == [200])
    }

    @Test("A request that runs when the test ends is stopped, and not recorded")
    func running() async throws {
        // given
        let transport = HTTPMockTransport { request in
            request.number == 1 ? order(request) : .fault(.silence)
        }
        let recording = try folder.recording(.once)
        let queue = HTTPNetTaskQueue(recordedOver: transport, in: recording)
        _ = try await queue.run(GetOrder(id: 1))
        let handle = queue.add(GetOrder(id: 2))
        try await transport.waitForRequests(2)
        // when
        try await recording.finish()
        // then
        #expect(try HAR(contentsOf: folder.file).entries.count == 1)
        handle.cancel()
    }

    @Test("A test that throws an error writes nothing")
    func failedTest() async throws {
        // given
        let trait = RecordingTrait.recording("failed", filePath: folder.url.appendingPathComponent("T.swift").path)
        // when
        let error = await failure {
            try await trait.provideScope(for: try #require(Test.current), testCase: nil) {
                _ = try #require(Recording.current)
                throw CancellationError()
            }
        }
        // then
        #expect(error == "CancellationError()")
        #expect(!FileManager.default.fileExists(atPath: folder.url.path))
    }

    @Test("A name outside of the folder is an error", arguments: ["", "../a", "/a", "a//b"])
    func name(name: String) async throws {
        // when
        let error = await failure {
            let trait = RecordingTrait.recording(name)
            try await trait.provideScope(for: try #require(Test.current), testCase: nil) {}
        }
        // then
        #expect(error.contains("is not the name of a file in the folder Recordings"))
    }

    @Test("The recorder exports what a queue sent, also failures")
    func recorder() async throws {
        // given
        let clock = TestClock()
        let transport = HTTPMockTransport { request in
            if request.number == 2 { throw TransportError(.connectionLost, reason: "lost") }
            return order(request)
        }
        let recorder = HARRecorder(over: transport, clock: clock, wallClock: { clock.date })
        let queue = HTTPNetTaskQueue(transport: recorder) { $0.middleware.append(recorder) }
        // when
        _ = try await queue.run(GetOrder(id: 1))
        _ = await failure { _ = try await queue.run(CreateOrder(item: "pen")) }
        // then
        let entries = try HAR(json: recorder.har.json).entries
        #expect(entries.map(\.response.status) == [200, 0])
        #expect(entries[0].startedDateTime == "2026-01-01T00:00:00.000Z")
        #expect(entries[1].error == "lost")
    }

    @Test("Without the middleware, nothing is sent")
    func noMiddleware() async throws {
        // given
        let transport = HTTPMockTransport(order)
        let queue = HTTPNetTaskQueue(transport: HARRecorder(over: transport))
        // when
        let error = await failure { _ = try await queue.run(GetOrder(id: 1)) }
        // then
        #expect(error.contains("not its last middleware"))
        #expect(transport.requests.isEmpty)
    }
}
