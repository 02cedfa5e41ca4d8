#if Observability
    import HTTPTypes
    import NetTaskHTTP

    /// The target of a call in the terms of OpenTelemetry's conventions, without credentials.
    struct HTTPTarget: Hashable, Sendable {
        /// One of the known methods, or `_OTHER`.
        var method: String
        /// The uri in the spec.
        var template: String
        var url: String
        var host: String
        var port: Int

        init(_ call: HTTPCall) {
            let method = call.request.method.rawValue
            self.method = Self.knownMethods.contains(method) ? method : Self.other
            template = Self.template(of: call)
            url = Self.withoutUser(call.url)
            let isSecure = call.request.scheme?.lowercased() != "http"
            let authority = (call.request.authority ?? "").split(separator: "@").last ?? ""
            let colon = authority.lastIndex(of: ":").flatMap { authority[$0...].contains("]") ? nil : $0 }
            host = String(authority[..<(colon ?? authority.endIndex)])
            port = colon.flatMap { Int(authority[$0...].dropFirst()) } ?? (isSecure ? 443 : 80)
        }

        /// Replaces values that exceed the limit of combinations.
        static let other = "_OTHER"

        /// The methods of RFC 9110 and RFC 5789.
        private static let knownMethods: Set<String> = [
            "CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE",
        ]

        /// A task without a template has its uri here, which may be a whole URL with a query.
        private static func template(of call: HTTPCall) -> String {
            let template = call.operation.uriTemplate
            let path = template.prefix { $0 != "?" && $0 != "#" }
            return call.redaction.text(withoutUser(String(path)))
        }

        private static func withoutUser(_ url: String) -> String {
            guard let start = url[...].utf8.schemeMark?.upperBound else { return url }
            let end = url[start...].firstIndex { "/?#".contains($0) } ?? url.endIndex
            guard let at = url[start..<end].lastIndex(of: "@") else { return url }
            return String(url[..<start] + url[url.index(after: at)...])
        }
    }
#endif
