import Foundation
import HTTPTypes
import NetTaskHTTP

extension HTTPTransportConformance {
    /// Exchanges that end early.
    static let endings: [Case] = [
        cancelling("before a reply", .fault(.silence)),
        cancelling("in the middle of a reply", .fault(.stalledBody)),
        cancelling("in a reply that never ends", .fault(.endlessBody)),
        Case("Cancelled while it waits for more of its body, a request ends immediately, and closes its connection") {
            ground in
            let hasBegun = HTTPPace()
            let never = HTTPPace()
            let stream = FileStream(length: 10) {
                hasBegun.releaseAll()
                try await never.next()
                return nil
            }
            let message = HTTPMessage(method: .post, uri: "a", body: .file(HTTPFile(stream: stream)))
            let sending = Task { await ground.outcome(of: message) }
            try await hasBegun.next()
            sending.cancel()
            try ground.expect(await sending.value, .cancelled, "the end")
            try await ground.waitForClosing()
        },
        Case("A limit on the size of a body in memory ends the transfer") { ground in
            ground.answer { _ in .fault(.endlessBody) }
            let configuration = HTTPConfiguration { $0.maxReplySize = 1_000_000 }
            try ground.expect(
                await ground.outcome(of: HTTPMessage(uri: "a"), configuration),
                .transport(.replyTooLarge),
                "the end"
            )
            try await ground.waitForClosing()
        },
        Case("A limit on the size of a file ends the transfer") { ground in
            ground.answer { _ in .fault(.endlessBody) }
            let configuration = HTTPConfiguration { $0.maxFileSize = 5_000_000 }
            var message = HTTPMessage(uri: "a")
            message.receivesFile = true
            let outcome = await ground.outcome(of: message, configuration)
            try ground.expect(outcome, .transport(.replyTooLarge), "the end")
            try await ground.waitForClosing()
        },
        Case("A body that is exactly as large as its limit is received") { ground in
            ground.answer { _ in .reply(HTTPReply(status: .ok, body: Data(count: 10_000)), framedBy: .chunked) }
            let configuration = HTTPConfiguration { $0.maxReplySize = 10_000 }
            try ground.expect(await ground.outcome(of: HTTPMessage(uri: "a"), configuration), .reply(200), "the end")
        },
    ]

    private static func cancelling(_ moment: String, _ answer: HTTPAnswer) -> Case {
        Case("Cancelled \(moment), a request ends immediately, and closes its connection") { ground in
            ground.answer { _ in answer }
            var message = HTTPMessage(uri: "a")
            message.receivesFile = true  // which has no size limit
            let sending = Task { [message] in
                await ground.outcome(of: message, HTTPConfiguration { $0.timeouts = .none })
            }
            try await ground.waitForRequests(1)
            sending.cancel()
            try ground.expect(await sending.value, .cancelled, "the end")
            try await ground.waitForClosing()
        }
    }
}
