/// A value in a path, with all characters percent-encoded except for the unreserved ones of RFC 3986.
///
///     "posts/\(PathSegment(id))/comments"
public struct PathSegment: Sendable, CustomStringConvertible {
    /// The percent-encoded value. A NUL if the value is empty or cannot be sent, so that ``NetTask/pack()`` throws an error.
    public let description: String

    private static let nothing = "\u{0}"

    /// Makes a segment.
    ///
    /// - Parameters:
    ///   - value: a scalar. The elements of an array are joined with commas.
    ///   - format: the format of dates. Default: ``ValueFormat/iso8601``.
    public init<Value: ParameterValue>(_ value: Value, format: ValueFormat = .iso8601) {
        let text = ParameterPacker.pathText(of: value, format: format)
        description = text.isEmpty ? Self.nothing : text
    }

    /// Makes several segments from a value, like `{+path}` of RFC 6570 (section 3.2.3). Characters that are valid in a path,
    /// such as `/` and `:`, stay unchanged. Characters that would end the path, such as `?`, are percent-encoded.
    ///
    /// - Parameters:
    ///   - path: a scalar. The elements of an array are joined with commas.
    ///   - format: the format of dates. Default: ``ValueFormat/iso8601``.
    public init<Value: ParameterValue>(path: Value, format: ValueFormat = .iso8601) {
        description = Self.unescapingReserved(in: Self(path, format: format).description)
    }

    /// Returns the text of several segments from the text of one.
    package static func unescapingReserved(in segment: String) -> String {
        var path = segment
        for byte in "/:@!$&'()*+,;=".utf8 where path.utf8.contains(UInt8(ascii: "%")) {
            let escape = "%" + String(byte, radix: 16, uppercase: true)
            path = path.replacing(escape, with: String(UnicodeScalar(byte)))
        }
        return path
    }

    /// Rejects values that would change the target of the request: empty values, and values that make a segment `.` or `..`,
    /// plain or percent-encoded.
    ///
    /// An encoded value contains no `/`, so the template and the uri have the same segments. An exception is a single
    /// `{+path}`, which may become several segments.
    package static func checkVariables(of uri: String, template: String, task: String) throws(PackError) {
        guard template.utf8.contains(UInt8(ascii: "{")) else { return }
        var wanted = segments(of: template)
        let found = segments(of: uri)
        let counts = wanted.map(countOfPaths)
        if let path = counts.firstIndex(where: { $0 > 0 }) {
            guard counts.reduce(0, +) == 1 else {
                throw PackError(task: task, parameter: "", reason: "only one variable can keep its slashes")
            }
            let isWholeURL = wanted.count > 2 && wanted[0].last == UInt8(ascii: ":") && wanted[1].isEmpty
            guard path > 2 || !isWholeURL else {
                let reason = "a variable that keeps its slashes must follow the host and a slash"
                throw PackError(task: task, parameter: variable(in: wanted[path]), reason: reason)
            }
            let count = max(found.count - wanted.count, 0)
            wanted.insert(contentsOf: repeatElement(wanted[path], count: count), at: path)
        }
        guard wanted.count == found.count else {
            throw PackError(task: task, parameter: "", reason: "its uri does not match \(template)")
        }
        for (wanted, found) in zip(wanted, found) where wanted.contains(UInt8(ascii: "{")) {
            let reason =
                if found.isEmpty || found.contains(0) {
                    "a path variable must not be empty"
                } else if isDots(found) {
                    "a path segment must not be \".\" or \"..\""
                } else {
                    nil as String?
                }
            if let reason { throw PackError(task: task, parameter: variable(in: wanted), reason: reason) }
        }
    }

    // By bytes, because each task is packed with this.
    private static func segments(of uri: String) -> [Substring.UTF8View] {
        uri.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
            .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    }

    /// The number of variables such as `{+path}` in a segment.
    private static func countOfPaths(in segment: Substring.UTF8View) -> Int {
        zip(segment, segment.dropFirst()).count { $0 == UInt8(ascii: "{") && $1 == UInt8(ascii: "+") }
    }

    private static func isDots(_ segment: Substring.UTF8View) -> Bool {
        guard let first = segment.first, [UInt8(ascii: "."), UInt8(ascii: "%")].contains(first) else { return false }
        let decoded = Substring(segment).replacing("%2e", with: ".").replacing("%2E", with: ".")
        return [".", ".."].contains(decoded.prefix { $0 != ";" })  // some servers ignore the rest of a segment
    }

    /// The variables of a segment, for messages, such as `a` in `on-{a}`.
    private static func variable(in segment: Substring.UTF8View) -> String {
        Substring(segment).split(separator: "{").compactMap { part in
            part.firstIndex(of: "}").map { String(part[..<$0].drop { $0 == "+" }) }
        }.joined(separator: ", ")
    }
}
