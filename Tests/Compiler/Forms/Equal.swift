import Foundation
import NetTaskRuntime

/// A value that is compared, without a `catch` for the rest.
enum Equal {
    static func text(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        do { text += try await queue.run(API.Get()) } catch .cancelled(.tag("feed")) { text += "feed" }
        return "\(text)"
    }
}
