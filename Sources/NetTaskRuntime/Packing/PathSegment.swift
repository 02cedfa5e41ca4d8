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

    /// Refuses values that would make the request go somewhere else: an empty one, and one that makes a segment `.` or
    /// `..`, in plain or percent-encoded.
    ///
    /// A value cannot hold a `/` once it is encoded, so segments of template and uri stand at the same places.
    static func checkVariables(of uri: String, template: String, task: String) throws(PackError) {
        guard template.utf8.contains(UInt8(ascii: "{")) else { return }
        let wanted = segments(of: template)
        let found = segments(of: uri)
        guard wanted.count == found.count else {
            throw PackError(task: task, parameter: "", reason: "its uri does not follow \(template)")
        }
        for (wanted, found) in zip(wanted, found) where wanted.utf8.contains(UInt8(ascii: "{")) {
            let decoded = found.replacing("%2e", with: ".").replacing("%2E", with: ".")
            let reason =
                if found.contains(nothing) {
                    "a path variable must not be empty"
                } else if decoded == "." || decoded == ".." {
                    "a path segment must not be \".\" or \"..\""
                } else {
                    nil as String?
                }
            if let reason { throw PackError(task: task, parameter: variable(in: wanted), reason: reason) }
        }
    }

    private static func segments(of uri: String) -> [Substring] {
        uri.prefix { $0 != "?" && $0 != "#" }.split(separator: "/", omittingEmptySubsequences: false)
    }

    /// The variables of a segment, for messages: `a` in `on-{a}`.
    private static func variable(in segment: Substring) -> String {
        segment.split(separator: "{").compactMap { part in
            part.firstIndex(of: "}").map { String(part[..<$0]) }
        }.joined(separator: ", ")
    }
}
