#if Crypto
    public import HTTPTypes
    public import NetTaskSystem

    /// Verifies that a webhook was sent by the owner of the secret and has not been changed.
    ///
    ///     let verifier = try WebhookVerifier(secrets: ["whsec_…"])
    ///     try verifier.verify(body, headers: request.headerFields)
    ///
    /// Pass the bytes of the body before anything has parsed them: JSON that is encoded again has another signature. While a
    /// secret is replaced, pass both the new and the old one.
    ///
    /// A webhook can be delivered more than once. To process it once, store the `webhook-id` of processed webhooks for longer
    /// than the tolerance.
    public struct WebhookVerifier: Sendable {
        private let signature: WebhookSignature
        private let keys: [WebhookKey]
        private let tolerance: TimeInterval
        private let wallClock: @Sendable () -> Date

        /// Makes a verifier.
        ///
        /// - Parameters:
        ///   - signature: how the server signs. Default: ``WebhookSignature/standard``.
        ///   - secrets: the secrets in use, one or more.
        ///   - tolerance: the maximum difference between the timestamp and the current time. Ignored if the signature has no
        ///     timestamp. Default: 5 minutes.
        ///   - wallClock: returns the current date, which is compared with timestamps. Called on the thread of
        ///     ``verify(_:headers:)``.
        /// - Throws: ``WebhookError/unusableSecret(_:)`` if a secret is empty or does not have the format of the signature, or
        ///   if there are no secrets.
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

        /// Verifies that a webhook was signed with one of the secrets, within the tolerance.
        ///
        /// - Parameters:
        ///   - body: the unchanged bytes of the body.
        ///   - headers: all headers of the request.
        /// - Throws: ``WebhookError``. The headers are checked first, then the time, then the signature.
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

        /// Returns the entries of the header with the signature.
        private func entries(of headers: HTTPFields) throws(WebhookError) -> [Substring] {
            let entries = headers[values: signature.header].flatMap { value in
                value.split { $0 == signature.separator || $0 == " " }
            }
            if entries.isEmpty { throw .missingHeader(signature.header.rawName) }
            return entries
        }

        /// Returns the value of a header that must occur once.
        private func value(of name: HTTPField.Name, _ headers: HTTPFields) throws(WebhookError) -> String {
            let values = headers[values: name].filter { !$0.isEmpty }
            guard let value = values.first else { throw .missingHeader(name.rawName) }
            if values.count > 1 { throw .malformedHeader(name.rawName, reason: "it occurs more than once") }
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
                throw .malformedHeader(place, reason: "its timestamp is not a whole number of seconds since 1970")
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
        /// The name of the header and the number of secrets, without the secrets.
        public var description: String { "\(signature.header.rawName), \(keys.count) of <secret>" }

        /// The same as ``description``.
        public var customMirror: Mirror { Mirror(self, children: ["header": signature.header.rawName]) }
    }
#endif
