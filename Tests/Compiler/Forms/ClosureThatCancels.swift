import Foundation
import NetTaskRuntime

/// The same, with a case without values.
enum ClosureThatCancels {
    static func text(_ queue: HTTPNetTaskQueue) -> Task<Void, any Error> {
        Task {
            do { print(try await queue.run(API.Get())) } catch .cancelled {}
        }
    }
}
