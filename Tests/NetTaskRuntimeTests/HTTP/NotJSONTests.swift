import Foundation
import HTTPTypes
import NetTaskRuntime
import NetTaskTesting
import Testing

@testable import NetTaskHTTP

@Suite("Replies that are not JSON")
struct NotJSONTests {
    /// A task whose replies contain a secret or not, depending on the call.
    private struct GetPair: HTTPNetTask {
        typealias Response = [String: Int]
        static var endpoint: HTTPEndpoint { HTTPEndpoint("GetPair", .get, "x", baseURL: "https://a.test") }
    }

    private struct GetSecret: HTTPNetTask {
        typealias Response = [String: Int]
        static var endpoint: HTTPEndpoint {
            var endpoint = HTTPEndpoint("GetSecret", .get, "x", baseURL: "https://a.test")
            endpoint.hidesReplies = true
            return endpoint
        }
    }

    /// The whole error, as it is printed.
    private func error<T: HTTPNetTask>(
        of task: T,
        _ body: String,
        type: String? = nil,
        status: HTTPResponse.Status = .ok,
        headers: [String: String] = [:]
    ) async -> String {
        var fields = HTTPFields()
        fields[.contentType] = type
        let transport = HTTPMockTransport { [fields] _ in .status(status, body, headers: fields) }
        let result = await HTTPNetTaskQueue(transport: transport).add(task, .headers(headers)).result
        guard case .failure(let error) = result else {
            Issue.record("\(result)")
            return ""
        }
        return "\(error)"
    }

    @Test(
        "The error has their content type and their first 80 bytes",
        arguments: [
            (
                "<html>\n<p>", "text/html; charset=utf-8",
                #"the Content-Type "text/html; charset=utf-8" and starts with "<html>\n<p>""#
            ),
            ("502 Bad Gateway", "text/plain", #"the Content-Type "text/plain" and starts with "502 Bad Gateway""#),
            ("true story", nil, #"no Content-Type and starts with "true story""#),
            (#"{"a": 1"#, "application/json", #"the Content-Type "application/json" and starts with "{"a": 1""#),
            (
                String(repeating: "x", count: 81), nil,
                "no Content-Type and starts with \"\(String(repeating: "x", count: 80))…\""
            ),
            ("\u{1B}[2J\u{202E}\u{9B}", nil, #"no Content-Type and starts with "\u{1B}[2J\u{202E}\u{009B}""#),
        ] as [(String, String?, String)]
    )
    func excerpt(body: String, type: String?, shown: String) async {
        #expect(await error(of: GetPair(), body, type: type).hasSuffix("; the body is not JSON: it has \(shown)"))
    }

    @Test("JSON of another type than expected is not quoted", arguments: ["[1]", #"{"a":"b"}"#, "7", "\u{FEFF}[]"])
    func json(body: String) async {
        #expect(await !error(of: GetPair(), body).contains("the body is not JSON"))
    }

    @Test("A secret of the request is not quoted, even if the excerpt ends within it", arguments: 0...90)
    func secretOfRequest(offset: Int) async {
        // given
        let secret = String(repeating: "s3cr3t", count: 20)
        let body = String(repeating: "-", count: offset) + secret + " and more"
        // when
        let text = await error(of: GetPair(), body, headers: ["Authorization": "Bearer \(secret)"])
        // then
        #expect(!text.contains("s3c"))
        #expect(text.contains("the body is not JSON"))
    }

    @Test("A reply that may contain a secret is not quoted, for successes and errors", arguments: [200, 500])
    func secretOfReply(status: Int) async {
        let text = await error(
            of: GetSecret(),
            "token=hunter2",
            type: "application/x-www-form-urlencoded",
            status: .init(code: status)
        )
        #expect(!text.contains("hunter2"))
        #expect(text.contains(status == 200 ? "application/x-www-form-urlencoded" : "500"))
    }
}
