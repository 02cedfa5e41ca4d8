import Foundation
import NetTaskRuntime

/// A closed range of statuses.
enum ClosedRangeOfStatuses {
    static func text(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        do { text += try await queue.run(API.Get()) } catch .status(400...499, let body?) { text += body.title } catch {
            text += "\(error)"
        }
        return "\(text)"
    }
}
