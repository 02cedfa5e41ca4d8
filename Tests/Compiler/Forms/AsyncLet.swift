import Foundation
import NetTaskRuntime

/// A task started by `async let`, which throws `any Error`.
enum AsyncLet {
    static func text(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        async let response = queue.run(API.Get())
        do { text += try await response } catch .status(.notFound, _) { text += "none" }
        return text
    }
}
