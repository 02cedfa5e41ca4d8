import Foundation
import Testing

@testable import NetTaskSpec

/// `headers:` of a response.
@Suite struct ReplyHeaderTests {
    private let endpoints: [Endpoint]

    init() throws {
        let file = fixtures.appendingPathComponent("Good/reply-headers.nettask.yaml")
        endpoints = try read(String(contentsOf: file, encoding: .utf8)).endpoints
    }

    @Test("a header has a type, a name and the other settings of a field")
    func headers() {
        // given
        let headers = endpoints[0].responseHeaders

        // then
        #expect(endpoints[0].response == .json(.shape("Post"), path: []))
        #expect(
            headers.map(\.wireName) == [
                "X-RateLimit-Remaining", "etag", "expires", "reset-at", "plan", "allow", "token",
            ]
        )
        #expect(headers.map(\.name.swift).last == "accessToken")
        #expect(headers[0].description == "How many calls are left.")
        #expect(headers[4].defaultValue == .enumerationCase("free"))
        #expect(headers[6].isSecret)
        #expect(headers[6].type == .optional(.scalar(.string)))
    }

    @Test("dates have HTTP's format by default")
    func dates() {
        #expect(endpoints[0].responseHeaders.map(\.format) == [nil, nil, .http, .unix, nil, nil, nil])
    }

    @Test("headers are allowed beside fields, alone, and with any type")
    func places() {
        #expect(endpoints[1].responseHeaders.map(\.wireName) == ["total-count"])
        #expect(endpoints[2].response == .none)
        #expect(endpoints[2].responseHeaders.map(\.wireName) == ["server"])
        #expect(endpoints[3].response == .file(optional: true))
    }
}
