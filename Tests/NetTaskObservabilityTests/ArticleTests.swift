#if Observability
    import Foundation
    import HTTPTypes
    import InMemoryLogging
    import InMemoryTracing
    import MetricsTestKit
    import NetTaskObservability
    import NetTaskRuntime
    import Testing

    @Suite("The article on observability", .timeLimit(.minutes(5)))
    struct ArticleTests {
        private let article: String = {
            let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
            let path = "Sources/NetTaskObservability/NetTaskObservability.docc/NetTaskObservability.md"
            return (try? String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)) ?? ""
        }()

        /// What stands in the first cells of the tables, in code.
        private var names: Set<String> {
            let cells = article.split(separator: "\n").filter { $0.hasPrefix("| `") }
                .map { $0.split(separator: "|", omittingEmptySubsequences: false)[1] }
            return Set(cells.flatMap { $0.split(separator: ",") }.map { $0.trimmingCharacters(in: [" ", "`"]) })
        }

        @Test("It names exactly the emitted logs, metrics and spans")
        func allNames() async {
            // given
            let emitted = Emitted()
            let queue = HTTPNetTaskQueue(transport: AnsweringTransport(503), observers: emitted.observers) {
                $0.middleware = emitted.middleware
                $0.retryQuota = RetryQuota(capacity: 14)
            }
            let unusual = ClosureMiddleware { $0.request.method = .init("PURGE")! }
            let other = HTTPNetTaskQueue(AnsweringTransport(200), middleware: [unusual] + emitted.middleware)
            let offline = AnsweringTransport { _, _ in throw TransportError(.cannotConnect, reason: "refused") }
            let limited = AnsweringTransport { _, _ in
                (HTTPResponse(status: .tooManyRequests, headerFields: [.retryAfter: "60"]), "")
            }
            // when
            _ = await HTTPNetTaskQueue(limited, observers: emitted.observers)
                .add(GetPost(id: 5), .retry(RetryPolicy())).result
            _ = await HTTPNetTaskQueue(offline, observers: emitted.observers).add(GetPost(id: 4)).result
            let answering = AnsweringTransport(200)
            _ = await HTTPNetTaskQueue(answering, observers: emitted.observers).add(Publish()).result
            _ = await queue.add(GetPost(id: 1), .tag("feed")).result
            _ = await queue.add(GetPost(id: 2)).result
            _ = await other.add(GetPost(id: 3)).result
            // then
            #expect(emitted.names == names)
        }
    }

    /// Starts something that is over with the first poll.
    private struct Publish: HTTPNetTask, NetTaskPolling {
        typealias Response = Void

        static var endpoint: HTTPEndpoint {
            var endpoint = HTTPEndpoint("Blog.Publish", .post, baseURL: "http://blog.example.com:8080/v1")
            endpoint.settings.pollInterval = .zero
            return endpoint
        }

        var uri: String { "posts" }

        static func poll(for task: Self, after start: HTTPReply) -> any NetTask<HTTPMessage, HTTPReply> {
            GetPost(id: 6)
        }

        static func step(of task: Self, after reply: HTTPReply, start: HTTPReply?) -> NetTaskStep<Void> {
            start == nil ? .pending(after: .zero) : .done(())
        }
    }

    extension Emitted {
        /// Of attributes, metrics, their dimensions, and metadata.
        fileprivate var names: Set<String> {
            var names: Set<String> = []
            for span in tracer.finishedSpans {
                names.formUnion(span.texts.keys)
            }
            for entry in logHandler.entries {
                names.formUnion(entry.metadata.keys)
            }
            for metric in metrics.timers { names.formUnion([metric.label] + metric.dimensions.map(\.0)) }
            for metric in metrics.counters { names.formUnion([metric.label] + metric.dimensions.map(\.0)) }
            for metric in metrics.recorders { names.formUnion([metric.label] + metric.dimensions.map(\.0)) }
            return names
        }
    }
#endif
