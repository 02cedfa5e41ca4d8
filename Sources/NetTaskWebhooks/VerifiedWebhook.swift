#if Crypto
    public import Foundation
    public import HTTPTypes
    public import NetTaskHTTP

    /// The webhooks of one server: an enumeration that `nettask` generates of `webhooks:` in a spec.
    ///
    ///     let verifier = try Shop.Webhook.verifier("whsec_…")
    ///     switch try Shop.Webhook(verifying: body, headers: request.headerFields, with: verifier) {
    ///     case .orderPaid(let order): ship(order)
    ///     case .unknown(let name, _): log(name)
    ///     }
    public protocol VerifiedWebhook: Sendable {
        /// How the server signs what it sends.
        static var signature: WebhookSignature { get }

        /// The name of the event that a body, or a header beside it, tells of.
        static func eventName(_ body: WebhookBody) throws -> String

        /// Reads an event, whose signature is verified already.
        init(event name: String, from body: WebhookBody) throws
    }

    extension VerifiedWebhook {
        /// Verifies the signature of a webhook, and then reads it.
        ///
        /// - Parameters:
        ///   - body: The bytes of the body as they came.
        ///   - headers: All that came with it.
        ///   - verifier: Has the secrets; see ``verifier(_:tolerance:wallClock:)``.
        /// - Throws: What ``WebhookVerifier/verify(_:headers:)`` throws, and ``WebhookError/unreadable(event:_:)`` if the body is
        ///   not what the spec says.
        public init(
            verifying body: Data,
            headers: HTTPFields,
            with verifier: WebhookVerifier
        ) throws(WebhookError) {
            try verifier.verify(body, headers: headers)
            let body = WebhookBody(body, headers)
            var name: String?
            do {
                let event = try Self.eventName(body)
                name = event
                self = try Self(event: event, from: body)
            } catch let error as WebhookError {
                throw error
            } catch {
                throw .unreadable(event: name, error)
            }
        }

        /// What verifies these webhooks.
        ///
        /// - Parameters:
        ///   - secrets: Those that are in use: one, and the former one while it is replaced.
        ///   - tolerance: How far from now a webhook may have been sent.
        ///   - wallClock: What timestamps are compared with.
        /// - Throws: ``WebhookError/unusableSecret(_:)``.
        public static func verifier(
            _ secrets: String...,
            tolerance: Duration = .seconds(5 * 60),
            wallClock: @escaping @Sendable () -> Date = { Date() }
        ) throws(WebhookError) -> WebhookVerifier {
            try WebhookVerifier(signature, secrets: secrets, tolerance: tolerance, wallClock: wallClock)
        }
    }

    /// The body of a verified webhook, for generated code to read.
    public struct WebhookBody: Sendable {
        private let call: HTTPReply

        init(_ body: Data, _ headers: HTTPFields) {
            call = HTTPReply(status: .ok, headers: headers, body: body)
        }

        /// The value at `path` inside the JSON of the body. An optional is nil where the path leads to nothing.
        ///
        /// - Parameters:
        ///   - path: names as they stand in JSON, from the outside in; none for the whole body.
        ///   - format: how dates are written.
        public func json<Value: JSONReadable>(
            _ path: [StaticString] = [],
            format: ValueFormat = .iso8601
        ) throws -> Value {
            do {
                return try call.json(path, format: format)
            } catch var error as ParseError {
                error.reply = nil  // it is none
                throw error
            }
        }

        /// The value of a header.
        ///
        /// - Throws: ``WebhookError/missingHeader(_:)``.
        public func header(_ name: String) throws -> String {
            guard let field = HTTPField.Name(name), let value = call.headers[field], !value.isEmpty else {
                throw WebhookError.missingHeader(name)
            }
            return value
        }
    }
#endif
