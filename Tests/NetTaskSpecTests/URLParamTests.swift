import Foundation
import Testing

@testable import NetTaskSpec

/// `in: url`.
@Suite struct URLParamTests {
    private let endpoints: [Endpoint]

    init() throws {
        let file = fixtures.appendingPathComponent("Good/url-params.nettask.yaml")
        endpoints = try read(String(contentsOf: file, encoding: .utf8)).endpoints
    }

    @Test("a param can be the URL of the request, in place of a uri")
    func template() {
        #expect(endpoints[0].uri == URITemplate(written: "{location}", parts: [.variable("location")]))
        #expect(endpoints[0].params.map(\.location) == [.url, .query, .header])
        #expect(endpoints[1].params.map(\.location) == [.url, .query])
        #expect(endpoints[1].params[0].isSecret)
    }

    @Test("`ignored: all` means all but the URL")
    func ignored() {
        #expect(endpoints[0].params.map(\.isIgnored) == [false, true, true])
    }

    @Test("after other text, a URL is a segment of the path")
    func segment() {
        #expect(endpoints[2].params.map(\.location) == [.path])
    }
}
