import Foundation
import HTTPTypes

/// A failure as problem+json (RFC 9457).
struct MockProblemReply {
    var status: Int
    var members: [String: JSONValue]
    private var detail: String

    init(_ status: Int, _ detail: String, endpoint: MockEndpoint? = nil, problems: [RequestProblem] = []) {
        self.status = status
        self.detail = detail
        members = [
            "type": "about:blank", "title": .string(Self.titles[status] ?? "The mock failed"),
            "status": .number(JSONValue.Number(status)), "detail": .string(detail),
        ]
        if let endpoint {
            members["endpoint"] = .string(endpoint.name)
            members["spec"] = .string(endpoint.place)
        }
        if !problems.isEmpty {
            members["errors"] = .array(
                problems.map { entry in
                    [
                        "name": .string(entry.problem.path), "in": .string(entry.location),
                        "found": .string(entry.problem.found), "expected": .string(entry.problem.expected),
                    ]
                }
            )
        }
    }

    var answer: MockAnswer {
        var answer = MockAnswer(
            status,
            headers: [.contentType: "application/problem+json"],
            body: Data(JSONValue.object(members).description.utf8)
        )
        answer.note = detail
        return answer
    }

    static let titles = [
        400: "The request does not match the spec", 401: "The request lacks credentials",
        404: "Not found", 405: "Wrong method", 409: "Conflict", 429: "Too many requests",
    ]
}
