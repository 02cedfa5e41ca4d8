import Foundation
import HTTPTypes
import NetTaskRuntime
import Subjects

/// Parses one small reply as the first work of this process, on a thread of the concurrency pool as a queue does, and
/// prints the nanoseconds.
///
///     first-parse NetTask
///     first-parse JSONDecoder
@main
struct FirstParse {
    static func main() async throws {
        let parse: @Sendable (Data) throws -> Int =
            CommandLine.arguments.dropFirst() == ["NetTask"] ? withNetTask : withJSONDecoder
        let body = Replies.post
        let clock = ContinuousClock()
        let time = try await Task.detached {
            let start = clock.now
            let id = try parse(body)
            precondition(id == 4711)
            return start.duration(to: clock.now)
        }.value
        print(time.components.seconds * 1_000_000_000 + time.components.attoseconds / 1_000_000_000)
    }

    @Sendable static func withNetTask(_ body: Data) throws -> Int {
        try Blog.GetPost(id: 4711).parse(HTTPReply(status: .ok, body: body)).id
    }

    @Sendable static func withJSONDecoder(_ body: Data) throws -> Int {
        try JSONDecoder().decode(CodablePost.self, from: body).id
    }
}
