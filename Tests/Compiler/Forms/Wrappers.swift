import Foundation
import NetTaskRuntime

/// Functions that pass the error of a task on, typed.
enum Wrappers {
    static func load<T: HTTPNetTask>(
        _ queue: HTTPNetTaskQueue,
        _ task: T
    ) async throws(NetTaskError<T.Failure>) -> T.Response {
        try await queue.run(task)
    }

    static func again<Failure: Error, Value: Sendable>(
        _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await body()
    }

    static func loaded(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        do { text += try await load(queue, API.Get()) } catch .status(.notFound, let body?) { text += body.title }
        return "\(text)"
    }

    static func repeated(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        do {
            text += try await again { () async throws(NetTaskError<API.Get.Failure>) in
                try await queue.run(API.Get())
            }
        } catch .status(.notFound, let body?) {
            text += body.title
        }
        return "\(text)"
    }

    static func caught<T: HTTPNetTask>(_ queue: HTTPNetTaskQueue, _ task: T) async throws -> T.Response? {
        do { return try await queue.run(task) } catch .status(.notFound, _) { return nil } catch .cancelled {
            return nil
        }
    }
}
