#if Crypto
    #if canImport(CryptoKit)
        import CryptoKit
    #else
        import Crypto
    #endif
    package import HTTPTypes
    package import NetTaskSystem

    /// How a server signs its webhooks: the headers and the signed content.
    ///
    /// ``standard`` is [Standard Webhooks](https://www.standardwebhooks.com). For others, such as those of GitHub and Slack,
    /// use ``hmac(header:algorithm:payload:encoding:prefix:timestamp:)``:
    ///
    ///     .hmac(header: "X-Hub-Signature-256", prefix: "sha256=")
    ///     .hmac(
    ///         header: "X-Slack-Signature",
    ///         payload: "v0:{timestamp}:{body}",
    ///         prefix: "v0=",
    ///         timestamp: .header("X-Slack-Request-Timestamp")
    ///     )
    ///
    /// The code is always an HMAC. Secrets of Standard Webhooks are base64, with or without the prefix `whsec_`. Other secrets
    /// are used as UTF-8 bytes.
    public struct WebhookSignature: Sendable, Hashable {
        /// The hash function of the HMAC.
        public enum Algorithm: String, Sendable, CaseIterable {
            /// SHA-1, for older services.
            case sha1
            /// SHA-256, the choice of most services.
            case sha256
            /// SHA-512.
            case sha512
        }

        /// The encoding of the code in the header.
        public enum Encoding: String, Sendable, CaseIterable {
            /// Hexadecimal digits; uppercase and lowercase are equal.
            case hex
            /// Base64 (RFC 4648, section 4).
            case base64
        }

        /// The location of the time at which a webhook was sent, in whole seconds since 1970.
        public enum Timestamp: Sendable, Hashable {
            /// A separate header.
            case header(String)
            /// The header of the signature, after this name and `=`, such as `t` in `t=1492774577,v1=5257a8…`.
            case field(String)
        }

        package let header: HTTPField.Name
        package let id: HTTPField.Name?
        package let timestamp: Timestamp?
        let algorithm: Algorithm
        let encoding: Encoding
        let prefix: String
        /// The separator of several signatures in a header.
        let separator: Character
        let hasBase64Secrets: Bool
        private let payload: [Part]

        private enum Part: Hashable {
            case text(String)
            case id
            case timestamp
            case body
        }

        /// Standard Webhooks, version 1: HMAC-SHA256 over `{id}.{timestamp}.{body}`, in `webhook-id`, `webhook-timestamp` and
        /// `webhook-signature`.
        public static let standard = WebhookSignature(
            header: name("webhook-signature"),
            id: name("webhook-id"),
            timestamp: .header("webhook-timestamp"),
            algorithm: .sha256,
            encoding: .base64,
            prefix: "v1,",
            separator: " ",
            hasBase64Secrets: true,
            payload: "{id}.{timestamp}.{body}"
        )

        /// Makes a signature of another form.
        ///
        /// - Parameters:
        ///   - header: the header with the signature, or with several signatures separated by commas.
        ///   - algorithm: the hash function of the HMAC. Default: SHA-256.
        ///   - payload: the signed content. `{body}` represents the bytes of the body, and `{timestamp}` the text of the
        ///     timestamp. Default: the body.
        ///   - encoding: the encoding of the code in the header. Default: hexadecimal.
        ///   - prefix: the text before the code. Entries of the header without it are not signatures. Default: none.
        ///   - timestamp: the location of the timestamp. Default: `nil`, no timestamp. Then anyone who has seen a webhook can
        ///     send it again later.
        /// - Precondition: The names are valid names of headers. `payload` contains `{body}`. It contains `{timestamp}` if and
        ///   only if `timestamp` is not `nil`, because a timestamp without a signature proves nothing.
        public static func hmac(
            header: String,
            algorithm: Algorithm = .sha256,
            payload: String = "{body}",
            encoding: Encoding = .hex,
            prefix: String = "",
            timestamp: Timestamp? = nil
        ) -> WebhookSignature {
            precondition(payload.contains("{body}"), "a signature that does not depend on the body proves nothing")
            precondition(
                (timestamp != nil) == payload.contains("{timestamp}"),
                "a timestamp needs both `{timestamp}` in the payload and a location in `timestamp`"
            )
            if case .header(let header)? = timestamp { _ = name(header) }
            return WebhookSignature(
                header: name(header),
                id: nil,
                timestamp: timestamp,
                algorithm: algorithm,
                encoding: encoding,
                prefix: prefix,
                separator: ",",
                hasBase64Secrets: false,
                payload: payload
            )
        }

        private init(
            header: HTTPField.Name,
            id: HTTPField.Name?,
            timestamp: Timestamp?,
            algorithm: Algorithm,
            encoding: Encoding,
            prefix: String,
            separator: Character,
            hasBase64Secrets: Bool,
            payload: String
        ) {
            self.header = header
            self.id = id
            self.timestamp = timestamp
            self.algorithm = algorithm
            self.encoding = encoding
            self.prefix = prefix
            self.separator = separator
            self.hasBase64Secrets = hasBase64Secrets
            self.payload = Self.parts(of: payload, hasID: id != nil)
        }

        /// - Precondition: The text is a valid name of a header.
        static func name(_ text: String) -> HTTPField.Name {
            guard let name = HTTPField.Name(text) else {
                preconditionFailure("\"\(text)\" is not a valid name of a header")
            }
            return name
        }

        private static func parts(of payload: String, hasID: Bool) -> [Part] {
            var known: [(text: String, part: Part)] = [("{timestamp}", .timestamp), ("{body}", .body)]
            if hasID { known.append(("{id}", .id)) }
            var parts: [Part] = []
            var text = ""
            var rest = payload[...]
            while !rest.isEmpty {
                guard let (placeholder, part) = known.first(where: { rest.hasPrefix($0.text) }) else {
                    text.append(rest.removeFirst())
                    continue
                }
                parts += [.text(text), part]
                text = ""
                rest = rest.dropFirst(placeholder.count)
            }
            return parts + [.text(text)]
        }
    }

    extension WebhookSignature {
        /// Returns the code of a webhook.
        package func code(_ call: SignedContent, key: WebhookKey) -> Data {
            switch algorithm {
            case .sha1: Data(code(Insecure.SHA1.self, call, key))
            case .sha256: Data(code(SHA256.self, call, key))
            case .sha512: Data(code(SHA512.self, call, key))
            }
        }

        /// Whether one of the codes is that of the webhook. The comparison takes the same time for all codes of the same
        /// length.
        func isSigned(_ call: SignedContent, by codes: [Data], key: WebhookKey) -> Bool {
            switch algorithm {
            case .sha1: isEqual(code(Insecure.SHA1.self, call, key), codes)
            case .sha256: isEqual(code(SHA256.self, call, key), codes)
            case .sha512: isEqual(code(SHA512.self, call, key), codes)
            }
        }

        private func isEqual<Hash>(_ code: HMAC<Hash>.MAC, _ others: [Data]) -> Bool {
            others.contains { code == $0 }  // CryptoKit compares a MAC in constant time
        }

        private func code<Hash: HashFunction>(_: Hash.Type, _ call: SignedContent, _ key: WebhookKey) -> HMAC<Hash>.MAC
        {
            var code = HMAC<Hash>(key: SymmetricKey(data: key.bytes))
            for part in payload {
                switch part {
                case .text(let text): code.update(data: Data(text.utf8))
                case .id: code.update(data: Data(call.id.utf8))
                case .timestamp: code.update(data: Data(call.timestamp.utf8))
                case .body: code.update(data: call.body)
                }
            }
            return code.finalize()
        }

        /// Returns a code in the form of the header.
        package func text(of code: Data) -> String {
            switch encoding {
            case .hex: prefix + code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            case .base64: prefix + code.base64EncodedString()
            }
        }

        /// Returns the code in an entry of the header, or `nil` if the entry is not a signature of this form.
        func code(of entry: Substring) -> Data? {
            guard entry.hasPrefix(prefix) else { return nil }
            let text = entry.dropFirst(prefix.count)
            guard !text.isEmpty else { return nil }
            return encoding == .base64 ? Data(base64Encoded: String(text)) : Self.bytes(ofHex: text)
        }

        private static func bytes(ofHex text: Substring) -> Data? {
            let digits = text.utf8.map { byte -> UInt8? in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
                case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
                case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
                default: nil
                }
            }
            let known = digits.compactMap { $0 }
            guard known.count == digits.count, known.count.isMultiple(of: 2) else { return nil }
            return Data(stride(from: 0, to: known.count, by: 2).map { known[$0] << 4 | known[$0 + 1] })
        }
    }

    /// The parts of the signed content.
    package struct SignedContent {
        package var id: String
        package var timestamp: String
        package var body: Data

        package init(id: String, timestamp: String, body: Data) {
            self.id = id
            self.timestamp = timestamp
            self.body = body
        }
    }
#endif
