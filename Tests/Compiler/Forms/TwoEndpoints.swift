import Foundation
import NetTaskRuntime

/// Several endpoints in one `do`: with one type of errors as usual; else the `catch` has to name the endpoint.
enum TwoEndpoints {
    static func sameErrors(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        do {
            text += try await queue.run(API.Get())
            text += try await queue.run(API.Get())
        } catch .status(.notFound, let body?) {
            text += body.title
        } catch .cancelled {}
        return "\(text)"
    }

    static func otherErrors(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        do {
            text += try await queue.run(API.Get())
            text += try await queue.run(API.Find())
        } catch NetTaskError<API.Get.Failure>.status(.notFound, let body?) {
            text += body.title
        } catch NetTaskError<API.Find.Failure>.status(.notFound, .missing(let body)) {
            text += body.resource
        }
        return "\(text)"
    }

    static func casts(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        do {
            text += try await queue.run(API.Get())
            text += try await queue.run(API.Find())
        } catch let error as NetTaskError<API.Get.Failure> {
            text += "\(error)"
        } catch {
            guard let error = error as? NetTaskError<API.Find.Failure>, case .status(.notFound, _) = error else {
                throw error
            }
            text += "none"
        }
        return "\(text)"
    }

    static func inClosure(_ queue: HTTPNetTaskQueue, _ name: String?) -> Task<String, any Error> {
        Task {
            var text = name ?? ""
            do {
                text += try await queue.run(API.Get())
                text += try await queue.run(API.Ping())
            } catch NetTaskError<API.Get.Failure>.status(.notFound, let body?) {
                text += body.title
            }
            return "\(text)"
        }
    }

    static func asyncLet(_ queue: HTTPNetTaskQueue, _ name: String?) async throws -> String {
        var text = name ?? ""
        async let first = queue.run(API.Get())
        async let second = queue.run(API.Find())
        do {
            text += try await first + second
        } catch NetTaskError<API.Get.Failure>.status(.notFound, let body?) {
            text += body.title
        }
        return "\(text)"
    }
}
