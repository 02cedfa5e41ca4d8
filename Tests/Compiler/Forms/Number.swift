import Foundation
import NetTaskRuntime

/// A number for a status.
enum Number {
    static func text(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        do { text += try await queue.run(API.Get()) } catch .status(404, let body?) { text += body.title }
        return "\(text)"
    }
}
