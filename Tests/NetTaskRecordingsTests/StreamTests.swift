import Foundation
import NetTaskHTTP
import NetTaskRecordings
import NetTaskStreams
import NetTaskTesting
import Testing

@Suite("Streams", .timeLimit(.minutes(2)))
struct StreamTests {
    private let folder = Folder()

    @Test("A stream is recorded with the time of each piece, and replayed at its pace")
    func pace() async throws {
        // given
        let pace = HTTPPace()
        let clock = TestClock()
        let recording = try folder.recording(.once)
        let transport = HTTPMockTransport { _ in .events(["data: 1\n\n", "data: 2\n\n"], pace: pace) }
        let recorded = HTTPNetTaskQueue(recordedOver: transport, in: recording) { $0.clock = clock }
        pace.release(1)
        for try await element in recorded.stream(Watch()) where element == 1 {
            clock.move(by: .milliseconds(1500))
            pace.release(1)
        }
        try await recording.finish()
        // when
        let replayClock = TestClock()
        let queue = try folder.replaying(clock: replayClock)
        var elements: [JSONValue] = []
        for try await element in queue.stream(Watch()) {
            elements.append(element)
            if elements.count == 1 { try await replayClock.advance(to: .milliseconds(1500)) }
        }
        // then
        #expect(try HAR(contentsOf: folder.file).entries[0].chunks.map(\.time) == [0, 1500])
        #expect(elements == [1, 2])
    }

    @Test("A stream that its client ends is recorded up to there, and then is an error")
    func ended() async throws {
        // given
        try await folder.record(answers: { _ in .events(["data: 1\n\n", "data: 2\n\n"], end: .silence) }) { queue in
            for try await element in queue.stream(Watch()) where element == 2 { break }
        }
        // when
        var elements: [JSONValue] = []
        let queue = try folder.replaying()
        let error = await failure {
            for try await element in queue.stream(Watch()) { elements.append(element) }
        }
        // then
        #expect(elements == [1, 2])
        #expect(error.contains("the recording ends here"))
    }

    @Test("A secret in two pieces of a stream is not recorded")
    func secret() async throws {
        // given
        let pieces = ["data: {\"code\": \"hush-", "hush\", \"n\": 1}\n\n", "data: {\"n\": 2}\n\n"]
        // when
        try await folder.record(answers: { _ in .events(pieces) }) { queue in
            for try await _ in queue.stream(Watch(code: "hush-hush")) {}
        }
        // then
        #expect(!folder.text.contains("hush"))
        var numbers: [JSONValue?] = []
        for try await element in try folder.replaying().stream(Watch(code: "another one")) {
            numbers.append(element["n"])
        }
        #expect(numbers == [1, 2])
    }
}
