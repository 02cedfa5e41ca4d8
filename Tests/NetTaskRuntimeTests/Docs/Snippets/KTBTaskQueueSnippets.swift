import Foundation
import NetTaskRuntime
import NetTaskTesting
import Testing

// snippet: ktbTask
struct PostVitalThing: Work {
    var wow: String

    static var settings: NetTaskSettings {
        var settings = NetTaskSettings(isIdempotent: true)
        settings.retry = RetryPolicy(maxRetryCount: 10, interval: .seconds(10), backoff: .exponential)
        settings.retry.maxInterval = .seconds(3_600)
        return settings
    }
}
// end

@Suite("Snippets: from KTBTaskQueue", .timeLimit(.minutes(5)))
struct KTBTaskQueueSnippets {
    private let show = Shown()

    @Test("execution")
    func execution() async throws {
        let isOffline = false
        let isRefused = false
        struct Offline: Error {}
        // snippet: ktbQueue
        var handler = WorkHandler()
        handler.on(PostVitalThing.self) { thing in
            if isOffline { throw Offline() }  // a failure: tried again
            if isRefused { throw Abandoned() }  // not tried again
            show(thing.wow)  // a success: it returns
        }
        let queue = NetTaskQueue(limit: 1, handler: handler)
        let handle = queue.add(PostVitalThing(wow: "so important"))
        // end
        try await handle.value
        #expect(show.texts == ["so important"])
    }

    @Test("options")
    func options() async throws {
        var handler = WorkHandler()
        handler.on(PostVitalThing.self) { _ in }
        let queue = NetTaskQueue(limit: 1, handler: handler)
        // snippet: ktbOptions
        // In a minute, four attempts in all, each as soon as there is a turn.
        let later = queue.add(
            PostVitalThing(wow: "later"),
            .notBefore(Date(timeIntervalSinceNow: 60)),
            .retry(RetryPolicy(maxRetryCount: 3, interval: .zero))
        )

        // For as long as it takes.
        let patient = queue.add(
            PostVitalThing(wow: "patient"),
            .retry(RetryPolicy(maxRetryCount: .max, interval: .seconds(10), backoff: .exponential))
        )
        // end
        try await patient.value
        #expect(later.status.phase == .waiting)
        later.cancel()
    }
}
