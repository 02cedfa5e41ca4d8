import Foundation
import NetTaskRuntime

/// A range of statuses.
enum RangeOfStatuses {
    static func text(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        do { text += try await queue.run(API.Get()) } catch .status(400..<500, _) { text += "refused" }
        return "\(text)"
    }
}
