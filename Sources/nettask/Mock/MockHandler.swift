#if Tools
    import Foundation
    import HTTPTypes
    import NetTaskHTTP
    import NetTaskMocks

    /// Answers the requests of the server: those of the clients, and those about the server itself.
    struct MockHandler: Sendable {
        private let mocks: [MockAPI]
        private let secrets: [MockSecrets]
        private let journal: MockJournal

        /// - Parameter secrets: those of each mock.
        init(_ mocks: [MockAPI], _ secrets: [MockSecrets], _ journal: MockJournal) {
            self.mocks = mocks
            self.secrets = secrets
            self.journal = journal
        }

        @Sendable func answer(_ request: MockRequest) async -> MockAnswer {
            if request.target.hasPrefix("/__nettask/") { return ownAnswer(request) }
            let time = Date()
            let start = ContinuousClock.now
            var answer = mocks.first?.answer(request) ?? MockAnswer(404)
            var number = 0
            // The first spec with an endpoint for the request answers it.
            while answer.endpoint == nil, number + 1 < mocks.count {
                number += 1
                let other = mocks[number].answer(request)
                if other.endpoint != nil { answer = other }
            }
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
            secrets.reduce((target, answer.note)) { $1.removed(from: $0.0, $0.1, of: answer.endpoint) }
        }

        private func ownAnswer(_ request: MockRequest) -> MockAnswer {
            switch (request.method, request.target) {
            case ("POST", "/__nettask/reset"):
                for mock in mocks { mock.reset() }
                return MockAnswer(204)
            case ("GET", "/__nettask/requests"):
                let entries = JSONValue.array(journal.entries.map(\.json))
                let body = Data(entries.description.utf8)
                return MockAnswer(200, headers: [.contentType: "application/json"], body: body)
            default:
                let detail = "Only POST /__nettask/reset and GET /__nettask/requests exist."
                return MockHead.Problem(404, detail).answer
            }
        }
    }
#endif
