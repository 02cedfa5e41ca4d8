#if Crypto
    #if canImport(CryptoKit)
        import CryptoKit
    #else
        import Crypto
    #endif
    package import Foundation
    package import HTTPTypes

    /// How a server signs the webhooks that it sends: by which headers, and over what.
    ///
    /// ``standard`` is [Standard Webhooks](https://www.standardwebhooks.com). Others are said by ``hmac(header:algorithm:payload:encoding:prefix:timestamp:)``,
    /// such as those of GitHub and of Slack:
    ///
    ///     .hmac(header: "X-Hub-Signature-256", prefix: "sha256=")
    ///     .hmac(
    ///         header: "X-Slack-Signature",
    ///         payload: "v0:{timestamp}:{body}",
    ///         prefix: "v0=",
    ///         timestamp: .header("X-Slack-Request-Timestamp")
    ///     )
    ///
    /// The code is an HMAC in each case. Secrets of Standard Webhooks are base64, with or without `whsec_` before it; all others
    /// are used as their bytes in UTF-8.
    public struct WebhookSignature: Sendable, Hashable {
        /// The hash of the HMAC.
        public enum Algorithm: String, Sendable, CaseIterable {
            case sha1
            case sha256
            case sha512
        }

        /// How the code is written in the header.
        public enum Encoding: String, Sendable, CaseIterable {
            case hex
            case base64
        }

        /// Where the time is at which a webhook was sent, in whole seconds since 1970.
        public enum Timestamp: Sendable, Hashable {
            /// In a header of its own.
            case header(String)
            /// In the header of the signature, after this name and `=`: `t` of `t=1492774577,v1=5257a8…`.
            case field(String)
        }

        package let header: HTTPField.Name
        package let id: HTTPField.Name?
        package let timestamp: Timestamp?
        let algorithm: Algorithm
        let encoding: Encoding
        let prefix: String
        /// What stands between several signatures of a header.
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

        /// A signature of another form.
        ///
        /// - Parameters:
        ///   - header: The header that has the signature, or several with commas between them.
        ///   - algorithm: The hash of the HMAC.
        ///   - payload: What is signed, where `{body}` stands for the bytes of the body and `{timestamp}` for the text of the
        ///     timestamp.
        ///   - encoding: How the code is written in the header.
        ///   - prefix: What stands before the code. An entry of the header that begins otherwise is no signature.
        ///   - timestamp: Where the timestamp is; nil if there is none. Without one, an old webhook can be sent again by
        ///     whoever saw it.
        /// - Precondition: The names are names of headers, `payload` has `{body}`, and it has `{timestamp}` where, and only
        ///   where, `timestamp` says where that is: one that is not signed proves nothing.
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
                "a timestamp is signed as `{timestamp}` in the payload, and stands where `timestamp` says"
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

        /// - Precondition: It is the name of a header.
        static func name(_ text: String) -> HTTPField.Name {
            guard let name = HTTPField.Name(text) else { preconditionFailure("\"\(text)\" is no name of a header") }
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
        /// The bytes of the code of a webhook.
        package func code(_ call: SignedContent, key: WebhookKey) -> Data {
            switch algorithm {
            case .sha1: Data(code(Insecure.SHA1.self, call, key))
            case .sha256: Data(code(SHA256.self, call, key))
            case .sha512: Data(code(SHA512.self, call, key))
            }
        }

        /// Whether one of the codes is that of the webhook. The comparison takes as long for any code of its length.
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

        /// A code as the header has it.
        package func text(of code: Data) -> String {
            switch encoding {
            case .hex: prefix + code.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            case .base64: prefix + code.base64EncodedString()
            }
        }

        /// The code of an entry of the header; nil if it is no signature of this kind.
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

    /// What a signature is made of.
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
