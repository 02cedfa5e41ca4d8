import Foundation
import NetTaskRuntime

/// The same, with the body.
enum ClosureThatBinds {
    static func text(_ queue: HTTPNetTaskQueue) -> Task<Void, any Error> {
        Task {
            do { print(try await queue.run(API.Get())) } catch .status(.notFound, let body?) { print(body.title) }
        }
    }
}
