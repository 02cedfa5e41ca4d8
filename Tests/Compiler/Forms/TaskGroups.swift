import Foundation
import NetTaskRuntime

/// The closures of a task group.
enum TaskGroups {
    static func named(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> [String] {
        try await withThrowingTaskGroup(of: String.self) { group in
            group.addTask {
                var text = name ?? ""
                do throws(NetTaskError<API.Get.Failure>) { text += try await queue.run(API.Get()) } catch .status(
                    .notFound,
                    let body?
                ) { text += body.title } catch .cancelled {}
                return "\(text)"
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    static func bodyOrNone(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> [String] {
        try await withThrowingTaskGroup(of: String.self) { group in
            group.addTask {
                var text = name ?? ""
                do throws(NetTaskError<API.Get.Failure>) { text += try await queue.run(API.Get()) } catch .status(
                    .notFound,
                    let body
                ) { text += body?.title ?? "none" }
                return "\(text)"
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    static func withoutBody(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> [String] {
        try await withThrowingTaskGroup(of: String.self) { group in
            group.addTask {
                var text = name ?? ""
                do throws(NetTaskError<API.Get.Failure>) { text += try await queue.run(API.Get()) } catch .status(
                    .notFound,
                    nil
                ) { text += "none" } catch .status(.gone, _) { text += "gone" }
                return "\(text)"
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    static func reply(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> [String] {
        try await withThrowingTaskGroup(of: String.self) { group in
            group.addTask {
                var text = name ?? ""
                do throws(NetTaskError<API.Get.Failure>) { text += try await queue.run(API.Get()) } catch .status(
                    .notFound(let reply),
                    _
                ), .status(.other(let reply), _)
                { text += "\(reply.code)" }
                return "\(text)"
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    static func either(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> [String] {
        try await withThrowingTaskGroup(of: String.self) { group in
            group.addTask {
                var text = name ?? ""
                do throws(NetTaskError<API.Get.Failure>) { text += try await queue.run(API.Get()) } catch .status(
                    .notFound,
                    let body?
                ), .status(.gone, let body?)
                { text += body.title }
                return "\(text)"
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    static func anyStatus(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> [String] {
        try await withThrowingTaskGroup(of: String.self) { group in
            group.addTask {
                var text = name ?? ""
                do throws(NetTaskError<API.Get.Failure>) { text += try await queue.run(API.Get()) } catch .status(
                    let error,
                    let body
                ) { text += "\(error.code)" + (body?.title ?? "") }
                return "\(text)"
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    static func otherCases(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> [String] {
        try await withThrowingTaskGroup(of: String.self) { group in
            group.addTask {
                var text = name ?? ""
                do throws(NetTaskError<API.Get.Failure>) { text += try await queue.run(API.Get()) } catch .parse(
                    let error
                ) { text += error.path } catch .transport(let error) { text += error.reason } catch .timeout {}
                return "\(text)"
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    static func reason(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> [String] {
        try await withThrowingTaskGroup(of: String.self) { group in
            group.addTask {
                var text = name ?? ""
                do throws(NetTaskError<API.Get.Failure>) { text += try await queue.run(API.Get()) } catch .cancelled(
                    .caller
                ) {} catch .cancelled(.tag(let tag)) { text += tag }
                return "\(text)"
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    static func cast(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> [String] {
        try await withThrowingTaskGroup(of: String.self) { group in
            group.addTask {
                var text = name ?? ""
                do throws(NetTaskError<API.Get.Failure>) { text += try await queue.run(API.Get()) } catch .other(
                    let error as URLError
                ) { text += "\(error.code)" }
                return "\(text)"
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    static func nested(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> [String] {
        try await withThrowingTaskGroup(of: String.self) { group in
            group.addTask {
                var text = name ?? ""
                do throws(NetTaskError<API.Find.Failure>) { text += try await queue.run(API.Find()) } catch .status(
                    .notFound,
                    .missing(let body)
                ) { text += body.resource } catch .status(_, .problem(let body)) { text += body.title }
                return "\(text)"
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    static func withoutFailure(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> [String] {
        try await withThrowingTaskGroup(of: String.self) { group in
            group.addTask {
                var text = name ?? ""
                do throws(NetTaskError<API.Ping.Failure>) { text += try await queue.run(API.Ping()) } catch .status(
                    .unauthorized,
                    _
                ) { text += "nobody" } catch .status(let error, nil) { text += error.url }
                return "\(text)"
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
