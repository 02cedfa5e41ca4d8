import NetTaskRuntime
import NetTaskTesting
import Testing

// snippet: synWork
/// A task that a closure does, with no request and no reply.
protocol Work: NetTask where Request == Void, Reply == Void, Response == Void {}

extension Work {
    // Idempotent, so that what fails is tried again.
    static var settings: NetTaskSettings { NetTaskSettings(isIdempotent: true) }

    func pack() {}
}

/// Thrown by a closure whose task is not to be tried again.
struct Abandoned: Error {}

/// Has a closure for each type of task.
struct WorkHandler: NetTaskQueueHandler {
    private var closures: [ObjectIdentifier: @Sendable (any NetTask) async throws -> Void] = [:]

    mutating func on<T: Work>(_ type: T.Type, do closure: @escaping @Sendable (T) async throws -> Void) {
        closures[ObjectIdentifier(type)] = { task in
            if let task = task as? T { try await closure(task) }
        }
    }

    func send(_ request: Void, context: NetTaskContext) async throws {
        guard let task = context.task, let closure = closures[ObjectIdentifier(type(of: task))] else {
            throw Abandoned()
        }
        try await closure(task)
    }

    func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition {
        error is Abandoned ? .never : .transient
    }
}
// end

// snippet: synTasks
struct UploadPhoto: Work {
    var path: String
}

struct SubmitForm: Work {
    var text: String
    // Five attempts, with the waits of SYNQueue.
    static var settings: NetTaskSettings {
        let retry = RetryPolicy(
            maxRetryCount: 4,
            interval: .milliseconds(200),
            backoff: .exponential,
            maxInterval: .seconds(60),
            jitter: false
        )
        return NetTaskSettings(retry: retry, isIdempotent: true)
    }
}
// end

@Suite("Snippets: from SYNQueue", .timeLimit(.minutes(5)))
struct SYNQueueSnippets {
    private let show = Shown()

    @Test("handlers")
    func handlers() async throws {
        let upload: @Sendable (String) async throws -> Void = { [show] path in show("upload", path) }
        let submit: @Sendable (String) async throws -> Void = { [show] text in show("submit", text) }
        // snippet: synQueue
        var handler = WorkHandler()
        handler.on(UploadPhoto.self) { photo in try await upload(photo.path) }
        handler.on(SubmitForm.self) { form in try await submit(form.text) }
        let queue = NetTaskQueue(limit: 1, handler: handler)
        // end

        // snippet: synDependency
        let photo = queue.add(UploadPhoto(path: "1.jpg"), .priority(.high), .duplicates(.rejectNew, of: "1234"))
        let form = queue.add(SubmitForm(text: "hello"), .after(photo))
        try await form.value
        // end
        #expect(show.texts == ["upload 1.jpg", "submit hello"])
        #expect(photo.status.phase == .succeeded)
    }

    @Test("a task without a closure")
    func unknown() async {
        // given
        let queue = NetTaskQueue(limit: 1, handler: WorkHandler())
        // when
        let handle = queue.add(SubmitForm(text: "hello"))
        // then
        _ = await handle.result
        #expect(handle.status.attempt == 1)
        #expect(handle.status.phase == .failed)
    }

    @Test("what fails is tried again after the waits of theirs")
    func retries() async throws {
        // given
        let clock = TestClock()
        var handler = WorkHandler()
        handler.on(SubmitForm.self) { _ in throw NoConnection() }
        let handle = NetTaskQueue(limit: 1, handler: handler, clock: clock).add(SubmitForm(text: "hello"))
        // when
        for wait in [200, 400, 800, 1_600] {
            try await clock.advance(by: .milliseconds(wait))
        }
        // then
        _ = await handle.result
        #expect(handle.status.attempt == 5)
        #expect(clock.now.offset == .seconds(3))
    }

    private struct NoConnection: Error {}
}
