/// A value as part of a path: everything but the unreserved characters of RFC 3986 is percent-encoded.
///
///     "posts/\(PathSegment(id))/comments"
public struct PathSegment: Sendable, CustomStringConvertible {
    /// The value, percent-encoded.
    public let description: String

    /// - Parameters:
    ///   - value: a scalar. The parts of an array are joined with commas.
    ///   - format: how a date in it is written.
    public init<Value: ParameterValue>(_ value: Value, format: DateFormat = .iso8601) {
        description = ParameterPacker.pathText(of: value, format: format)
    }

    /// Refuses values that would make the request go somewhere else: an empty one, `.` and `..`.
    ///
    /// A value cannot hold a `/` once it is encoded, so segments of template and uri stand at the same places.
    static func checkVariables(of uri: String, template: String, task: String) throws(PackError) {
        guard template.utf8.contains(UInt8(ascii: "{")) else { return }
        let wanted = segments(of: template)
        let found = segments(of: uri)
        guard wanted.count == found.count else {
            throw PackError(task: task, parameter: "", reason: "its uri \(uri) does not follow \(template)")
        }
        for (wanted, found) in zip(wanted, found) where wanted.utf8.contains(UInt8(ascii: "{")) {
            let (literal, variable) = split(wanted)
            if found == literal {
                throw PackError(task: task, parameter: variable, reason: "a path variable must not be empty")
            }
            if found == "." || found == ".." {
                throw PackError(task: task, parameter: variable, reason: "a path segment must not be \"\(found)\"")
            }
        }
    }

    private static func segments(of uri: String) -> [Substring] {
        uri.prefix { $0 != "?" && $0 != "#" }.split(separator: "/", omittingEmptySubsequences: false)
    }

    /// The text outside the braces, and what is in the first pair of them.
    private static func split(_ segment: Substring) -> (literal: String, variable: String) {
        var literal = ""
        var variable = ""
        var rest = segment
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            literal += rest[..<open]
            if variable.isEmpty {
                variable = String(rest[rest.index(after: open)..<close])
            }
            rest = rest[rest.index(after: close)...]
        }
        return (literal + rest, variable)
    }
}
