import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskDurable

@Suite("Descriptions of handles, statuses and errors", .timeLimit(.minutes(5)))
struct DescriptionTests {
    let text = TextQueue(limit: 1)

    @Test("A handle, a status and a summary describe the task and its phase, but not its content")
    func task() async throws {
        // given
        let first = text.add("secret", retries(1))
        let second = text.add("secret")
        #expect("\(first)" == "Say #1: running, attempt 1")
        #expect(text.queue.tasks.map { "\($0)" } == ["Say #1: running, attempt 1", "Say #2: waiting"])
        // when
        try await text.handler.next().fail(TestError.transient)
        let attempt = try await text.handler.next()
        // then
        #expect("\(first.status)" == "retrying, attempt 1")
        // when
        attempt.fail(TestError.numbered(3))
        _ = await second.result
        first.cancel()
        // then
        #expect("\(second)" == "Say #2: failed, attempt 1: numbered(3)")
        #expect("\(first.status)" == "cancelled, attempt 1: The task was cancelled")
    }

    @Test("A group describes its progress, and the reason of its failure")
    func group() async throws {
        // given
        let group = text.queue.add(NetTaskGroup<String, String>(.serial, [Say("a"), Say("b")]))
        // when
        try await text.answer(1)
        let last = try await text.handler.next()
        // then
        #expect("\(group)" == "Group: running, 1 of 2 tasks succeeded")
        // when
        last.fail(TestError.final)
        _ = try? await group.value
        // then
        #expect("\(group.status)" == "failed, 1 of 2 tasks succeeded: final")
    }

    @Test(
        "The `localizedDescription` of an error is its description",
        arguments: [
            CancellationReason.tag("x"), PackError(task: "T", parameter: "p", reason: "no"), ParseError("no"),
            TransportError(.other, reason: "no"),
            NetTaskTimeoutError(.attempt, limit: .seconds(1), task: "T", attempt: 1),
            NetTaskDependencyError.otherQueue, NetTaskError<Never>.cancelled(.queue),
            NetTaskError<Never>.other(TestError.final), StatusError(reply: HTTPReply(status: .notFound)),
            HTTPAuthenticationError(operation: "T", client: "C", schemes: ["S"]), BearerCredentialsError.unusableToken,
            StoringError.stream,
        ] as [any Error]
    )
    func errors(error: any Error) {
        #expect(error.localizedDescription == "\(error)")
        #expect(!"\(error)".isEmpty)
    }
}
