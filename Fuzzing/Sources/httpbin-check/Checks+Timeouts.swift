import Foundation
import HTTPTypes
import NetTaskRuntime

extension Checks {
    /// Replies that are late or slow.
    mutating func checkTimeouts() async {
        begin("timeouts")
        expect(await response(of: Call("delay/1"))?.status.code, 200, "late, but not too late")
        let drip = Call("drip?duration=1&numbytes=5&delay=0")
        expect(await response(of: drip)?.body, Data("*****".utf8), "slow, but not too slow")
        let failing = Call("drip?duration=0.2&numbytes=5&delay=0&code=500")
        expect(await response(of: failing)?.status.code, 500, "slow, and an error")

        let short = Duration.milliseconds(300)
        await expectTimeout(.firstByte, Call("delay/2"), [.timeouts(HTTPTimeouts(firstByte: short))])
        await expectTimeout(.firstByte, Call("drip?duration=0&delay=2"), [.timeouts(HTTPTimeouts(firstByte: short))])
        let post = Call(POST.self, Form.self, "delay/2") { $0.body(Data(count: 300_000)) }
        await expectTimeout(.firstByte, post, [.timeouts(HTTPTimeouts(firstByte: short))])
        let slow = Call("drip?duration=4&numbytes=2&delay=0")
        await expectTimeout(.idle, slow, [.timeouts(HTTPTimeouts(idle: short))])
        await expectTimeout(.attempt, Call("delay/2"), [.timeout(short)])
        await expectTimeout(.attempt, Call("drip?duration=2&numbytes=20&delay=0"), [.timeout(short)])
        let retry = NetTaskOption.retry(RetryPolicy(maxRetryCount: 9, interval: .milliseconds(10)))
        await expectTimeout(.deadline, Call("delay/2"), [.timeout(short), .deadline(.milliseconds(700)), retry])
        let many = Call("drip?duration=1&numbytes=10&delay=0")
        let each = await response(of: many, [.timeouts(HTTPTimeouts(idle: .milliseconds(600)))])
        expect(each?.body.count, 10, "no piece comes late, though all together take longer")

        begin("cancelling")
        let clock = ContinuousClock()
        for call in [Call("delay/5"), Call("drip?duration=5&numbytes=5&delay=0")] {
            let handle = subject.queue().add(call)
            try? await Task.sleep(for: short)
            let start = clock.now
            handle.cancel()
            if case .failure(.cancelled) = await handle.result {
                expect(clock.now - start < .seconds(1), true, "\(call.uri) was cancelled at once")
            } else {
                fail("\(call.uri) was not cancelled")
            }
        }
        expect(await response(of: Call("get"))?.status.code, 200, "after all that")
    }

    private mutating func expectTimeout<T: HTTPNetTask>(
        _ kind: NetTaskTimeoutError.Kind,
        _ task: T,
        _ options: [NetTaskOption]
    ) async {
        let start = ContinuousClock.now
        let error = await error(of: task, options)
        expect((error?.underlying as? NetTaskTimeoutError)?.kind, kind, "\(task.uri): \(error.map { "\($0)" } ?? "")")
        expect(ContinuousClock.now - start < .milliseconds(1_500), true, "\(task.uri) ended in time")
    }
}
