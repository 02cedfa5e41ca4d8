import NetTaskMocks
import Testing

/// The description of a spec, whose first lines can be missing.
func described(_ text: String) throws -> MockDescription {
    let head = text.contains("client:") ? "" : "nettask: 1\nclient: API\nbaseURL: https://api.example\n"
    return try description(head + text, path: "api.nettask.yaml")
}

/// The only endpoint of a spec.
func describedEndpoint(_ text: String) throws -> MockEndpoint {
    let lines = text.split(separator: "\n").map { "  \($0)\n" }.joined()
    return try #require(described("endpoints:\n\(lines)").endpoints.first)
}

/// The members of a type, which must be an object.
func objectMembers(_ type: MockType?) throws -> [MockMember] {
    switch try #require(type) {
    case .object(let members, additional: _): return members
    case .nullable(let type): return try objectMembers(type)
    case let other:
        Issue.record("\(other) is not an object")
        return []
    }
}
