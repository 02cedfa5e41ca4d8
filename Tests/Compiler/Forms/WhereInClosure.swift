import Foundation
import NetTaskRuntime

/// The same in a closure.
enum WhereInClosure {
    static func text(_ queue: HTTPNetTaskQueue, _ name: String?) -> Task<String, any Error> {
        Task {
            var text = name ?? ""
            do throws(NetTaskError<API.Get.Failure>) {
                text += try await queue.run(API.Get())
            } catch .transport(let error) where error.kind == .cannotConnect {
                text += error.reason
            }
            return "\(text)"
        }
    }
}
