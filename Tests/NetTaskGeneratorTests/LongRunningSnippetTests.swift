import Testing

@testable import NetTaskGenerator
@testable import NetTaskSpec

@Suite("Long-running operations: YAML, and the Swift that it becomes")
struct LongRunningSnippetTests {
    private static let rest = """
        shapes:
          State: {enum: [queued, ready, none], closed: true}
          Job: {fields: {id: Int, state: State?, error: String?, done: Bool}}
          Accepted: {fields: {job: Job, key: {type: String?, wireName: job_key}}}
        endpoints:
          GetJob: {uri: "jobs/{id}", params: {id: Int, full: Bool?}, response: Job, errors: {404: String}}
          GetPart: {uri: "shops/{shop}/parts/{key}", params: {shop: String, key: String}, response: Job}
          Full: {uri: "full/{id}", params: {id: Int, after: String?}, response: Job}
          Report: {uri: "reports/{id}", params: {id: String}, response: {fields: {rows: Int}}}

        """

    /// What is generated of an endpoint `Start`.
    private func task(_ endpoint: String) throws -> String {
        let text = try generate(spec("access: public\n\(Self.rest)  Start: \(endpoint)\n"))[0].text
        let start = try #require(text.firstRange(of: "    public struct Start")).lowerBound
        return String(text[start...])
    }

    @Test("a task that polls with the values of its first reply")
    func body() throws {
        let text = try task(
            "{method: POST, uri: jobs, response: Job, longRunning: {poll: GetJob, done: {state: [ready, none]},"
                + " failed: {state: queued, error: present}, interval: 5s, deadline: 1h}}"
        )
        #expect(
            text == """
                    public struct Start: HTTPLongRunningTask {
                        public typealias Response = API.GetJob.Response
                        public typealias Poll = API.GetJob
                        public typealias Failure = String

                        public static let endpoint: HTTPEndpoint = {
                            var endpoint = API.api.endpoint("API.Start", .post, "jobs")
                            endpoint.settings.deadline = .seconds(3600)
                            endpoint.settings.pollInterval = .seconds(5)
                            return endpoint
                        }()

                        public init() {}

                        public static func failure(in reply: HTTPReply) throws -> Failure? {
                            switch reply.code {
                            case 404: return try reply.text()
                            default: return nil
                            }
                        }

                        public static func state(of response: Response) -> HTTPLongRunningState {
                            if response.state == .some(.queued), response.error != nil { return .failed }
                            if response.state == .some(.ready) || response.state == .some(.none) { return .done }
                            return .pending
                        }

                        public func poll(after start: HTTPReply) throws -> Poll? {
                            guard let value = try start.json(["id"]) as Int? else { return nil }
                            return Poll(id: value)
                        }
                    }
                }

                """
        )
    }

    @Test("params of its own, of a header, and from deep inside of a reply by status")
    func params() throws {
        let own = try task(
            "{method: POST, uri: \"shops/{shop}\", params: {shop: String}, response: {202: Accepted, 200: none},"
                + " longRunning: {poll: GetPart, done: {done: true}}}"
        )
        #expect(
            own.contains(
                """
                            guard let value = try start.json(["job_key"]) as String? else { return nil }
                            return Poll(shop: self.shop, key: value)

                """
            )
        )
        #expect(own.contains("endpoint.acceptedStatuses = [200...200, 202...202]\n"))
        let header = try task(
            "{method: POST, uri: jobs, response: {type: Accepted, from: data, headers: {jobKey: {type: String, wireName: X-Key}}},"
                + " longRunning: {poll: GetPart, params: {shop: key, key: jobKey}, done: {done: true}}}"
        )
        #expect(
            header.contains(
                """
                            guard
                                let value1 = try start.json(["data", "job_key"]) as String?,
                                let value2 = try start.header("X-Key") as String?
                            else { return nil }
                            return Poll(shop: value1, key: value2)

                """
            )
        )
    }

    @Test("optional params of polls")
    func optional() throws {
        let text = try task(
            "{method: POST, uri: jobs, response: Accepted,"
                + " longRunning: {poll: Full, params: {id: job.id, after: key}, done: {done: true}}}"
        )
        #expect(
            text.contains(
                """
                            guard let value = try start.json(["job", "id"]) as Int? else { return nil }
                            return Poll(id: value, after: try start.json(["job_key"]) as String?)

                """
            )
        )
    }

    @Test("an operation with only a status and `Location`")
    func status() throws {
        let text = try task("{method: POST, uri: reports, longRunning: {poll: Report}}")
        #expect(
            text.hasSuffix(
                """
                        public init() {}

                        public static func isPending(_ reply: HTTPReply) -> Bool {
                            reply.status == .accepted
                        }
                    }
                }

                """
            )
        )
        let none = try task(
            "{method: POST, uri: jobs, response: Job, longRunning: {poll: GetJob, params: none, done: {done: true}}}"
        )
        #expect(!none.contains("func poll("))
    }

    @Test(
        "a client does not have the name of a nested type of a task, which would hide it",
        arguments: ["Poll", "Element"]
    )
    func client(name: String) {
        let source = SpecReader.Source(path: "api.nettask.yaml", text: "nettask: 1\nclient: \(name)\n")
        let messages = SpecReader.read(sources: [source]).diagnostics.map(\.description)
        #expect(messages.count == 1)
        #expect(messages.first?.contains("the name `\(name)` is reserved") == true)
    }

    @Test("a target without the module is reported at the key")
    func module() {
        let text = spec(
            "endpoints: {P: {uri: a}, L: {method: POST, uri: a, longRunning: {poll: P}}}\n"
        )
        let source = SpecReader.Source(path: "api.nettask.yaml", text: text)
        #expect(SpecReader.read(sources: [source], modules: ["NetTaskRuntime", "NetTaskStreams"]).diagnostics.isEmpty)
        let messages = SpecReader.read(sources: [source], modules: ["NetTaskRuntime"]).diagnostics.map(\.description)
        #expect(messages.count == 1)
        #expect(
            messages[0].contains("`longRunning` needs the module NetTaskStreams, but the target does not depend on it")
        )
    }
}
