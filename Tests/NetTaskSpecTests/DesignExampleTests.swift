import Foundation
import Testing

@testable import NetTaskSpec

/// The example that the spec language is explained with, as a whole.
@Suite struct DesignExampleTests {
    private let spec: Spec

    init() throws {
        let file = fixtures.appendingPathComponent("Good/design.nettask.yaml")
        let result = SpecReader.read(paths: [file.path])
        #expect(result.diagnostics.map(\.description) == [])
        spec = try #require(result.specs.first)
    }

    private func endpoint(_ name: String) throws -> Endpoint {
        try #require(spec.endpoints.first { $0.name.written == name })
    }

    @Test func whatHoldsForAll() {
        #expect(spec.client.swift == "JSONPlaceholder")
        #expect(spec.baseURL == "https://jsonplaceholder.typicode.com")
        #expect(spec.access == .public)
        #expect(spec.shapes.map(\.name.written) == ["Post", "Order", "Location"])
        #expect(spec.endpoints.map(\.name.written).count == 5)
        #expect(spec.endpoints.allSatisfy { $0.timeout == .seconds(30) && $0.deadline == nil })
    }

    @Test func aShape() {
        guard case .object(let fields) = spec.shapes[0].kind else {
            Issue.record("Post is no object")
            return
        }
        #expect(fields.map(\.name.swift) == ["id", "userId", "title", "body", "createdAt"])
        #expect(fields.map(\.wireName) == ["id", "userId", "title", "body", "createdAt"])
        #expect(fields[3].type == .optional(.scalar(.string)))
        #expect(fields[4].type == .optional(.scalar(.date)))
        #expect(fields[4].format == .iso8601)
        #expect(fields[4].description == "When it was first published.")
    }

    @Test func anEnumeration() {
        guard case .enumeration(let cases) = spec.shapes[1].kind else {
            Issue.record("Order is no enumeration")
            return
        }
        #expect(cases.map(\.name.swift) == ["asc", "desc"])
        #expect(cases.map(\.value) == [.string("asc"), .string("desc")])
    }

    @Test func paramsOfAQuery() throws {
        let list = try endpoint("ListPosts")
        #expect(list.method == .get)
        #expect(list.params.map(\.wireName) == ["userId", "order", "tags"])
        #expect(list.params.allSatisfy { $0.location == .query })
        #expect(list.params[1].defaultValue == .enumerationCase("desc"))
        #expect(list.params[2].type == .array(.scalar(.string)))
        #expect(list.params[2].style == .comma)
        #expect(list.response == .json(.array(.shape("Post")), path: []))
        let inherited = Retry(
            maxRetryCount: 3,
            interval: .milliseconds(500),
            backoff: .exponential,
            maxInterval: .seconds(20)
        )
        #expect(list.retry == inherited)
    }

    @Test func aFormWithAllThatItCanHave() throws {
        let create = try endpoint("CreatePost")
        #expect(create.description == "Creates a post.")
        #expect(create.method == .post)
        #expect(create.encoding == .form)
        #expect(create.headers == [.init(name: "custom_header", value: "value")])
        #expect(create.params.map(\.wireName) == ["title", "body", "userId", "date", "note"])
        #expect(create.params.map(\.isIgnored) == [false, false, false, false, true])
        #expect(create.params[3].format == .unix)
        #expect(create.params.allSatisfy { $0.location == .body })
        #expect(create.constants == [.init(name: "other_parameter", value: .string("value"))])
        let merged = Retry(
            maxRetryCount: 3,
            interval: .seconds(5),
            backoff: .constant,
            maxInterval: .seconds(20),
            when: .all
        )
        #expect(create.retry == merged)
        #expect(create.response == .json(.shape("Post"), path: []))
    }

    @Test func aBody() throws {
        let replace = try endpoint("ReplacePost")
        #expect(replace.uri.parts == [.literal("posts/"), .variable("id")])
        #expect(replace.params.map(\.location) == [.path])
        #expect(replace.body == .shape("Post"))
        #expect(replace.contentType == nil)
    }

    @Test func aRequestObjectAndAReplyInPlace() throws {
        let weather = try endpoint("CurrentWeather")
        #expect(weather.requestObject?.name.swift == "location")
        #expect(weather.requestObject?.shape == "Location")
        guard case .fields(let fields) = weather.response else {
            Issue.record("the response has no fields")
            return
        }
        #expect(fields.map(\.path) == [["name"], ["main", "temp"]])
        #expect(fields.map(\.type) == [.scalar(.string), .scalar(.float)])
    }

    @Test func anUpload() throws {
        let upload = try endpoint("UploadPhoto")
        #expect(upload.encoding == .multipart)
        #expect(upload.params.map(\.location) == [.path, .body, .body])
        #expect(upload.params[2].type == .scalar(.file))
        #expect(upload.response == .data(optional: false))
    }
}
