import NetTaskAuthoring
import NetTaskMocks
import NetTaskSpec
import Testing

/// The description of a spec, which must be valid.
func described(_ text: String) throws -> MockDescription {
    let head = text.contains("client:") ? "" : "nettask: 1\nclient: API\nbaseURL: https://api.example\n"
    let result = SpecReader.read(sources: [.init(path: "api.nettask.yaml", text: head + text)])
    let errors = result.diagnostics.filter { $0.severity == .error }
    #expect(errors.isEmpty, "\(errors.map(\.description))")
    return try MockDescription(json: MockDescriptionText(#require(result.specs.first)).json)
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
