import NetTaskHTTP
import NetTaskSystem

/// Which recording answers a request. The method, the query and the body are always compared; scheme, host and headers are not.
public enum RecordingMatch: Sendable, Hashable, CaseIterable {
    /// The one with the same path. Each recording answers one request.
    case params
    /// The one of the same endpoint, with any values in the path. The recordings answer in order, and the last one repeats.
    case endpoint
}

/// Compares requests with recorded ones. `<secret>` is equal to any text.
struct RequestMatcher {
    let match: RecordingMatch
    let request: HARRequest
    let uriTemplate: String

    /// Returns the first part in which a recorded request differs, or `nil` if it fits.
    func difference(to entry: HAREntry) -> String? {
        let other = entry.request
        if request.method != other.method { return "method" }
        let (path, recordedPath) = (String(request.target.path), String(other.target.path))
        let isSame =
            match == .endpoint && !uriTemplate.isEmpty
            ? entry.uriTemplate == uriTemplate || entry.uriTemplate == nil && Self.fits(recordedPath, uriTemplate)
            : Self.isEqual(path, recordedPath)
        if !isSame { return "path" }
        if !Self.isEqual(request.query, other.query) { return "query" }
        return isEqual(request.body, other.body) ? nil : "body"
    }

    private func isEqual(_ body: HARContent?, _ recorded: HARContent?) -> Bool {
        // A browser does not always have the body.
        guard let recorded else { return body?.data?.isEmpty != false }
        guard let other = recorded.data else { return true }
        let data = body?.data ?? Data()
        if data == other { return true }
        if recorded.isForm {
            return Self.isEqual(
                HARField.pairs(in: String(decoding: data, as: UTF8.self)),
                HARField.pairs(in: String(decoding: other, as: UTF8.self))
            )
        }
        if let value = try? JSONValue(json: data), let other = try? JSONValue(json: other) {
            return Self.isEqual(value, other)
        }
        guard let text = textIfUTF8(data), let other = textIfUTF8(other) else {
            // Bytes of Latin-1 are characters, so that marks are found in binary data, too.
            return Self.isEqual(Self.latin1(data), Self.latin1(other))
        }
        return Self.isEqual(text, other)
    }

    private static func latin1(_ data: Data) -> String {
        String(String.UnicodeScalarView(data.map { Unicode.Scalar($0) }))
    }

    private static func isEqual(_ fields: [HARField], _ others: [HARField]) -> Bool {
        let sorted = { (fields: [HARField]) in fields.sorted { ($0.name, $0.value) < ($1.name, $1.value) } }
        return fields.count == others.count
            && zip(sorted(fields), sorted(others)).allSatisfy { $0.name == $1.name && isEqual($0.value, $1.value) }
    }

    private static func isEqual(_ value: JSONValue, _ other: JSONValue) -> Bool {
        switch (value, other) {
        case (.string(let text), .string(let other)): isEqual(text, other)
        case (.array(let elements), .array(let others)):
            elements.count == others.count && zip(elements, others).allSatisfy { isEqual($0, $1) }
        case (.object(let members), .object(let others)):
            members.count == others.count
                && members.allSatisfy { name, value in others[name].map { isEqual(value, $0) } ?? false }
        default: value == other
        }
    }

    /// Whether texts are equal, except for secrets in either.
    private static func isEqual(_ text: String, _ other: String) -> Bool {
        text == other || fits(text[...], pattern: other) || fits(other[...], pattern: text)
    }

    private static func fits(_ text: Substring, pattern: String) -> Bool {
        var parts = pattern.split(separator: SecretRedactor.mark, omittingEmptySubsequences: false)[...]
        guard parts.count > 1, let first = parts.popFirst(), let last = parts.popLast(), text.hasPrefix(first) else {
            return false
        }
        var rest = text.dropFirst(first.count)
        for part in parts where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.hasSuffix(last)
    }

    /// Whether a path ends with that of a uri, with any values of its variables.
    private static func fits(_ path: String, _ uriTemplate: String) -> Bool {
        let segments = path.split(separator: "/")
        let template = HARRequest(method: "", url: uriTemplate).target.path.split(separator: "/")
        return segments.count >= template.count
            && zip(segments.suffix(template.count), template).allSatisfy { segment, template in
                guard let open = template.firstIndex(of: "{"), let close = template.lastIndex(of: "}") else {
                    return segment == template
                }
                return segment.hasPrefix(template[..<open]) && segment.hasSuffix(template[close...].dropFirst())
            }
    }
}
