import Foundation
import NetTaskRuntime

/// Comparisons and `where`, with a `catch` that throws the rest.
enum RethrowingTheRest {
    static func whereStatus(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        do { text += try await queue.run(API.Get()) } catch .status(let error, _) where error.code >= 500 {
            text += error.url
        } catch { throw error }
        return "\(text)"
    }

    static func whereStatusInClosure(_ queue: HTTPNetTaskQueue, _ name: String?) -> @Sendable () async throws -> String
    {
        {
            var text = name ?? ""
            do throws(NetTaskError<API.Get.Failure>) { text += try await queue.run(API.Get()) } catch .status(
                let error,
                _
            ) where error.code >= 500 { text += error.url } catch { throw error }
            return "\(text)"
        }
    }

    static func whereBody(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        do { text += try await queue.run(API.Get()) } catch .status(.notFound, let body?) where body.title.isEmpty {
            text += "untitled"
        } catch { throw error }
        return "\(text)"
    }

    static func whereBodyInClosure(_ queue: HTTPNetTaskQueue, _ name: String?) -> @Sendable () async throws -> String {
        {
            var text = name ?? ""
            do throws(NetTaskError<API.Get.Failure>) { text += try await queue.run(API.Get()) } catch .status(
                .notFound,
                let body?
            ) where body.title.isEmpty { text += "untitled" } catch { throw error }
            return "\(text)"
        }
    }

    static func whereTransport(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        do { text += try await queue.run(API.Get()) } catch .transport(let error) where error.kind == .cannotConnect {
            text += error.reason
        } catch { throw error }
        return "\(text)"
    }

    static func whereTransportInClosure(_ queue: HTTPNetTaskQueue, _ name: String?)
        -> @Sendable () async throws -> String
    {
        {
            var text = name ?? ""
            do throws(NetTaskError<API.Get.Failure>) { text += try await queue.run(API.Get()) } catch .transport(
                let error
            ) where error.kind == .cannotConnect { text += error.reason } catch { throw error }
            return "\(text)"
        }
    }

    static func equal(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        do { text += try await queue.run(API.Get()) } catch .cancelled(.tag("feed")) { text += "feed" } catch {
            throw error
        }
        return "\(text)"
    }

    static func equalInClosure(_ queue: HTTPNetTaskQueue, _ name: String?) -> @Sendable () async throws -> String {
        {
            var text = name ?? ""
            do throws(NetTaskError<API.Get.Failure>) { text += try await queue.run(API.Get()) } catch .cancelled(
                .tag("feed")
            ) { text += "feed" } catch { throw error }
            return "\(text)"
        }
    }
}
