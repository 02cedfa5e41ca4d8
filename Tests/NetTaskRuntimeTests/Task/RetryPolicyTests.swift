import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Retry policy")
struct RetryPolicyTests {
    @Test("B06: by default nothing is retried")
    func defaults() {
        // given
        let policy = RetryPolicy()
        // then
        #expect(policy.maxRetryCount == 0)
        #expect(policy.interval == .seconds(1))
        #expect(policy.backoff == .constant)
        #expect(policy.maxInterval == .seconds(20))
        #expect(policy.jitter)
        #expect(policy.when == .transient)
    }

    @Test("B10: constant is the interval, without jitter and without limit")
    func constant() {
        // given
        let policy = RetryPolicy(interval: .seconds(90), maxInterval: .seconds(20))
        // then
        #expect([1, 2, 50].map { policy.delay(beforeRetry: $0) { 0.9 } } == Array(repeating: .seconds(90), count: 3))
    }

    @Test("B10: exponential doubles from the interval up to the limit")
    func exponential() {
        // given
        let policy = RetryPolicy(interval: .milliseconds(500), backoff: .exponential, jitter: false)
        // when
        let delays = (1...8).map { policy.delay(beforeRetry: $0) { 0.9 } }
        // then
        #expect(delays == [500, 1_000, 2_000, 4_000, 8_000, 16_000, 20_000, 20_000].map { .milliseconds($0) })
    }

    @Test("B10: jitter adds 0 to 20 % to the wait, beyond the limit too")
    func jitter() {
        // given
        let policy = RetryPolicy(interval: .seconds(10), backoff: .exponential)
        // then
        #expect(policy.delay(beforeRetry: 1) { 0 } == .seconds(10))
        #expect(policy.delay(beforeRetry: 1) { 0.5 } == .seconds(11))
        #expect(policy.delay(beforeRetry: 9) { 0.5 } == .seconds(22))
        var random = SeededRandom(seed: 1)
        for _ in 0..<1_000 {
            let delay = policy.delay(beforeRetry: 1) { Double.random(in: 0..<1, using: &random) }
            #expect(delay >= .seconds(10) && delay < .seconds(12))
        }
    }

    @Test("B10: sub-second waits are honoured")
    func subSecond() {
        // given
        let policy = RetryPolicy(interval: .microseconds(1), backoff: .exponential, jitter: false)
        // then
        #expect(policy.delay(beforeRetry: 3) { 0 } == .microseconds(4))
    }

    @Test(
        "B10: no count and no interval overflow",
        arguments: [Duration.zero, .seconds(-1), .seconds(Int64.max), .nanoseconds(1)]
    )
    func extremes(interval: Duration) {
        // given
        let policy = RetryPolicy(
            interval: interval,
            backoff: .exponential,
            maxInterval: .seconds(Int64.max),
            jitter: false
        )
        // then
        #expect(policy.delay(beforeRetry: .max) { 0.99 } >= .zero)
        #expect(policy.delay(beforeRetry: .min) { 0.99 } >= .zero)
    }
}
