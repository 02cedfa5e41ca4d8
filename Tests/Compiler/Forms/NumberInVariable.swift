import Foundation
import NetTaskRuntime

/// A variable for a status.
enum NumberInVariable {
    static func text(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        let code = 404
        var text = name ?? ""
        do { text += try await queue.run(API.Get()) } catch .status(code, _) { text += "none" }
        return "\(text)"
    }
}
