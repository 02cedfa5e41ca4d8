import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@Suite("Snippets: errors and retry", .timeLimit(.minutes(5)))
struct ErrorsAndRetrySnippets {
    private let show = Shown()

    @Test(
        "typed replies and errors",
        arguments: [
            (201, #"{"id": 1, "state": "sent", "payment": {"kind": "card", "last4": "1234"}}"#, "card 1234"),
            (202, #"{"url": "https://bookshop.example.com/jobs/1"}"#, "later, at https://bookshop.example.com/jobs/1"),
            (404, #"{"resource": "cart"}"#, "there is no cart"),
            (400, #"{"title": "sorry"}"#, "sorry"),
        ]
    )
    func errors(status: Int, body: String, shown: String) async {
        let mock = HTTPMockHandler()
        mock.on(Bookshop.PlaceOrder.self) { _, _ in .json(body, status: .init(code: status)) }
        let queue = HTTPNetTaskQueue(handler: mock, clock: TestClock())
        // snippet: errors
        do {
            switch try await queue.run(Bookshop.PlaceOrder(cart: "17")) {
            case .accepted(let job):
                show("later, at", job.url)
            case .created(let order):
                switch order.payment {
                case .card(let card): show("card", card.last4)
                case .invoice(let invoice): show("invoice", invoice.number)
                case .unknown(let json): show("paid by", json["kind"]?.stringValue ?? "nobody")
                }
                if case .unknown(let state) = order.state { show("a state since then:", state) }
            }
        } catch .status(.notFound, .notFound(let body)) {
            show("there is no", body.resource)
        } catch .status(_, .problem(let problem)) {
            show(problem.title)
        } catch .cancelled {
            // The caller cancelled the task. Show no error.
        } catch {
            show(error)
        }
        // end
        #expect(show.texts.first == shown)
    }

    @Test("in a closure")
    func closure() async {
        let mock = HTTPMockHandler()
        mock.on(JSONPlaceholder.GetPost.self) { _, _ in .status(400) }
        let queue = HTTPNetTaskQueue(handler: mock)
        // snippet: closure
        Task {
            do throws(NetTaskError<Never>) {
                show(try await queue.run(JSONPlaceholder.GetPost(id: 2)).title)
            } catch .status(.notFound, _) {
                show("no such post")
            } catch .status(let error, _) {
                switch error.code {
                case 400..<500: show("refused")
                default: show(error.code, error.headers, String(decoding: error.body, as: UTF8.self))
                }
            } catch .timeout {
                show("too slow")
            } catch {
                show(error)
            }
        }
        // end
        #expect(await show.something() == "refused")
    }

    @Test("reasons")
    func reasons() async throws {
        let clock = TestClock()
        let mock = HTTPMockHandler()
        mock.on(JSONPlaceholder.GetPost.self) { _, _ in .status(503) }
        let queue = HTTPNetTaskQueue(handler: mock, clock: clock)
        let post = queue.add(JSONPlaceholder.GetPost(id: 1), .retry(RetryPolicy(maxRetryCount: 1)))
        async let advanced: Void = clock.advance(by: .seconds(1))
        // snippet: reasons
        for await event in post.events {
            if case .retrying(let retry, let delay, let reason, _) = event {
                show("retry", retry, "in", delay, "since", reason)  // such as .transient
            }
        }
        // end
        try await advanced
        #expect(post.status.attempt == 2)
    }

    @Test("keys")
    func keys() async throws {
        let mock = HTTPManualHandler()
        let queue = HTTPNetTaskQueue(handler: mock)
        // snippet: idempotency-key
        let order = queue.add(Bookshop.PlaceOrder(cart: "17"), .idempotencyKey("order-17"))
        // end
        #expect(try await mock.next().context.idempotencyKey == "order-17")
        order.cancel()
    }

    @Test("unique")
    func unique() {
        let queue = HTTPNetTaskQueue(handler: HTTPMockHandler())
        queue.suspend()
        // snippet: unique
        let first = queue.add(Bookshop.PlaceOrder(cart: "17"))
        let second = queue.add(Bookshop.PlaceOrder(cart: "17", note: "in a hurry"))
        show(second.status)  // cancelled, as a duplicate of the first
        // end
        #expect(reason(of: second) == .duplicate(of: first.id))
        #expect(queue.tasks.map(\.priority) == [.high])
        queue.cancelAll()
    }
}
