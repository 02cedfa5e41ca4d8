import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskObservability

@Suite("The entries of events in the system's log", .timeLimit(.minutes(5)))
struct EventEntryTests {
    private struct Recorder: NetTaskObserver {
        let entries = Locked<[EventEntry]>([])

        func observe(_ event: NetTaskQueueEvent) {
            entries.withLock { $0.append(EventEntry(event)) }
        }
    }

    @Test("keep URLs and tags out of the public text, and give a failure the level of an error")
    func privacy() async throws {
        // given
        let recorder = Recorder()
        let transport = HTTPMockTransport { _ in .status(404, "not there") }
        let queue = HTTPNetTaskQueue(transport: transport, observers: [recorder])
        // when
        _ = await queue.add(URLTask("http://blog.test/posts/private"), .tag("of Ann")).result
        await queue.drain()
        // then
        let entries = recorder.entries.withLock { $0 }
        #expect(entries.map(\.level) == [.debug, .debug, .error])
        #expect(entries.allSatisfy { !$0.text.contains("blog.test") && !$0.text.contains("Ann") })
        #expect(entries.allSatisfy { $0.detail.contains("of Ann") })
        #expect(entries.last?.detail.contains("http://blog.test/posts/private") == true)
        #expect(entries.last?.text.hasPrefix("URLTask #1: failed after 1 attempts and ") == true)
    }

    @Test("begin and end each interval once")
    func intervals() async throws {
        // given
        let recorder = Recorder()
        let count = Locked(0)
        let transport = HTTPMockTransport { _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 1 { throw TransportError(.connectionLost, reason: "lost") }
            return .status(200, "")
        }
        let queue = HTTPNetTaskQueue(transport: transport, observers: [recorder])
        // when
        _ = try await queue.run(
            URLTask("http://blog.test/"),
            .retry(RetryPolicy(maxRetryCount: 1, interval: .zero))
        )
        await queue.drain()
        // then
        let intervals = recorder.entries.withLock { $0.flatMap(\.intervals) }
        #expect(intervals == [.beginTask, .beginAttempt, .endAttempt, .beginAttempt, .endAttempt, .endTask])
    }
}
