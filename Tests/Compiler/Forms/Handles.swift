import Foundation
import NetTaskRuntime

/// The value and the result of a handle.
enum Handles {
    static func value(_ handle: NetTaskHandle<API.Get>, _ name: String?) async throws -> String {
        var text = name ?? ""
        do {
            text += try await handle.value
        } catch .status(.notFound, let body?) {
            text += body.title
        } catch .cancelled {}
        return "\(text)"
    }

    static func result(_ handle: NetTaskHandle<API.Get>, _ name: String?) async throws -> String {
        var text = name ?? ""
        switch await handle.result {
        case .success(let response): text += response
        case .failure(.status(.notFound, let body?)): text += body.title
        case .failure(.cancelled(.tag("feed"))): text += "feed"
        case .failure(.status(let error, _)) where error.code >= 500: text += error.url
        case .failure(let error): throw error
        }
        return "\(text)"
    }

    static func guarded(_ handle: NetTaskHandle<API.Get>, _ name: String?) async -> String {
        guard case .failure(.status(.notFound, let body?)) = await handle.result else { return name ?? "" }
        return body.title
    }

    static func gotten(_ handle: NetTaskHandle<API.Get>, _ name: String?) async throws -> String {
        var text = name ?? ""
        do { text += try await handle.result.get() } catch .status(.notFound, _) { text += "none" }
        return "\(text)"
    }
}
