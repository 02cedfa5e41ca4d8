import Foundation
import NetTaskRuntime

/// All statuses from one on.
enum PartialRangeOfStatuses {
    static func text(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        do { text += try await queue.run(API.Get()) } catch .status(500..., _) { text += "trouble" }
        return "\(text)"
    }
}
