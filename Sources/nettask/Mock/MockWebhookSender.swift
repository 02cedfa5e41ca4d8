#if Tools
    import Foundation
    import HTTPTypes
    import NetTaskAsyncHTTPClient
    import NetTaskHTTP
    import NetTaskMocks
    import NetTaskTesting
    import NetTaskWebhooks

    /// Signs the events of a mock, and sends them to a URL.
    final class MockWebhookSender: Sendable {
        /// The variable of the environment with the secret. As an option, others could see it.
        static let variable = "NETTASK_WEBHOOK_SECRET"

        /// The number of times that an event is sent until it is accepted.
        private static let maxAttemptCount = 2
        private static let pause = Duration.seconds(1)

        private let url: String
        private let signer: WebhookSigner
        private let journal: MockJournal
        private let queue = HTTPNetTaskQueue(transport: AsyncHTTPClientTransport())
        private let waiting = AsyncStream.makeStream(of: MockEvent.self, bufferingPolicy: .bufferingOldest(10_000))

        /// - Throws: `WebhookError.unusableSecret` if the secret does not have the format of the signature.
        init(_ webhooks: MockWebhooks, to url: String, secret: String, _ journal: MockJournal) throws {
            self.url = url
            self.journal = journal
            signer = try WebhookSigner(webhooks.signature.map(WebhookSignature.init) ?? .standard, secret: secret)
            Task { [self] in
                for await event in waiting.stream { _ = await send(event) }
            }
        }

        /// Sends an event after those before it.
        func add(_ event: MockEvent) { waiting.continuation.yield(event) }

        /// Sends an event; a second time if it is not accepted.
        ///
        /// - Returns: Why it was not accepted; `nil` if it was.
        func send(_ event: MockEvent) async -> String? {
            let id = "msg_\(UUID().uuidString.lowercased())"
            var problem: String?
            for attempt in 1...Self.maxAttemptCount {
                if attempt > 1 { try? await Task.sleep(for: Self.pause) }
                let start = ContinuousClock.now
                let time = Date()
                var status = 0
                do {
                    let headers = signer.headers(for: event.body, id: id, at: time)
                    let message = HTTPMessage(
                        method: .post,
                        uri: url,
                        headers: HTTPFields(Array(event.headers) + Array(headers)),
                        body: .data(event.body)
                    )
                    status = try await queue.run(SentMessage(message: message)).code
                    problem = (200...299).contains(status) ? nil : "the receiver answered \(status)"
                } catch {
                    problem = "\(error)"
                }
                journal.add(
                    MockJournal.Entry(
                        time: time,
                        method: "POST",
                        target: url,
                        status: status,
                        duration: ContinuousClock.now - start,
                        endpoint: event.name,
                        note: problem.map { "webhook, not accepted: \($0)" } ?? "webhook"
                    )
                )
                if problem == nil { return nil }
            }
            return problem
        }
    }

    extension WebhookSignature {
        fileprivate init(_ signature: MockSignature) {
            self = .hmac(
                header: signature.header,
                algorithm: Algorithm(rawValue: signature.algorithm) ?? .sha256,
                payload: signature.payload,
                encoding: Encoding(rawValue: signature.encoding) ?? .hex,
                prefix: signature.prefix,
                timestamp: signature.timestampHeader.map { .header($0) } ?? signature.timestampField.map { .field($0) }
            )
        }
    }
#endif
