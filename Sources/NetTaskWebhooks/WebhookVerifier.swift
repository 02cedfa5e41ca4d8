#if Crypto
    public import Foundation
    public import HTTPTypes

    /// Tells whether a webhook comes from who has the secret, and is as it was sent.
    ///
    ///     let verifier = try WebhookVerifier(secrets: ["whsec_…"])
    ///     try verifier.verify(body, headers: request.headerFields)
    ///
    /// Give it the bytes of the body as they came, before anything has parsed them: JSON that is written anew has another
    /// signature. While a secret is replaced, give both the new and the old one.
    ///
    /// A webhook can come more than once. To take it once, keep the `webhook-id` of what was done, for longer than the tolerance.
    public struct WebhookVerifier: Sendable {
        private let signature: WebhookSignature
        private let keys: [WebhookKey]
        private let tolerance: TimeInterval
        private let wallClock: @Sendable () -> Date

        /// - Parameters:
        ///   - signature: How the server signs.
        ///   - secrets: Those that are in use, one or more.
        ///   - tolerance: How far from now a webhook may have been sent, before or after. Where the signature has no timestamp,
        ///     nothing is compared.
        ///   - wallClock: What timestamps are compared with; called on the thread of ``verify(_:headers:)``.
        /// - Throws: ``WebhookError/unusableSecret(_:)`` if a secret is empty or is not written as the signature wants it, or if
        ///   there is none.
        public init(
            _ signature: WebhookSignature = .standard,
            secrets: [String],
            tolerance: Duration = .seconds(5 * 60),
            wallClock: @escaping @Sendable () -> Date = { Date() }
        ) throws(WebhookError) {
            if secrets.isEmpty { throw .unusableSecret("there is none") }
            self.signature = signature
            var keys: [WebhookKey] = []
            for secret in secrets { keys.append(try WebhookKey(secret, for: signature)) }
            self.keys = keys
            let (seconds, attoseconds) = tolerance.components
            self.tolerance = TimeInterval(seconds) + TimeInterval(attoseconds) / 1e18
            self.wallClock = wallClock
        }

        /// Returns if one of the secrets signed the webhook, within the tolerance.
        ///
        /// - Parameters:
        ///   - body: The bytes of the body as they came.
        ///   - headers: All that came with it.
        /// - Throws: ``WebhookError``, in this order: what is wrong with a header, with the time, with the signature.
        public func verify(_ body: Data, headers: HTTPFields) throws(WebhookError) {
            let entries = try entries(of: headers)
            let codes = entries.compactMap(signature.code)
            guard !codes.isEmpty else {
                throw .malformedHeader(signature.header.rawName, reason: "there is no signature of the expected form")
            }
            let id = try signature.id.map { name throws(WebhookError) in try value(of: name, headers) }
            let timestamp = try timestamp(headers, entries)
            if let timestamp { try check(timestamp.date) }
            let content = SignedContent(id: id ?? "", timestamp: timestamp?.text ?? "", body: body)
            guard keys.contains(where: { signature.isSigned(content, by: codes, key: $0) }) else { throw .noMatch }
        }

        /// The parts of the header that has the signature.
        private func entries(of headers: HTTPFields) throws(WebhookError) -> [Substring] {
            let entries = headers[values: signature.header].flatMap { value in
                value.split { $0 == signature.separator || $0 == " " }
            }
            if entries.isEmpty { throw .missingHeader(signature.header.rawName) }
            return entries
        }

        /// The one value of a header.
        private func value(of name: HTTPField.Name, _ headers: HTTPFields) throws(WebhookError) -> String {
            let values = headers[values: name].filter { !$0.isEmpty }
            guard let value = values.first else { throw .missingHeader(name.rawName) }
            if values.count > 1 { throw .malformedHeader(name.rawName, reason: "it is there more than once") }
            return value
        }

        // MARK: Time

        private func timestamp(
            _ headers: HTTPFields,
            _ entries: [Substring]
        ) throws(WebhookError) -> (text: String, date: Date)? {
            let text: String
            let place: String
            switch signature.timestamp {
            case nil: return nil
            case .header(let header):
                let name = WebhookSignature.name(header)
                (text, place) = (try value(of: name, headers), name.rawName)
            case .field(let field):
                place = signature.header.rawName
                let found = entries.filter { $0.hasPrefix("\(field)=") }
                guard found.count == 1 else {
                    let count = found.isEmpty ? "no" : "more than one"
                    throw .malformedHeader(place, reason: "it has \(count) `\(field)=`")
                }
                text = String(found[0].dropFirst(field.count + 1))
            }
            let isNumber = !text.isEmpty && text.utf8.count <= 12 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
            guard isNumber, let seconds = TimeInterval(text) else {
                throw .malformedHeader(place, reason: "its timestamp is no whole number of seconds since 1970")
            }
            return (text, Date(timeIntervalSince1970: seconds))
        }

        private func check(_ date: Date) throws(WebhookError) {
            let age = wallClock().timeIntervalSince(date)
            if age > tolerance { throw .tooOld(sent: date) }
            if age < -tolerance { throw .tooNew(sent: date) }
        }
    }

    extension WebhookVerifier: CustomStringConvertible, CustomReflectable {
        /// Names the header and how many secrets there are, and none of them.
        public var description: String { "\(signature.header.rawName), \(keys.count) of <secret>" }

        /// As the description.
        public var customMirror: Mirror { Mirror(self, children: ["header": signature.header.rawName]) }
    }
#endif
