#if Tools
    import Foundation
    import HTTPTypes
    import NetTaskGenerator
    import NetTaskHTTP
    import NetTaskMocks
    import NetTaskSpec

    /// The mock of one client.
    struct Mock: Sendable {
        let description: MockDescription
        let api: MockAPI
        private let secrets: MockSecrets
        private let proxy: ContractProxy?
        /// Sends the events of the API; `nil` without `--webhook-url`.
        var sender: MockWebhookSender?

        /// - Parameter proxy: The base URL of a server that answers; `nil` for made replies.
        init(_ spec: Spec, _ options: MockOptions, proxy: String?, _ overlay: ContractOverlay?) throws {
            let description = try MockDescription(json: MockDescriptionText(spec).json)
            let api = MockAPI(description, options: options)
            self.description = description
            self.api = api
            secrets = MockSecrets(description)
            self.proxy = proxy.map { ContractProxy(description, api, to: $0, overlay) }
        }

        /// The base URL: that of the spec, with the address of the server.
        func url(_ address: String) -> String {
            let path = description.baseURL.flatMap { URLComponents(string: $0)?.percentEncodedPath } ?? ""
            return "http://\(address)\(path.hasSuffix("/") ? String(path.dropLast()) : path)"
        }

        func answer(_ request: MockRequest) async -> MockAnswer {
            guard proxy == nil else { return await proxy?.answer(request) ?? MockAnswer(502) }
            let answer = api.answer(request)
            if let sender, let change = answer.change { api.events(for: change).forEach(sender.add) }
            return answer
        }

        /// The target and note of an answer without secrets.
        func shown(_ target: String, _ note: String, of endpoint: String?) -> (target: String, note: String) {
            secrets.removed(from: target, note, of: endpoint)
        }

        /// The differences between the server and the spec.
        var findings: [MockFindings.Finding] { proxy?.findings ?? [] }
    }

    /// Answers the requests of the server: those of the clients, and those about the server itself.
    struct MockHandler: Sendable {
        private let mocks: [Mock]
        private let journal: MockJournal

        init(_ mocks: [Mock], _ journal: MockJournal) {
            self.mocks = mocks
            self.journal = journal
        }

        @Sendable func answer(_ request: MockRequest) async -> MockAnswer {
            if request.target.hasPrefix("/__nettask/") { return await ownAnswer(request) }
            let time = Date()
            let start = ContinuousClock.now
            // The first spec with an endpoint for the request answers it.
            let mock = mocks.count == 1 ? mocks[0] : mocks.first { $0.api.endpoint(for: request) != nil } ?? mocks.first
            let answer = await mock?.answer(request) ?? MockAnswer(404)
            let (target, note) = shown(request.target, answer)
            journal.add(
                MockJournal.Entry(
                    time: time,
                    method: request.method,
                    target: target,
                    status: answer.status,
                    duration: answer.delay + (ContinuousClock.now - start),
                    endpoint: answer.endpoint,
                    note: note
                )
            )
            return answer
        }

        /// Reports a request that is not valid HTTP.
        @Sendable func report(_ problem: MockHead.Problem) {
            journal.add(
                MockJournal.Entry(
                    time: Date(),
                    method: "-",
                    target: "-",
                    status: problem.status,
                    duration: .zero,
                    endpoint: nil,
                    note: problem.detail
                )
            )
        }

        private func shown(_ target: String, _ answer: MockAnswer) -> (String, String) {
            mocks.reduce((target, answer.note)) { $1.shown($0.0, $0.1, of: answer.endpoint) }
        }

        private func ownAnswer(_ request: MockRequest) async -> MockAnswer {
            let event = request.target.split(separator: "/webhooks/", maxSplits: 1).last.map(String.init) ?? ""
            switch (request.method, request.target) {
            case ("POST", "/__nettask/reset"):
                for mock in mocks { mock.api.reset() }
                return MockAnswer(204)
            case ("GET", "/__nettask/requests"):
                let entries = JSONValue.array(journal.entries.map(\.json))
                let body = Data(entries.description.utf8)
                return MockAnswer(200, headers: [.contentType: "application/json"], body: body)
            case ("POST", "/__nettask/webhooks/\(event)"):
                return await send(event.removingPercentEncoding ?? event, request.body)
            default:
                let detail =
                    "Only POST /__nettask/reset, GET /__nettask/requests and POST /__nettask/webhooks/EVENT exist."
                return MockHead.Problem(404, detail).answer
            }
        }

        /// Sends an event that a client asks for.
        private func send(_ name: String, _ body: Data) async -> MockAnswer {
            var changes: JSONValue?
            do {
                if !body.isEmpty { changes = try JSONValue(json: body) }
            } catch {
                return MockHead.Problem(400, "The body is not JSON.").answer
            }
            for mock in mocks {
                guard let event = mock.api.event(name, changedBy: changes) else { continue }
                guard let sender = mock.sender else {
                    return MockHead.Problem(409, "The mock needs --webhook-url to send webhooks.").answer
                }
                guard let problem = await sender.send(event) else { return MockAnswer(204) }
                return MockHead.Problem(502, "The event was not accepted: \(problem)").answer
            }
            let names = mocks.flatMap { $0.description.webhooks?.events.map(\.name) ?? [] }.joined(separator: ", ")
            return MockHead.Problem(404, "No spec has this event. There are \(names.isEmpty ? "none" : names).").answer
        }
    }
#endif
