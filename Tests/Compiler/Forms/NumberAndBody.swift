import Foundation
import NetTaskRuntime

/// A number with a typed body of several endpoints.
enum NumberAndBody {
    static func text(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        do { text += try await queue.run(API.Find()) } catch .status(404, .missing(let body)) { text += body.resource }
        return "\(text)"
    }
}
