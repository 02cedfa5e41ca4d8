import Foundation
import HTTPTypes

/// Sends HTTP tasks over a transport, and judges how they failed.
public struct HTTPNetTaskQueueHandler: NetTaskQueueHandler {
    private let baseURL: String?
    private let transport: any HTTPTransport
    private let random: RandomSource

    /// - Parameters:
    ///   - baseURL: takes the place of the base URL that the tasks' client has, such as for a staging server.
    ///   - transport: what sends the requests.
    ///   - random: where the boundaries of multipart bodies come from.
    public init(
        baseURL: String? = nil,
        transport: any HTTPTransport = URLSessionTransport(),
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.baseURL = baseURL
        self.transport = transport
        self.random = RandomSource(random)
    }

    /// Sends the message.
    ///
    /// - Returns: the reply, whatever its status.
    /// - Throws: ``TransportError``, or `CancellationError`.
    public func send(_ message: HTTPMessage, context: NetTaskContext) async throws -> HTTPReply {
        var url = message.uri
        do {
            let address = try HTTPAddress(base: baseURL ?? message.baseURL, uri: message.uri, query: message.query)
            url = address.url
            let (request, body) = request(for: message, to: address)
            try Task.checkCancellation()
            let (response, data) = try await transport.send(request, body: body)
            return HTTPReply(
                status: response.status,
                headers: response.headerFields,
                body: data,
                method: message.method,
                url: url,
                attempt: context.attempt
            )
        } catch var error as TransportError {
            error.url = url
            error.attempt = context.attempt
            throw error
        } catch let error as CancellationError {
            throw error
        } catch {
            throw TransportError(
                .other,
                reason: String(describing: error),
                url: url,
                attempt: context.attempt,
                underlying: error
            )
        }
    }

    private func request(for message: HTTPMessage, to address: HTTPAddress) -> (HTTPRequest, Data?) {
        var headers = message.headers
        let body: Data?
        switch message.body {
        case nil:
            body = nil
        case .data(let data):
            body = data
        case .multipart(let parts):
            let boundary = MultipartForm.boundary(for: parts, random: random.next)
            body = MultipartForm.encode(parts, boundary: boundary)
            if !headers.contains(.contentType) {
                headers[.contentType] = "multipart/form-data; boundary=\(boundary)"
            }
        }
        if let credentials = address.credentials, !headers.contains(.authorization) {
            // Basic credentials always have a colon; a URL without a password means an empty one.
            let pair = credentials.contains(":") ? credentials : credentials + ":"
            headers[.authorization] = "Basic " + Data(pair.utf8).base64EncodedString()
        }
        let request = HTTPRequest(
            method: message.method,
            scheme: address.scheme,
            authority: address.authority,
            path: address.path,
            headerFields: headers
        )
        return (request, body)
    }

    /// Judges by the kind of a ``TransportError`` and by the status of a ``StatusError``; time-outs are transient.
    ///
    /// Of `Retry-After` the form in seconds is understood, with 429 and 503.
    public func disposition(of error: any Error, context: NetTaskContext) -> RetryDisposition {
        switch error {
        case let error as TransportError: disposition(of: error.kind)
        case let error as StatusError: disposition(of: error)
        case is TimeoutError: .transient
        case is PackError, is CancellationError: .never
        default: .final
        }
    }

    private func disposition(of kind: TransportError.Kind) -> RetryDisposition {
        switch kind {
        case .cannotConnect: .unsent
        case .connectionLost, .other: .transient
        case .notSecure: .final
        case .invalidRequest: .never
        }
    }

    private func disposition(of error: StatusError) -> RetryDisposition {
        switch error.code {
        case 429: .throttled(after: retryAfter(error.headers))
        case 503: retryAfter(error.headers).map { .throttled(after: $0) } ?? .transient
        case 408, 425, 500, 502, 504: .transient
        default: .final
        }
    }

    private func retryAfter(_ headers: HTTPFields) -> Duration? {
        // Digits only; a number too large to be one is a longer wait than any that is obeyed.
        guard let value = headers[.retryAfter], !value.isEmpty, value.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        return .seconds(Int32(value) ?? .max)
    }
}
