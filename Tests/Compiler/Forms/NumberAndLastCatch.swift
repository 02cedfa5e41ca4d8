import Foundation
import NetTaskRuntime

/// A number for a status, and a `catch` for the rest.
enum NumberAndLastCatch {
    static func text(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        do { text += try await queue.run(API.Get()) } catch .status(404, _) { text += "none" } catch { throw error }
        return "\(text)"
    }
}
