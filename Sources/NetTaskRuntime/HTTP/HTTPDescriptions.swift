import HTTPTypes

// What `print`, `dump` and `\(…)` tell of values that hold requests: no secrets, no credentials, no bodies.

extension HTTPMessage: CustomReflectable {
    public var customMirror: Mirror {
        let redaction = Redaction(secrets: secrets, headers: headers)
        return Mirror(
            self,
            children: [
                "method": method.rawValue,
                "baseURL": baseURL.map(redaction.url) as Any,
                "uri": redaction.url(uri),
                "query": redaction.text(query),
                "headers": redaction.lines(of: headers),
                "body": body.map(\.summary) as Any,
            ],
            displayStyle: .struct
        )
    }
}

extension HTTPCall: CustomReflectable {
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "method": request.method.rawValue,
                "url": url,
                "headers": redaction.lines(of: request.headerFields),
                "body": body.map { $0.length.map { "\($0) bytes" } ?? "a stream" } as Any,
                "operation": operation,
            ],
            displayStyle: .struct
        )
    }
}

extension HTTPConfiguration: CustomReflectable {
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "headers": Redaction(secrets: []).lines(of: headers),
                "userAgent": userAgent as Any,
                "timeouts": timeouts,
                "maxReplySize": maxReplySize,
                "maxFileSize": maxFileSize as Any,
                "maxRedirects": maxRedirects,
                "keepsCookies": cookies != nil,
                "middleware": middleware.map { "\(type(of: $0))" },
                "retryQuota": retryQuota?.available as Any,
            ],
            displayStyle: .struct
        )
    }
}

extension HTTPBody {
    fileprivate var summary: String {
        switch self {
        case .data(let data): "\(data.count) bytes"
        case .file(let file): "a file, \(file.name ?? "without a name")"
        case .multipart(let parts): "a form of \(parts.count) parts"
        }
    }
}

extension Redaction {
    fileprivate func lines(of fields: HTTPFields) -> [String] {
        fields.map { "\($0.name): \(value(of: $0))" }
    }

    /// A URL or a part of one, without user name and password.
    func url(_ url: String) -> String {
        text(HTTPAddress.withoutCredentials(url))
    }
}
