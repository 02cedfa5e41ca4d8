import Foundation
import HTTPTypes
import NetTaskRuntime
import Subjects

/// Parses one small reply, the first thing that this process does, and prints how many nanoseconds it took.
///
///     first-parse NetTask
///     first-parse JSONDecoder
@main
struct FirstParse {
    static func main() throws {
        let parse = CommandLine.arguments.dropFirst() == ["NetTask"] ? withNetTask : withJSONDecoder
        let body = Replies.post
        let clock = ContinuousClock()
        let start = clock.now
        let id = try parse(body)
        let time = start.duration(to: clock.now)
        precondition(id == 4711)
        print(time.components.seconds * 1_000_000_000 + time.components.attoseconds / 1_000_000_000)
    }

    static func withNetTask(_ body: Data) throws -> Int {
        try Blog.GetPost(id: 4711).parse(HTTPReply(status: .ok, body: body)).id
    }

    static func withJSONDecoder(_ body: Data) throws -> Int {
        try JSONDecoder().decode(CodablePost.self, from: body).id
    }
}
