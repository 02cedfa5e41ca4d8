#if Crypto
    import NetTaskHTTP
    import NetTaskSystem

    /// The bytes of a secret. Descriptions do not show them.
    package struct WebhookKey: Sendable {
        let bytes: Data

        /// - Throws: ``WebhookError/unusableSecret(_:)`` if the secret is empty or does not have the format of the signature.
        package init(_ secret: String, for signature: WebhookSignature) throws(WebhookError) {
            if signature.hasBase64Secrets {
                let text = secret.hasPrefix(Self.prefix) ? String(secret.dropFirst(Self.prefix.count)) : secret
                guard let bytes = Data(base64Encoded: text) else {
                    throw .unusableSecret("it is not base64, with or without `\(Self.prefix)` before it")
                }
                self.bytes = bytes
            } else {
                bytes = Data(secret.utf8)
            }
            if bytes.isEmpty { throw .unusableSecret("it is empty") }
        }

        private static let prefix = "whsec_"
    }

    extension WebhookKey: CustomStringConvertible, CustomReflectable {
        package var description: String { RedactedValue().description }
        package var customMirror: Mirror { Mirror(self, children: []) }
    }
#endif
