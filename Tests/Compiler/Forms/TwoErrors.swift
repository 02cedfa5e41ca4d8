import Foundation
import NetTaskRuntime

/// Endpoints with different errors in one `do`.
enum TwoErrors {
    static func text(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        do {
            text += try await queue.run(API.Get())
            text += try await queue.run(API.Find())
        } catch .status(.notFound, _) {
            text += "none"
        }
        return text
    }
}
