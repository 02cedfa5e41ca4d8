import Foundation
import NetTaskRuntime

/// A call that throws something else in the same `do`.
enum OtherCall {
    static func text(_ queue: HTTPNetTaskQueue, _ url: URL) async throws -> String {
        var text = ""
        do {
            text += try await queue.run(API.Get())
            text += try String(contentsOf: url, encoding: .utf8)
        } catch .status(.notFound, _) {
            text += "none"
        }
        return text
    }
}
