import Foundation
import NetTaskRuntime

/// A closure whose `do` does not state the type of the error.
enum ClosureThatInfers {
    static func text(_ queue: HTTPNetTaskQueue) -> Task<Void, any Error> {
        Task {
            do { print(try await queue.run(API.Get())) } catch .status(.notFound, _) {}
        }
    }
}
