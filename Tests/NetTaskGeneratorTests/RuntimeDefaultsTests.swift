import HTTPTypes
import NetTaskDurable
import NetTaskRuntime
import NetTaskStreams
import Testing

@testable import NetTaskSpec

@Suite("The runtime's defaults in the spec language")
struct RuntimeDefaultsTests {
    @Test("the number and the waits of retries")
    func retry() {
        let policy = RetryPolicy()
        #expect(policy.maxRetryCount == RuntimeDefaults.maxRetryCount)
        #expect(policy.interval == RuntimeDefaults.retryInterval.duration)
        #expect("\(policy.backoff)" == RuntimeDefaults.retryBackoff.rawValue)
        #expect(policy.maxInterval == RuntimeDefaults.maxRetryInterval.duration)
        #expect(policy.jitter == RuntimeDefaults.retryJitter)
        #expect("\(policy.when)" == RuntimeDefaults.retryCondition.rawValue)
        #expect(NetTaskSettings().retry == policy)
    }

    @Test("which statuses are retried")
    func statuses() {
        // given
        let handler = HTTPNetTaskQueueHandler()
        let context = NetTaskContext(name: "A")

        // when
        let retried = (300...599).filter { code in
            let reply = HTTPReply(status: HTTPResponse.Status(code: code))
            return switch handler.disposition(of: StatusError(reply: reply), context: context) {
            case .transient, .throttled: true
            default: false
            }
        }

        // then
        #expect(retried == RuntimeDefaults.transientStatuses)
    }

    @Test("the number and the waits of a durable task's runs")
    func durability() {
        let durability = NetTaskDurability()
        #expect(durability.maxRunCount == RuntimeDefaults.maxRunCount)
        #expect(durability.interval == RuntimeDefaults.runInterval.duration)
        #expect(durability.maxInterval == RuntimeDefaults.maxRunInterval.duration)
        #expect(StoredForm(kind: "A").payloadVersion == RuntimeDefaults.payloadVersion)
    }

    @Test("no time limit, and the priority of a task")
    func settings() {
        let settings = NetTaskSettings()
        #expect(settings.timeout == nil && settings.deadline == nil && settings.expires == nil)
        #expect("\(settings.priority)" == RuntimeDefaults.priority.rawValue)
        #expect(
            settings.limitKey == nil && settings.rate == nil && settings.duplicates == nil
                && settings.identity == .request
        )
    }

    private struct Long: HTTPLongRunningTask {
        typealias Response = Void

        struct Poll: HTTPNetTask {
            typealias Response = Void

            static var endpoint: HTTPEndpoint { HTTPEndpoint("Poll", .get, "a") }
        }

        static var endpoint: HTTPEndpoint { HTTPEndpoint("Long", .post, "a") }
    }

    @Test("the wait between polls")
    func polls() {
        #expect(Long.settings.pollInterval == RuntimeDefaults.pollInterval.duration)
    }

    @Test("the depth limit of JSON")
    func depth() {
        #expect(StackSpace.maxDepth == RuntimeDefaults.jsonDepth)
    }

    @Test(
        "the words for the options",
        arguments: [
            (Retry.Backoff.allCases.map(\.rawValue), ["constant", "exponential"]),
            (Field.ArrayStyle.allCases.map(\.rawValue), ArrayStyle.allCases.map { "\($0)" }),
            (Field.Format.allCases.map(\.rawValue), ValueFormat.allCases.map { "\($0)" }),
        ]
    )
    func words(ours: [String], theirs: [String]) {
        #expect(Set(ours) == Set(theirs))
    }
}
