import NetTaskRuntime
import NetTaskTesting
import Testing

#if RateLimits
    import NetTaskRateLimits
#endif

@Suite("Snippets: a server's limits", .timeLimit(.minutes(5)))
struct ServerLimitsSnippets {
    @Test("the behavior of a queue")
    func rateLimits() async {
        // snippet: rate-limits
        let queue = HTTPNetTaskQueue(limit: 8) { $0.rateLimits = .spread }
        let post = queue.add(JSONPlaceholder.GetPost(id: 1), .rateLimits(.ignore))
        // end
        post.cancel()
        await queue.drain()
    }

    @Test("a rate in a spec")
    func rate() {
        #expect(Archive.GetBook.settings.rate == NetTaskRate(limit: 100, per: .seconds(60)))
        #expect(Archive.Search.settings.rate == NetTaskRate(limit: 10, per: .seconds(60), key: "search"))
    }

    @Test("a handler's report of a limit; without a queue it has no effect")
    func report() {
        let context = NetTaskContext(name: "Say")
        // snippet: report-limit
        context.reportLimit(NetTaskLimit(remaining: 0, reset: .seconds(60)))
        // end
    }

    #if RateLimits
        @Test("a reader of headers")
        func reader() {
            // snippet: rate-limit-reader
            let queue = HTTPNetTaskQueue(limit: 8) {
                $0.rateLimitReader = RateLimitFields()
                $0.rateLimits = .spread
            }
            // end
            #expect(queue.limit == 8)
        }
    #endif
}
