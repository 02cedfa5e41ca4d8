/// A value as part of a path: everything but the unreserved characters of RFC 3986 is percent-encoded.
///
///     "posts/\(PathSegment(id))/comments"
public struct PathSegment: Sendable, CustomStringConvertible {
    /// The value, percent-encoded; a NUL if it is empty or cannot be sent, so that ``NetTask/pack()`` refuses it.
    public let description: String

    private static let nothing = "\u{0}"

    /// - Parameters:
    ///   - value: a scalar. The parts of an array are joined with commas.
    ///   - format: how a date in it is written.
    public init<Value: ParameterValue>(_ value: Value, format: ValueFormat = .iso8601) {
        let text = ParameterPacker.pathText(of: value, format: format)
        description = text.isEmpty ? Self.nothing : text
    }

    /// Makes several segments of a value, as `{+path}` of RFC 6570 (3.2.3): what a path can hold stays as it is, such as `/` and
    /// `:`. What would end the path, such as `?`, is percent-encoded.
    ///
    /// - Parameters:
    ///   - path: a scalar. The parts of an array are joined with commas.
    ///   - format: how a date in it is written.
    public init<Value: ParameterValue>(path: Value, format: ValueFormat = .iso8601) {
        description = Self.unescapingReserved(in: Self(path, format: format).description)
    }

    /// The text of several segments, from that of one.
    package static func unescapingReserved(in segment: String) -> String {
        var path = segment
        for byte in "/:@!$&'()*+,;=".utf8 where path.utf8.contains(UInt8(ascii: "%")) {
            let escape = "%" + String(byte, radix: 16, uppercase: true)
            path = path.replacing(escape, with: String(UnicodeScalar(byte)))
        }
        return path
    }

    /// Refuses values that would make the request go somewhere else: an empty one, and one that makes a segment `.` or
    /// `..`, in plain or percent-encoded.
    ///
    /// A value cannot hold a `/` once it is encoded, so segments of template and uri stand at the same places; but for that of
    /// one `{+path}`, which may be several.
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
                let reason = "a variable that keeps its slashes has to stand behind the host and a slash"
                throw PackError(task: task, parameter: variable(in: wanted[path]), reason: reason)
            }
            let count = max(found.count - wanted.count, 0)
            wanted.insert(contentsOf: repeatElement(wanted[path], count: count), at: path)
        }
        guard wanted.count == found.count else {
            throw PackError(task: task, parameter: "", reason: "its uri does not follow \(template)")
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

    // By bytes: every pack comes here.
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
        return [".", ".."].contains(decoded.prefix { $0 != ";" })  // some servers cut a segment there
    }

    /// The variables of a segment, for messages: `a` in `on-{a}`.
    private static func variable(in segment: Substring.UTF8View) -> String {
        Substring(segment).split(separator: "{").compactMap { part in
            part.firstIndex(of: "}").map { String(part[..<$0].drop { $0 == "+" }) }
        }.joined(separator: ", ")
    }
}
