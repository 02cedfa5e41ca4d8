import HTTPTypes
import NetTaskHTTP

/// Runs `body`. For HTTP, adds the properties that a real handler sets: the URL, the method and the attempt. Tests do not have
/// to set them, and errors show them.
func completingHTTP<Request, Reply>(
    of request: Request,
    attempt: Int,
    _ body: () async throws -> Reply
) async throws -> Reply {
    guard let message = request as? HTTPMessage else { return try await body() }
    do {
        let reply = try await body()
        guard var complete = reply as? HTTPReply else { return reply }
        complete.method = message.method
        complete.url = complete.url.isEmpty ? message.url : complete.url
        complete.attempt = attempt
        return complete as? Reply ?? reply
    } catch var error as TransportError {
        error.method = message.method.rawValue
        error.url = error.url.isEmpty ? message.url : error.url
        error.attempt = attempt
        throw error
    }
}

extension HTTPMessage {
    /// The URL of the request, for descriptions.
    fileprivate var url: String {
        var url = uri
        if let baseURL, !uri.contains("://") {
            url = (baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL)
            if !uri.isEmpty {
                url += uri.hasPrefix("/") ? uri : "/" + uri
            }
        }
        if !query.isEmpty {
            url += (url.contains("?") ? "&" : "?") + query
        }
        return url
    }
}
