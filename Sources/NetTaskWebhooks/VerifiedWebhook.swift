#if Crypto
    public import HTTPTypes
    public import NetTaskHTTP
    public import NetTaskSystem

    /// The webhooks of one server: an enumeration that `nettask` generates from `webhooks:` in a spec.
    ///
    ///     let verifier = try Shop.Webhook.verifier("whsec_…")
    ///     switch try Shop.Webhook(verifying: body, headers: request.headerFields, with: verifier) {
    ///     case .orderPaid(let order): ship(order)
    ///     case .unknown(let name, _): log(name)
    ///     }
    public protocol VerifiedWebhook: Sendable {
        /// How the server signs its webhooks.
        static var signature: WebhookSignature { get }

        /// Returns the name of the event, from the body or from a header.
        static func eventName(_ body: WebhookBody) throws -> String

        /// Reads an event whose signature has been verified.
        init(event name: String, from body: WebhookBody) throws
    }

    extension VerifiedWebhook {
        /// Verifies the signature of a webhook, and then reads the webhook.
        ///
        /// - Parameters:
        ///   - body: the unchanged bytes of the body.
        ///   - headers: all headers of the request.
        ///   - verifier: contains the secrets; see ``verifier(_:tolerance:wallClock:)``.
        /// - Throws: the error of ``WebhookVerifier/verify(_:headers:)``, or ``WebhookError/unreadable(event:_:)`` if the body
        ///   does not match the spec.
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

        /// Makes a verifier for these webhooks.
        ///
        /// - Parameters:
        ///   - secrets: the secrets in use: one, or the new and the old one while a secret is replaced.
        ///   - tolerance: the maximum difference between the timestamp and the current time. Default: 5 minutes.
        ///   - wallClock: returns the current date, which is compared with timestamps.
        /// - Throws: ``WebhookError/unusableSecret(_:)``.
        public static func verifier(
            _ secrets: String...,
            tolerance: Duration = .seconds(5 * 60),
            wallClock: @escaping @Sendable () -> Date = { Date() }
        ) throws(WebhookError) -> WebhookVerifier {
            try WebhookVerifier(signature, secrets: secrets, tolerance: tolerance, wallClock: wallClock)
        }
    }

    /// The body of a verified webhook, for generated code.
    public struct WebhookBody: Sendable {
        private let call: HTTPReply

        init(_ body: Data, _ headers: HTTPFields) {
            call = HTTPReply(status: .ok, headers: headers, body: body)
        }

        /// Parses the body as JSON, or the value at `path` in it. An optional is `nil` if there is no value at the path.
        ///
        /// - Parameters:
        ///   - path: the names of the members that lead to the value, from the outside in. Default: empty, the whole body.
        ///   - format: the format of dates.
        public func json<Value: JSONReadable>(
            _ path: [StaticString] = [],
            format: ValueFormat = .iso8601
        ) throws -> Value {
            do {
                return try call.json(path, format: format)
            } catch var error as ParseError {
                error.reply = nil  // a webhook is not a reply
                throw error
            }
        }

        /// Returns the value of a header.
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
