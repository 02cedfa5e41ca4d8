import FlyingFox
import Foundation
import HTTPTypes
import NetTaskRuntime
import Testing

/// Sends a task to a server that answers so.
private func run<Task: HTTPNetTask>(
    _ task: Task,
    answeredBy status: Int,
    _ body: String = ""
) async throws(NetTaskError<Task.Failure>) -> Task.Response {
    let result: Result<Task.Response, NetTaskError<Task.Failure>>
    do {
        result = try await RecordingServer.run(answer: { _ in .text(status, body) }) { _, baseURL in
            do throws(NetTaskError<Task.Failure>) {
                return .success(try await HTTPNetTaskQueue(baseURL: baseURL).run(task))
            } catch {
                return .failure(error)
            }
        }
    } catch {
        throw .other(error)
    }
    return try result.get()
}

@Suite("Bodies by status")
struct StatusesTests {
    // MARK: Errors

    @Test("an error's body is read as its type, and patterns bind it")
    func oneType() async {
        // given
        var title: String?

        // when
        do {
            _ = try await run(Statuses.GetOrder(id: 1), answeredBy: 404, #"{"title": "gone"}"#)
        } catch .status(.notFound, let body?) {
            title = body.title
        } catch {}

        // then
        #expect(title == "gone")
    }

    @Test(
        "if errors have several types, the most exact status selects the type of a body",
        arguments: [
            (404, #"{"error": {"details": {"resource": "order"}}}"#, "NotFound order"),
            (409, "taken", "taken"), (410, "bytes", "5 bytes"), (422, #"["a", "b"]"#, "a b"),
            (423, #"{"reason": "locked"}"#, "None locked"), (400, #"{"title": "bad"}"#, "Problem bad"),
            (500, #"{"title": "broken"}"#, "Problem broken"), (418, "{}", "nothing"), (404, "{}", "nothing"),
            (400, "no JSON", "nothing"), (409, "", "nothing"),
        ]
    )
    func severalTypes(status: Int, body: String, expected: String) async {
        // when
        var found = "nothing"
        var code: Int?
        do {
            _ = try await run(Statuses.FindOrder(id: 1), answeredBy: status, body)
        } catch .status(let error, let failure) {
            code = error.code
            switch failure {
            case .notFound(let body): found = "NotFound \(body.resource)"
            case .text(let text): found = text
            case .data(let data): found = "\(data.count) bytes"
            case .textList(let texts): found = texts.joined(separator: " ")
            case .some(.none(let body)): found = "None \(body.reason)"
            case .problem(let body): found = "Problem \(body.title)"
            case nil: break
            }
            #expect(error.body == Data(body.utf8))
        } catch {}

        // then
        #expect(code == status)
        #expect(found == (status == 409 && body.isEmpty ? "" : expected))
    }

    @Test("a pattern can name the case of the status and that of the body")
    func patterns() async {
        // when
        var found = ""
        do {
            _ = try await run(Statuses.PutOrder(id: 1), answeredBy: 207, #"{"resource": "order"}"#)
        } catch .status(.other, .notFound(let body)) {
            found = body.resource
        } catch .status(_, .problem(let problem)) {
            found = problem.title
        } catch {}

        // then
        #expect(found == "order")
    }

    @Test("without a typed body an error has its bytes")
    func untyped() async {
        let error = await #expect(throws: NetTaskError<Never>.self) {
            try await run(Statuses.Refuse(), answeredBy: 500, "text")
        }
        guard case .status(.internalServerError, nil) = error else {
            Issue.record("it is \(String(describing: error))")
            return
        }
    }

    // MARK: Successes

    @Test(
        "the status selects the response",
        arguments: [
            (200, #"{"id": 7}"#, "order 7"), (202, "later", "later"), (204, "", "no content"),
            (304, "", "not modified"), (404, #"[{"id": 1}, {"id": 2}]"#, "2 orders"), (404, "", "no orders"),
        ]
    )
    func successes(status: Int, body: String, expected: String) async throws {
        // when
        let response = try await run(Statuses.PutOrder(id: 1), answeredBy: status, body)

        // then
        let found =
            switch response {
            case .ok(let order): "order \(order.id)"
            case .accepted(let text): text
            case .noContent: "no content"
            case .notModified: "not modified"
            case .notFound(let orders): orders.map { "\($0.count) orders" } ?? "no orders"
            }
        #expect(found == expected)
    }

    @Test("a status without a response is a failure, and may have a typed body", arguments: [201, 207])
    func unexpectedSuccess(status: Int) async {
        // when
        var found: (code: Int, resource: String?)?
        do {
            _ = try await run(Statuses.PutOrder(id: 1), answeredBy: status, #"{"resource": "r"}"#)
        } catch .status(let error, let failure) {
            if case .notFound(let body) = failure {
                found = (error.code, body.resource)
            } else {
                found = (error.code, nil)
            }
        } catch {}

        // then
        #expect(found?.code == status)
        #expect(found?.resource == (status == 207 ? "r" : nil))
    }

    @Test("a body of another type than its status states is a parse error")
    func malformed() async {
        let error = await #expect(throws: NetTaskError<Statuses.PutOrder.Failure>.self) {
            try await run(Statuses.PutOrder(id: 1), answeredBy: 200, #"{"id": "x"}"#)
        }
        guard case .parse(let error) = error else {
            Issue.record("it is \(String(describing: error))")
            return
        }
        #expect(error.path == "id")
    }

    @Test("`2xx` is any other success", arguments: [(203, "data"), (200, "orders"), (299, "orders"), (304, "nothing")])
    func anySuccess(status: Int, expected: String) async throws {
        let response = try await run(
            Statuses.ListOrders(),
            answeredBy: status,
            #"{"data": {"items": [{"id": 1}]}}"#
        )
        let found =
            switch response {
            case .nonAuthoritativeInformation: "data"
            case .success: "orders"
            case .notModified: "nothing"
            }
        #expect(found == expected)
    }

    @Test("a reply that failed the check is not a response")
    func unchecked() {
        let error = #expect(throws: ParseError.self) {
            try Statuses.PutOrder(id: 1).parse(HTTPReply(status: .created))
        }
        #expect(error?.reason == "the task has no response for the status 201")
    }
}
