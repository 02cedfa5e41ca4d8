import Foundation
import Testing

@testable import NetTaskSpec

/// What bodies are by status: `errors:`, and `response:` as a map of statuses.
@Suite struct StatusTests {
    private let spec: Spec

    init() throws {
        let file = fixtures.appendingPathComponent("Good/statuses.nettask.yaml")
        spec = try read(String(contentsOf: file, encoding: .utf8))
    }

    @Test("an endpoint's errors replace those of the defaults, key by key; the more exact ones are first")
    func errors() {
        // given
        let problem = TypeReference.shape("Problem")

        // then
        #expect(
            spec.endpoints[0].errors.map(Summary.init) == [
                Summary(.code(404), "notFound", .none),
                Summary(.code(410), "data", .data(optional: false)),
                Summary(.code(409), "date", .json(.scalar(.date), path: []), .unix),
                Summary(.code(401), "unauthorized", .none),
                Summary(.hundred(4), "problem", .json(problem, path: ["error", "details"])),
                Summary(.others, "problem", .json(problem, path: [])),
            ]
        )
    }

    @Test("a response by status has a case for each, named after RFC 9110")
    func responses() {
        // given
        let order = TypeReference.shape("Order")
        guard case .statuses(let bodies) = spec.endpoints[1].response else {
            Issue.record("it is not by status")
            return
        }

        // then
        #expect(
            bodies.map(Summary.init) == [
                Summary(.code(200), "ok", .json(order, path: [])),
                Summary(.code(202), "accepted", .json(.shape("Job"), path: ["data", "job"])),
                Summary(.code(204), "noContent", .none),
                Summary(.code(304), "notModified", .none),
                Summary(.code(404), "notFound", .text(optional: true)),
                Summary(.hundred(2), "success", .json(.optional(.array(order)), path: [])),
            ]
        )
    }

    @Test("a success status of an endpoint is not an inherited error")
    func inherited() {
        #expect(
            spec.endpoints[1].errors.map(\.status) == [
                .code(500), .code(502), .code(401), .hundred(4), .others,
            ]
        )
        #expect(spec.endpoints[1].errors.map(\.name.swift).prefix(2) == ["text", "textList"])
    }

    @Test("a status below 300 without a response can be an error")
    func partial() {
        #expect(spec.endpoints[2].errors.first?.status == .code(207))
    }

    @Test("`default` is any other success")
    func others() {
        guard case .statuses(let bodies) = spec.endpoints[3].response else {
            Issue.record("it is not by status")
            return
        }
        #expect(bodies.map(\.name.swift) == ["notModified", "other"])
    }

    @Test("headers belong to a status, even without a body")
    func headers() {
        guard case .statuses(let bodies) = spec.endpoints[4].response else {
            Issue.record("it is not by status")
            return
        }
        #expect(
            bodies.map { $0.headers.map(\.wireName) } == [[], ["location", "retry-after"], ["etag"], ["etag"], []]
        )
        #expect(
            bodies.map(\.response) == [
                .json(.shape("Order"), path: []), .json(.shape("Job"), path: ["data", "job"]), .none, .none, .none,
            ]
        )
        #expect(bodies.map(\.isEmpty) == [false, false, false, false, true])
    }

    @Test("an error with headers has a case of its status, and others one of their type")
    func errorsWithHeaders() {
        guard case .cases(let cases) = FailureForm(spec.endpoints[4].errors) else {
            Issue.record("`Failure` is no enumeration")
            return
        }
        #expect(cases.map(\.name.swift) == ["notFound", "tooManyRequests", "clientError", "other"])
        #expect(cases.map(\.structureName) == ["NotFound", "TooManyRequests", "ClientError", "Other"])
    }

    @Test("a reply with a secret header in one status is not stored")
    func secretHeader() {
        #expect(spec.endpoints[4].repliesHoldSecrets([:]))
        #expect(!spec.endpoints[5].repliesHoldSecrets([:]))
    }

    @Test("`none` is a type that may have headers")
    func none() {
        #expect(spec.endpoints[5].response == .none)
        #expect(spec.endpoints[5].responseHeaders.map(\.wireName) == ["content-length"])
    }

    @Test("errors with the same body and headers are merged")
    func oneFailure() {
        let errors = spec.endpoints[5].errors.filter { $0.status == .others }
        guard case .one(let error) = FailureForm(errors + errors) else {
            Issue.record("there are several")
            return
        }
        #expect(error.headers.map(\.wireName) == ["server"])
    }

    @Test("a status without an RFC is named by its number")
    func unknown() {
        #expect(StatusNames.name(of: .code(207)) == "status207")
    }
}

/// A body without places.
private struct Summary: Equatable {
    var status: StatusKey
    var name: String
    var response: Endpoint.Response
    var format: Field.Format?

    init(_ status: StatusKey, _ name: String, _ response: Endpoint.Response, _ format: Field.Format? = nil) {
        self.status = status
        self.name = name
        self.response = response
        self.format = format
    }

    init(_ body: StatusBody) {
        self.init(body.status, body.name.swift, body.response, body.format)
    }
}
