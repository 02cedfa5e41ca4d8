import Foundation
import NetTaskRuntime

/// A `where` without a `catch` for the rest.
enum Where {
    static func text(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        do { text += try await queue.run(API.Get()) } catch .transport(let error) where error.kind == .cannotConnect {
            text += error.reason
        }
        return "\(text)"
    }
}
