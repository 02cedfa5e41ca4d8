import Foundation
import NetTaskRuntime

/// In functions, Swift infers the type of the error.
enum Functions {
    static func named(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        do { text += try await queue.run(API.Get()) } catch .status(.notFound, let body?) {
            text += body.title
        } catch .cancelled {}
        return "\(text)"
    }

    static func bodyOrNone(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        do { text += try await queue.run(API.Get()) } catch .status(.notFound, let body) {
            text += body?.title ?? "none"
        }
        return "\(text)"
    }

    static func withoutBody(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        do { text += try await queue.run(API.Get()) } catch .status(.notFound, nil) { text += "none" } catch .status(
            .gone,
            _
        ) { text += "gone" }
        return "\(text)"
    }

    static func reply(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        do { text += try await queue.run(API.Get()) } catch .status(.notFound(let reply), _), .status(
            .other(let reply),
            _
        )
        { text += "\(reply.code)" }
        return "\(text)"
    }

    static func either(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        do { text += try await queue.run(API.Get()) } catch .status(.notFound, let body?), .status(.gone, let body?) {
            text += body.title
        }
        return "\(text)"
    }

    static func anyStatus(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        do { text += try await queue.run(API.Get()) } catch .status(let error, let body) {
            text += "\(error.code)" + (body?.title ?? "")
        }
        return "\(text)"
    }

    static func otherCases(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        do { text += try await queue.run(API.Get()) } catch .parse(let error) { text += error.path } catch .transport(
            let error
        ) { text += error.reason } catch .timeout {}
        return "\(text)"
    }

    static func reason(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        do { text += try await queue.run(API.Get()) } catch .cancelled(.caller) {} catch .cancelled(.tag(let tag)) {
            text += tag
        }
        return "\(text)"
    }

    static func cast(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        do { text += try await queue.run(API.Get()) } catch .other(let error as URLError) { text += "\(error.code)" }
        return "\(text)"
    }

    static func nested(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        do { text += try await queue.run(API.Find()) } catch .status(.notFound, .missing(let body)) {
            text += body.resource
        } catch .status(_, .problem(let body)) { text += body.title }
        return "\(text)"
    }

    static func withoutFailure(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        do { text += try await queue.run(API.Ping()) } catch .status(.unauthorized, _) {
            text += "nobody"
        } catch .status(let error, nil) { text += error.url }
        return "\(text)"
    }
}
