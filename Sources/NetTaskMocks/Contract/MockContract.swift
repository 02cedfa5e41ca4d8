package import Foundation
package import HTTPTypes

/// Compares the replies of a server with the description of its API.
package struct MockContract: Sendable {
    private let form: TypedForm
    private let checker: MockChecker

    package init(_ description: MockDescription) {
        form = TypedForm(shapes: description.shapes)
        var checker = MockChecker(description.shapes)
        checker.reportsUndescribed = true
        self.checker = checker
    }

    /// The parts of a reply that the description does not describe. The path of a problem begins with `status`, `header` or
    /// `body`.
    package func differences(_ status: Int, _ headers: HTTPFields, _ body: Data, from endpoint: MockEndpoint)
        -> [MockProblem]
    {
        let replies = endpoint.replies.filter { $0.statuses.contains(status) }
        guard let reply = replies.min(by: { $0.statuses.count < $1.statuses.count }) else {
            let known = endpoint.replies.map { Self.text(of: $0.statuses) }
            let expected = known.isEmpty ? "200…299" : Array(Set(known)).sorted().joined(separator: ", ")
            return [MockProblem(path: "status", found: String(status), expected: expected)]
        }
        // A failure that the spec describes by its class or as `default`, or a stream, can have another body.
        return headerProblems(headers, reply) + bodyProblems(replies, headers, body, endpoint)
    }

    private func headerProblems(_ headers: HTTPFields, _ reply: MockReply) -> [MockProblem] {
        // The server's library writes the length, and may leave it out.
        reply.headers.filter { $0.name.lowercased() != "content-length" }.flatMap { header -> [MockProblem] in
            guard let name = HTTPField.Name(header.name) else { return [] }
            guard let text = headers[name] else {
                guard header.isRequired else { return [] }
                return [MockProblem(path: "header \(header.name)", found: "nothing", expected: "a value")]
            }
            if case .list = form.unwrapped(header.type) { return [] }
            let path = "header \(header.name)"
            return checker.problems(inText: text, as: header.type, at: path, isSecret: header.isSecret)
        }
    }

    private func bodyProblems(
        _ replies: [MockReply],
        _ headers: HTTPFields,
        _ body: Data,
        _ endpoint: MockEndpoint
    ) -> [MockProblem] {
        let given = RequestCheck.essence(headers[.contentType] ?? "")
        if endpoint.stream != nil, given == "text/event-stream" || given.contains("jsonl") || given.contains("ndjson") {
            return []
        }
        let bodies = replies.compactMap(\.body)
        // A spec without a body does not say that there is none.
        guard let first = bodies.first, endpoint.method != "HEAD" else { return [] }
        let type = form.resolved(first.type)
        if body.isEmpty {
            if case .nullable = type { return [] }
            return [MockProblem(path: "body", found: "no body", expected: "\(first.mediaType)")]
        }
        let match = bodies.first { RequestCheck.matches(given, $0.mediaType) }
        guard let content = match ?? (given.hasSuffix("json") ? bodies.first { $0.mediaType.hasSuffix("json") } : nil)
        else {
            let expected = bodies.map(\.mediaType).joined(separator: " or ")
            return [
                MockProblem(path: "header Content-Type", found: given.isEmpty ? "nothing" : given, expected: expected)
            ]
        }
        guard RequestCheck.essence(content.mediaType).hasSuffix("json") else { return [] }
        do {
            return checker.problems(in: try JSONValue(json: body), as: content.type, at: "body", in: .response)
        } catch {
            let reason = (error as? ParseError)?.reason ?? "\(error)"
            return [MockProblem(path: "body", found: "a text that is not JSON: \(reason)", expected: "JSON")]
        }
    }

    private static func text(of statuses: ClosedRange<Int>) -> String {
        statuses.count == 1 ? String(statuses.lowerBound) : "\(statuses.lowerBound)…\(statuses.upperBound)"
    }
}
