import Foundation
import NetTaskRuntime

/// A number in a closure that states the type of the error.
enum NumberInClosure {
    static func text(_ queue: HTTPNetTaskQueue) -> Task<Void, any Error> {
        Task {
            do throws(NetTaskError<API.Get.Failure>) { print(try await queue.run(API.Get())) } catch .status(404, _) {}
        }
    }
}
